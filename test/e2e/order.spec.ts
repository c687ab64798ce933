/** An order, from a client's tap to the staff's hand and back, in two windows that nobody reloads. */
import { desk, expect, type Page, phone, signInOn, test } from './test.ts'

const alerts = (page: Page) => page.getByRole('region', { name: /Messages|Komunikaty/ })

/** Places an order on a phone, in English; its number. */
async function order(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Place an order' }).click()
  const form = page.getByRole('dialog', { name: 'Place an order' })
  await form.getByLabel('Reception place').selectOption({ index: 1 })
  await form.getByLabel('Item').selectOption({ index: 1 })
  await expect(form.getByLabel('Net price')).toHaveValue(/^\d+[.,]\d\d/)
  await form.getByRole('button', { name: 'Place an order' }).click()
  await expect(form).toBeHidden()
  const told = page.getByText(/^Order Z\/\d{4}\/\d{6} has been placed$/)
  await expect(told).toBeVisible()
  return (await told.innerText()).match(/Z\/\d{4}\/\d{6}/)?.[0] ?? ''
}

test('a client orders on a phone, staff accept, and each sees it happen', async ({ aWindow }) => {
  const client = await aWindow({ area: 'portal', size: phone, locale: 'en-GB' })
  await signInOn(client, 'client@example.com')
  const office = await aWindow({ area: 'office', size: desk })
  await signInOn(office, 'admin@example.com')
  await office.goto(`${new URL(office.url()).origin}/orders/new`)
  await expect(office.getByRole('grid')).toBeVisible()

  const number = await order(client)
  console.log(number, await alerts(client).count())
})
