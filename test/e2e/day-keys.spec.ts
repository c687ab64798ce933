/** The letters of commands in a day with several vehicles: they act on the order that is chosen, never on another vehicle's. */
import { accepted, alert, command, dayIn, isoDayIn, placed, row } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { desk, expect, type Page, type TestServer, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 90_000 })

const admin = { area: 'office', as: 'admin@example.com' } as const

interface Vehicle {
  readonly id: number
  readonly driverId: number
}

/** Two orders of a day, each with a vehicle and a driver of its own; their numbers. */
async function inTwoVehicles(server: TestServer, day: string): Promise<string[]> {
  const { accessToken } = await server.signIn(admin.area, admin.as)
  const call = <T>(method: string, path: string, body?: object): Promise<T> =>
    server.call(admin.area, accessToken, method, `/api/Admin/${path}`, body)
  const { data } = await call<{ data: Vehicle[] }>('GET', 'Vehicles/listbox')
  const [first] = data
  const vehicles = [first, data.find(({ driverId }) => driverId !== first?.driverId)]
  const numbers: string[] = []
  for (const vehicle of vehicles) {
    const number = await placed(server, 'tonnage', 'keys of the day')
    const plan = { orderIds: [await accepted(server, number)], vehicleId: vehicle?.id, orderRealizationDate: day }
    await call('PUT', 'Orders/set-realization', plan)
    numbers.push(number)
  }
  return numbers
}

/** Presses the letter; the dialog that opens is about this order alone. */
async function expectAbout(page: Page, key: string, number: string, other: string): Promise<void> {
  await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(number).first()).toBeVisible()
  await expect(dialog).not.toContainText(other)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

const pages = [
  ['the plan of the day', 33, (day: string) => `/orders/day?f.RealizationDate=${day}`],
  ['the orders in progress by day', 34, (day: string) => `/orders/in-progress?view=day&f.RealizationDate=${day}`]
] as const
for (const [name, days, pathOf] of pages)
  test(`F, M and P act on the chosen order of ${name}, or on the one that the keyboard is on`, async ({
    aWindow,
    server
  }) => {
    const day = isoDayIn(days)
    const [first = '', second = ''] = await inTwoVehicles(server, day)
    const page = await aWindow({ ...admin, size: desk, path: pathOf(day) })
    await row(page, first).waitFor()
    await row(page, second).waitFor()
    // the headings have their commands once their summaries are there
    await settled(page)
    for (const [number, other] of [
      [first, second],
      [second, first]
    ] as const) {
      await row(page, number).click()
      for (const key of ['f', 'p', 'm']) await expectAbout(page, key, number, other)
      await row(page, number).click({ modifiers: ['Control'] })
    }
    await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(0)
    // beside the day stands another grid
    await page.locator('.parts-grid').focus()
    await page.keyboard.press('Home')
    const top = (await page.locator('.parts-grid [role=row][aria-selected]').first().innerText()).includes(first)
    await expectAbout(page, 'f', top ? first : second, top ? second : first)
  })

test('a success of planning leads to the day that the order has now, and takes it back', async ({
  aWindow,
  server
}) => {
  const [day, later] = [isoDayIn(35), isoDayIn(36)]
  const [number = ''] = await inTwoVehicles(server, day)
  const page = await aWindow({ ...admin, size: desk, path: `/orders/day?f.RealizationDate=${day}` })
  await row(page, number).click()
  const dialog = await command(page, 'Zmień termin lub pojazd')
  await dialog.getByLabel('Termin odbioru').fill(dayIn(36))
  await expect(dialog.getByText(/^tego dnia/).last()).toBeVisible()
  for (const tick of await dialog.getByRole('checkbox').all()) await tick.check()
  await dialog.getByRole('button', { name: /^Zmień termin lub pojazd/ }).click()
  const done = alert(page, 'Zmieniono plan zamówienia')
  await expect(done.getByRole('button', { name: 'Cofnij' })).toBeVisible()
  await expect(row(page, number)).toHaveCount(0)
  await done.getByRole('button', { name: 'Pokaż' }).click()
  await expect(page).toHaveURL(new RegExp(`/orders/day\\?.*f\\.RealizationDate=${later}`))
  await expect(row(page, number)).toBeVisible()
  await expect(page.getByRole('complementary', { name: `Zamówienie ${number}` })).toBeVisible()
})
