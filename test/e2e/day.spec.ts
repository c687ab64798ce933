/** A planner's day by the keyboard alone: six orders accepted, planned for tomorrow, put in order, notified and printed. */
import type { Locator } from '@playwright/test'
import { addDays } from '../../src/contract/days.ts'
import { alert, row } from './fixtures/orders.ts'
import { expect, type Page, rowsOf, type TestServer, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 120_000 })

const admin = { area: 'office', as: 'admin@example.com' } as const
const count = 6

interface PlaceToOrder {
  readonly id: number
  readonly isActive: boolean
}

/** New orders of the demo's first company, by turns at two of its places. */
async function sixNew(server: TestServer): Promise<string[]> {
  const { accessToken } = await server.signIn('portal', 'client@example.com')
  const get = async <T>(path: string): Promise<T[]> =>
    (await server.call<{ data: T[] }>('portal', accessToken, 'GET', path)).data
  const places = (await get<PlaceToOrder>('/api/Admin/Companies/1/reception-places?departmentId=1')).filter(
    ({ isActive }) => isActive
  )
  const numbers: string[] = []
  for (let at = 0; at < count; at++) {
    const receptionPlace = places[at % 2]?.id
    const [item] = await get<{ id: number }>(`/api/Admin/OrderTypeItems?receptionPlaceId=${receptionPlace}`)
    const body = { receptionPlace, orderTypeItemId: item?.id, quantity: 1 }
    const made = await server.call<{ data: { number: string } }>(
      'portal',
      accessToken,
      'POST',
      '/api/Admin/Orders',
      body
    )
    numbers.push(made.data.number)
  }
  return numbers
}

const numbersIn = (rows: readonly string[]): string[] => rows.flatMap(text => text.match(/Z\/\d{4}\/\d{6}/) ?? [])

/** The keys that are pressed, counted; there is no mouse. */
function aKeyboard(page: Page) {
  let keys = 0
  const press = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await page.keyboard.press(name)
      keys += 1
    }
  }
  const isFocused = (what: Locator): Promise<boolean> =>
    what.evaluate(element => element === document.activeElement || element.contains(document.activeElement))
  /** Goes by one key until the focus is in it. */
  const goTo = async (what: Locator, key = 'Tab'): Promise<void> => {
    await what.waitFor()
    for (let at = 0; at < 80; at++) {
      if (await isFocused(what)) return
      await press(key)
    }
    throw new Error(`${key} does not lead there`)
  }
  /** A button of the toolbar that has the focus. */
  const inToolbar = async (button: Locator): Promise<void> => {
    await press('Home')
    await goTo(button, 'ArrowRight')
    await press('Enter')
  }
  return { press, goTo, inToolbar, pressed: () => keys }
}

