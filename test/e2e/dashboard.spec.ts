/** The dashboard and the bell, against the real server: numbers that are true, and stay true by themselves. */
import { canceled, choose, placed, planned } from './fixtures/orders.ts'
import { expect, type Page, phone, signInOn, test } from './fixtures/test.ts'

const numberOn = async (page: Page, tile: string): Promise<number> =>
  Number(await page.getByRole('link', { name: tile }).locator('.dash-number').innerText())

for (const tile of ['Nowe zamówienia', 'Zamówienia po terminie', 'Punkty odbioru do weryfikacji']) {
  test(`the tile ${tile} opens a list of exactly so many`, async ({ aWindow }) => {
    const page = await aWindow({ area: 'office', as: 'admin@example.com' })
    const count = await numberOn(page, tile)
    await page.getByRole('link', { name: tile }).click()
    await expect(page.getByRole('status').getByText(new RegExp(`^(Znaleziono )?${count} `))).toBeVisible()
  })
}

test('a vehicle of the routes leads to its stops of that day alone', async ({ aWindow, server }) => {
  const order = await planned(server, await placed(server, 'tonnage', 'a route of tomorrow'))
  const page = await aWindow({ area: 'office', as: 'admin@example.com' })
  const vehicle = page.locator('.dash-routes tr:not(.dash-day-head)').getByRole('link').last()
  const plate = await vehicle.innerText()
  await vehicle.click()
  await expect(page).toHaveURL(/orders\/day\?.*f\.VehicleId=\d+/)
  const headings = page.getByRole('grid').getByRole('rowheader')
  await expect(headings.filter({ hasText: plate })).toHaveCount(1)
  // that of the day, and that of the vehicle
  await expect(headings).toHaveCount(2)
  await canceled(server, order)
})

test('after a client orders, the bell counts one more without a reload, and its entry opens the list', async ({
  aWindow
}) => {
  const office = await aWindow({ area: 'office', as: 'admin@example.com' })
  const fresh = await numberOn(office, 'Nowe zamówienia')
  const all = await office.getByRole('link').locator('.dash-number').allInnerTexts()
  const sum = all.map(Number).reduce((one, other) => one + other, 0)
  await expect(office.getByRole('button', { name: `Powiadomienia: ${sum}`, exact: true })).toBeVisible()

  const client = await aWindow({ area: 'portal', size: phone })
  await signInOn(client, 'client.admin@example.com')
  await client.getByRole('button', { name: 'Złóż zamówienie' }).click()
  const form = client.getByRole('dialog', { name: 'Złóż zamówienie' })
  await choose(form, 'Punkt odbioru')
  await form.getByLabel('Co odbieramy?').selectOption({ index: 1 })
  await expect(form.getByLabel('Skąd ta cena?')).toHaveText(/^Cena /)
  await form.getByLabel('Skąd ta cena?').click()
  await expect(form.getByText('Ta cena obowiązuje.')).toBeVisible()
  await form.getByRole('button', { name: 'Złóż zamówienie' }).click()
  await expect(form).toBeHidden()

  const bell = office.getByRole('button', { name: `Powiadomienia: ${sum + 1}`, exact: true })
  await expect(bell).toBeVisible()
  expect(await numberOn(office, 'Nowe zamówienia')).toBe(fresh + 1)
  await bell.focus()
  await office.keyboard.press('ArrowDown')
  await office.keyboard.press('Enter')
  await expect(office.getByRole('heading', { name: 'Nowe', exact: true })).toBeVisible()
  await expect(office.getByRole('status').getByText(new RegExp(`^${fresh + 1} `))).toBeVisible()
})
