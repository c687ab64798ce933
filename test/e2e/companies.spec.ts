/**
 * A new client is verified by its order type, once its contact was confirmed in a second way, and activated, in two steps of which the first
 * offers the second.
 */
import { expect, rowsOf, test } from './fixtures/test.ts'

test('staff verify a client by an order type, and activate it by the button in the success message', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/clients/unverified' })
  const name = (await rowsOf(page).first().getByRole('gridcell').nth(1).innerText()).trim()
  // the first may be another one by now: what the tests before have registered is still being checked
  await rowsOf(page).filter({ hasText: name }).click()
  await page.getByRole('button', { name: 'Zweryfikuj' }).click()
  await page.getByRole('menuitem', { name: 'Tonaż' }).click()
  const form = page.getByRole('dialog', { name: 'Zweryfikuj' })
  await form.getByRole('button', { name: 'Zweryfikuj' }).click()
  await expect(form.getByText('Potwierdź klienta drugą drogą i zaznacz to pole').first()).toBeVisible()
  await form.getByRole('checkbox', { name: 'Potwierdzono klienta drugą drogą' }).check()
  await form.getByRole('button', { name: 'Zweryfikuj' }).click()
  const verified = page.getByRole('region', { name: 'Komunikaty' }).getByRole('listitem')
  await expect(verified.filter({ hasText: 'Zweryfikowano 1 klienta' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await verified.getByRole('button', { name: 'Aktywuj' }).click()
  await expect(verified.filter({ hasText: 'Aktywowano 1 klienta' })).toBeVisible()

  await page.getByRole('link', { name: 'Aktywni', exact: true }).click()
  await page.getByRole('searchbox').fill(name.slice(0, 12))
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Tonaż')
})