test('six orders are accepted, planned in two vehicles, notified, put in order and printed without the mouse', async ({
  aWindow,
  server
}) => {
  const numbers = await sixNew(server)
  const page = await aWindow({ ...admin, path: '/orders/new' })
  const { press, goTo, inToolbar, pressed } = aKeyboard(page)
  const grid = page.getByRole('grid')
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('toolbar', { name: 'Polecenia', exact: true })
  const keepsFocus = () => expect(page.locator('body:focus')).toHaveCount(0)
  const choose = async (some: number): Promise<void> => {
    await goTo(grid)
    await press('Home', 'Space', ...Array.from({ length: some - 1 }, () => 'Shift+ArrowDown'))
    await expect(page.getByText(`Zaznaczono ${some} pozycj`)).toBeVisible()
  }

  await expect(rowsOf(page).first()).toContainText(numbers[count - 1] ?? '')
  await choose(count)
  await goTo(bar, 'Shift+Tab')
  await inToolbar(bar.getByRole('button', { name: 'Przyjmij' }))
  await expect(alert(page, 'Pomyślnie przyjęto')).toBeVisible()
  await keepsFocus()
  const toAccept = pressed()

  await press('g', 'p')
  await expect(rowsOf(page).first()).toContainText(numbers[count - 1] ?? '')
  const started = pressed()
  const form = page.getByRole('region', { name: 'Skieruj do realizacji' })
  const vehicle = form.getByRole('combobox', { name: 'Pojazd' })
  /** The first vehicle that is offered for three orders, or the next where that is the one to spare. */
  const planThree = async (spared?: string): Promise<string> => {
    const offered = page.waitForResponse(answer => {
      const { pathname, searchParams } = new URL(answer.url())
      const isOfAll = searchParams.getAll('OrdersId').length === 3 && !searchParams.has('VehicleId')
      return pathname.endsWith('/matched-vehicles') && isOfAll
    })
    await choose(3)
    const chosen = await rowsOf(page).and(page.locator('[aria-selected=true]')).allInnerTexts()
    await offered
    await press('d')
    await expect(vehicle).toBeFocused()
    await press('ArrowDown')
    const plates = form.getByRole('option').locator('strong')
    await expect(plates.first()).toBeVisible()
    const isSpared = (await plates.first().innerText()).trim() === spared
    if (isSpared) await press('ArrowDown')
    const plate = (await plates.nth(isSpared ? 1 : 0).innerText()).trim()
    await press('Enter')
    await expect(vehicle).toHaveValue(new RegExp(plate))
    await press('Enter')
    await expect(rowsOf(page).and(page.locator('[aria-selected=true]'))).toHaveCount(0)
    await expect(alert(page, 'Pomyślnie skierowano do realizacji 3 zamówienia')).toBeVisible()
    // the first rows are those of the next three once these have left the list
    for (const number of numbersIn(chosen)) await expect(row(page, number)).toHaveCount(0)
    await keepsFocus()
    return plate
  }
  const plate = await planThree()
  await planThree(plate)
  const toPlan = pressed() - started

  const beforeTelling = pressed()
  await goTo(grid)
  await press('m')
  await expect(dialog).toContainText('2 kierowców, 6 zamówień')
  for (const number of numbers)
    await expect(dialog.getByRole('region', { name: 'Treść wiadomości' })).toContainText(number)
  await press('Control+Enter')
  await expect(alert(page, 'Wysyłamy wiadomości do 2 kierowców (6 zamówień)')).toBeVisible()
  await expect(page).toHaveURL(/in-progress\?view=day/)
  await keepsFocus()
  const toTell = pressed() - beforeTelling

  const day = page
    .getByRole('row')
    .filter({ hasText: '2 pojazdy' })
    .filter({ hasText: `${count} zamówień` })
    .getByRole('toolbar')
  const group = page
    .getByRole('row')
    .filter({ hasText: plate })
    .filter({ hasText: '3 zamówienia' })
    .getByRole('toolbar')
  const beforeRoute = pressed()
  await goTo(grid)
  await goTo(group)
  await inToolbar(group.getByRole('button', { name: 'Trasa' }))
  const handles = dialog.getByRole('list', { name: 'Punkty na trasie' }).getByRole('button')
  await expect(handles.first()).toBeFocused()
  await expect(handles).toHaveCount(2)
  await expect(dialog.locator('.route-order').first()).toHaveText(/: \d+\u00a0(t|szt\.|kurs)/)
  const second = await handles.nth(1).getAttribute('aria-label')
  await press('ArrowDown')
  await expect(dialog.getByRole('status').filter({ hasText: 'Punkt 2 z 2' })).toBeAttached()
  await expect(handles.first()).toHaveAttribute('aria-label', second?.replace('Punkt 2', 'Punkt 1') ?? '')
  await goTo(dialog.getByRole('button', { name: 'Zapisz kolejność' }))
  await press('Enter')
  await expect(dialog.getByText('Zapisano kolejność punktów')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cofnij' })).toBeVisible()
  await press('Escape')
  await expect(dialog).toBeHidden()
  await keepsFocus()
  const toOrder = pressed() - beforeRoute

  await goTo(day, 'Shift+Tab')
  await inToolbar(day.getByRole('button', { name: 'Drukuj' }))
  await expect(dialog).toContainText('2 karty tras')
  const sheets = dialog.getByRole('article')
  await expect(sheets).toHaveCount(count + 2)
  await expect(sheets.nth(1)).toContainText('punkt 1 z 3')
  // the cover's line of a stop, and the sheet's own
  await expect(sheets.first().getByRole('cell', { name: /: \d+\s(t|szt\.|kurs(y|ów)?)$/ })).toHaveCount(3)
  await expect(sheets.nth(1).getByRole('cell', { name: /^\d+\s(t|szt\.|kurs(y|ów)?)$/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Drukuj' })).toBeFocused()
  await press('Escape')
  await expect(dialog).toBeHidden()
  const toEnd = pressed()

  // what was driven is finished in the order of the route; one that is not there yet is left as it is
  await goTo(group)
  await inToolbar(group.getByRole('button', { name: 'Więcej poleceń' }))
  await press('End', 'Enter')
  await expect(dialog.getByRole('heading', { name: /^Zakończ: .*\(1 z 3\)/ })).toBeVisible()
  await goTo(dialog.getByRole('button', { name: 'Pomiń' }))
  await press('Enter')
  await expect(dialog.getByRole('heading', { name: /\(2 z 3\)/ })).toBeVisible()
  await expect(dialog.getByLabel('Tonaż')).toBeFocused()
  await press('Escape')
  await expect(dialog).toBeHidden()
  await keepsFocus()
  test.info().annotations.push({
    type: 'keys',
    description: JSON.stringify({ toAccept, toPlan, toOrder, toTell, all: toEnd })
  })
})

test('the plan of a day has a key, its neighbours, what is to be planned beside it, and is remembered', async ({
  aWindow,
  server
}) => {
  const [number = ''] = await sixNew(server)
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const found = await server.call<{ data: { id: number; version: number }[] }>(
    'office',
    accessToken,
    'GET',
    `/api/Admin/Orders?allFields=${encodeURIComponent(number)}`
  )
  await server.call('office', accessToken, 'PUT', `/api/Admin/Orders/${found.data[0]?.id}/accept`, {})
  const page = await aWindow({ ...admin, path: '/orders/new' })
  const dayOf = (): string | null => new URL(page.url()).searchParams.get('f.RealizationDate')
  const shown = page.getByRole('group', { name: 'Dzień', exact: true })
  await rowsOf(page).first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(shown).toBeVisible()
  const today = dayOf() ?? ''
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const key of ['.', '.', '.', ',']) await page.keyboard.press(key)
  const later = addDays(today, 2)
  await expect.poll(dayOf).toBe(later)
  await shown.getByRole('button', { name: 'Następny dzień' }).click()
  await expect.poll(dayOf).toBe(addDays(today, 3))

  // beside it an order is ticked, and planned for this day with a free vehicle
  const beside = page.getByRole('complementary', { name: 'Do zaplanowania' })
  const mine = beside.getByRole('row').filter({ hasText: number })
  await mine.click()
  await beside
    .getByRole('button', { name: /^Zaplanuj zaznaczone \(1\)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Termin odbioru')).toHaveValue(addDays(today, 3).split('-').toReversed().join('.'))
  await expect(dialog.getByRole('combobox', { name: 'Pojazd' })).not.toHaveValue('')
  for (const tick of await dialog.getByRole('checkbox').all()) await tick.check()
  await dialog.getByRole('button', { name: 'Skieruj do realizacji' }).click()
  await expect(alert(page, 'Pomyślnie skierowano do realizacji')).toBeVisible()
  await expect(row(page, number)).toBeVisible()
  await expect(mine).toHaveCount(0)

  // in the window of an older computer both have room: the rows of the day do not scroll sideways
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(beside).toBeVisible()
  const grid = page.locator('.parts-grid')
  await expect.poll(() => grid.evaluate(rows => rows.scrollWidth - rows.clientWidth)).toBe(0)

  // the menu leads back to the day that was looked at last
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/orders\/new/)
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Plan dnia' }).click()
  await expect.poll(dayOf).toBe(addDays(today, 3))
  await expect(row(page, number)).toBeVisible()
})
