/** The first five minutes of somebody who has just cloned the project: the parts of the script that no other file walks. */
import { expect, rowsOf, signInOn, test } from './fixtures/test.ts'

test('the back office accepts an order, and the next list shows it', async ({ aWindow }) => {
  const page = await aWindow({ area: 'office' })
  await signInOn(page, 'admin@example.com')
  const tile = page.getByRole('link', { name: 'Nowe zamówienia' })
  const waiting = await tile.locator('.dash-number').innerText()
  await tile.click()
  await expect(page.getByRole('heading', { name: 'Nowe', exact: true })).toBeVisible()
  await expect(page.getByRole('status').getByText(new RegExp(`^${waiting} pozycj`))).toBeVisible()
  const number = await rowsOf(page).first().getByRole('gridcell').nth(1).innerText()
  await rowsOf(page).filter({ hasText: number }).click()
  await page.getByRole('button', { name: 'Przyjmij zamówienie' }).click()
  await expect(rowsOf(page).filter({ hasText: number })).toHaveCount(0)
  await page.getByRole('link', { name: 'Przyjęte' }).click()
  await expect(rowsOf(page).filter({ hasText: number })).toBeVisible()
})

test('the page of the API shows its calls', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal', path: '/api/docs' })
  // under headings, of which one is opened at a time: all calls at once take the browser seconds to draw
  await page.getByRole('link', { name: 'users', exact: true }).click()
  await expect(page.getByText('/api/Authorization/sign-in').first()).toBeVisible()
})
