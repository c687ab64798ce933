/** An order, from a client's tap to the staff's hand and back, in two windows that nobody reloads. */
import { expect, type Page, phone, signInOn, test } from './test.ts'

const numbered = /^Order (Z\/\d{4}\/\d{6}) has been placed$/

/** A row of the office's grid, or a card of the phone's list. */
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Places an order on a phone, in English; its number. The words of the note make it findable. */
async function order(page: Page, note: string): Promise<string> {
  await page.getByRole('button', { name: 'Place an order' }).click()
  const form = page.getByRole('dialog', { name: 'Place an order' })
  await form.getByLabel('Reception place').selectOption({ index: 1 })
  await form.getByLabel('Item').selectOption({ index: 1 })
  await expect(form.getByLabel('Net price')).toHaveValue(/^\d+[.,]\d\d$/)
  await form.getByLabel('Additional information').fill(note)
  await form.getByRole('button', { name: 'Place an order' }).click()
  await expect(form).toBeHidden()
  const told = page.getByText(numbered)
  await expect(told).toBeVisible()
  return (await told.innerText()).match(numbered)?.[1] ?? ''
}

test('a client orders on a phone, staff accept, and each sees it happen', async ({ aWindow }) => {
  const client = await aWindow({ area: 'portal', size: phone, locale: 'en-GB' })
  await signInOn(client, 'client@example.com')
  const office = await aWindow({ area: 'office', path: '/orders/new' })
  await signInOn(office, 'admin@example.com')
  await expect(office.getByRole('grid', { name: 'Nowe' })).toBeVisible()

  const number = await order(client, 'The gate is on the left')
  await expect(card(client, number)).toContainText('Placed')

  await row(office, number).click()
  await office.getByRole('button', { name: 'Przyjmij zlecenie' }).click()
  await expect(row(office, number)).toHaveCount(0)
  await expect(office.getByText('Zlecenie przyjęte')).toBeVisible()
  await expect(card(client, number)).toContainText('Accepted')
})
