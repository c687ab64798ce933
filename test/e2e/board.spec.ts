/** The planner's day as a board: orders are planned, put in order and taken off by dragging, by keys alone, and by taps on a phone. */
import type { Locator } from '@playwright/test'
import { accepted, alert, isoDayIn, placed } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { desk, expect, type Page, phone, type TestServer, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 90_000 })
// a load may be too much for the first vehicle: then the form asks
const admin = { area: 'office', as: 'admin@example.com' } as const

/** Accepted orders of a light item, and their numbers. */
async function waiting(server: TestServer, count: number): Promise<string[]> {
  const numbers: string[] = []
  for (let at = 0; at < count; at++) {
    const number = await placed(server, 'tonnage', 'a board')
    await accepted(server, number)
    numbers.push(number)
  }
  return numbers
}

/** The board of a day that no other test plans. */
async function boardOf(page: Page): Promise<Locator> {
  await page.getByRole('group', { name: 'Widok dnia' }).getByRole('button', { name: 'Tablica' }).click()
  await expect(column(page, /^Do zaplanowania/)).toBeVisible()
  return page.locator('.board')
}
const column = (page: Page, name: RegExp): Locator => page.locator('.board').getByRole('region', { name })
const card = (within: Locator, number: string): Locator => within.getByRole('row').filter({ hasText: number })
const free = (page: Page): Locator => page.getByRole('region', { name: 'Wolne pojazdy' }).locator('[data-place]')
const said = (page: Page): Locator => page.locator('.board [role=status]')

/** Scrolls to the end of what is to be planned, where the newest are. */
async function shown(page: Page, number: string): Promise<Locator> {
  const waitingOnes = column(page, /^Do zaplanowania/)
  const one = card(waitingOnes, number)
  await expect(async () => {
    await waitingOnes.locator('[data-scrolls]').evaluate(list => list.scrollTo({ top: list.scrollHeight }))
    await expect(one).toBeVisible({ timeout: 500 })
  }).toPass()
  await one.scrollIntoViewIfNeeded()
  return one
}

/** Drags by the mouse, in steps, as a hand does. */
async function drag(page: Page, what: Locator, to: Locator, at: 'middle' | 'top' = 'middle'): Promise<void> {
  await what.hover({ position: { x: 60, y: 12 } })
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('There is nothing to drag to')
  const y = at === 'top' ? box.y + 4 : box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 2, y, { steps: 8 })
  await page.mouse.up()
}

/** Where the form asks for a tick, all are given, and it is sent; a drop that nothing speaks against asks nothing. */
async function answered(page: Page, form: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: form })
  await expect(dialog.or(page.locator('.alert')).first()).toBeVisible()
  if (!(await dialog.isVisible())) return
  const send = dialog.getByRole('button', { name: new RegExp(`^${form}`) })
  await send.waitFor()
  for (const tick of await dialog.getByRole('checkbox').all()) await tick.check()
  await send.click()
}

const dayOf = (days: number): string => `/orders/day?f.RealizationDate=${isoDayIn(days)}`

test('orders are dragged onto a free vehicle, put in another order, onto another vehicle, and back', async ({
  aWindow,
  server
}) => {
  const [first = '', second = ''] = await waiting(server, 2)
  const page = await aWindow({ ...admin, size: desk, path: dayOf(41) })
  await boardOf(page)
  const vehicle = free(page).first()
  const name = await vehicle.getAttribute('aria-label')
  const other = await free(page).nth(1).getAttribute('aria-label')
  const mine = page.getByRole('region', { name: name ?? '', exact: true })
  const its = page.getByRole('region', { name: other ?? '', exact: true })

  await (await shown(page, first)).click()
  await (await shown(page, second)).click({ modifiers: ['Control'] })
  await drag(page, await shown(page, second), vehicle)
  await answered(page, 'Skieruj do realizacji')
  await expect(alert(page, 'Pomyślnie skierowano do realizacji 2 zamówienia')).toBeVisible()
  await expect(mine.getByRole('row')).toHaveCount(2)
  await expect(mine).toContainText('2 zam. · powiadomiono 0')

  const [upper = '', lower = ''] = await mine.locator('.board-card-facts > :last-child').allInnerTexts()
  await drag(page, card(mine, lower), card(mine, upper), 'top')
  await expect(alert(page, 'Zapisano kolejność punktów')).toBeVisible()
  await expect(mine.getByRole('row').first()).toContainText(lower)
  await expect(card(mine, upper).locator('.board-stop')).toHaveText('2')
  await page.keyboard.press('Control+z')
  await expect(alert(page, 'Cofnięto')).toBeVisible()
  await expect(mine.getByRole('row').first()).toContainText(upper)

  await drag(page, card(mine, lower), its)
  await answered(page, 'Zmień termin lub pojazd')
  await expect(card(its, lower)).toBeVisible()
  await expect(mine.getByRole('row')).toHaveCount(1)
  await expect(its).toContainText('1 zam. · powiadomiono 0')
  // each column can be long and scrolls by itself, so Tab leads into each
  const tabStops = (of: Locator): Locator => of.locator('[data-card][tabindex="0"]')
  for (const one of [column(page, /^Do zaplanowania/), mine, its]) await expect(tabStops(one)).toHaveCount(1)

  // a drag that is given up changes nothing
  await card(its, lower).hover({ position: { x: 60, y: 12 } })
  await page.mouse.down()
  await page.mouse.move(400, 400, { steps: 6 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(card(its, lower)).toBeVisible()

  await drag(page, card(its, lower), column(page, /^Do zaplanowania/))
  await expect(alert(page, 'do przyjętych')).toBeVisible()
  await expect(card(its, lower)).toHaveCount(0)

  // it is remembered
  await page.reload()
  await expect(card(mine, upper)).toBeVisible()
  await page.getByRole('group', { name: 'Widok dnia' }).getByRole('button', { name: 'Lista' }).click()
  await expect(page.getByRole('grid', { name: 'Plan dnia' })).toContainText(upper)
})

test('the same by keys alone, and what is said of it', async ({ aWindow, server }) => {
  const [first = '', second = ''] = await waiting(server, 2)
  const page = await aWindow({ ...admin, size: desk, path: dayOf(43) })
  await boardOf(page)
  await shown(page, second)
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = page.locator('[data-card]:focus')
  // the newest are last
  await column(page, /^Do zaplanowania/)
    .getByRole('row')
    .first()
    .focus()
  await press('End')
  await expect(focused).toContainText(second)
  await press('ArrowUp', 'Shift+ArrowDown')
  await expect(page.locator('.board [aria-selected=true]')).toHaveCount(2)
  await press(' ')
  await expect(said(page)).toContainText('Przenosisz 2 zamówienia. Strzałki przenoszą')
  await press('Escape')
  await expect(said(page)).toContainText('Bez zmian')
  await expect(focused).toContainText(second)
  await press(' ', 'ArrowRight')
  const name = await free(page).first().getAttribute('aria-label')
  await expect(said(page)).toHaveText(name ?? '')
  await press('Enter')
  await answered(page, 'Skieruj do realizacji')
  const mine = page.getByRole('region', { name: name ?? '', exact: true })
  await expect(mine.getByRole('row')).toHaveCount(2)
  await expect(focused).toHaveCount(1)
  // the order of the stops is the server's once the list has been read again
  await settled(page)

  const [upper = '', lower = ''] = await mine.locator('.board-card-facts > :last-child').allInnerTexts()
  expect([upper, lower].sort()).toEqual([first, second].sort())
  await card(mine, upper).focus()
  await press(' ', 'ArrowDown')
  await expect(said(page)).toHaveText(`${name}, punkt 2 z 2`)
  await press('Enter')
  await expect(alert(page, 'Zapisano kolejność punktów')).toBeVisible()
  await expect(mine.getByRole('row').first()).toContainText(lower)
  await expect(focused).toContainText(upper)

  // the card that has the focus is taken off, and Undo brings it back
  await press(' ', 'ArrowLeft', 'Enter')
  await expect(alert(page, 'do przyjętych')).toBeVisible()
  await expect(mine.getByRole('row')).toHaveCount(1)
  await press('Control+z')
  await expect(alert(page, 'Cofnięto')).toBeVisible()
  await expect(mine.getByRole('row')).toHaveCount(2)

  // Enter opens the order, as in the list
  await card(mine, lower).focus()
  await press('Enter')
  await expect(page.getByRole('complementary', { name: `Zamówienie ${lower}` })).toBeVisible()
})

test('on a phone one column is shown, and an order is carried by taps', async ({ aWindow, server }) => {
  const [number = ''] = await waiting(server, 1)
  const page = await aWindow({ ...admin, size: phone, path: dayOf(45) })
  await boardOf(page)
  const columns = page.locator('.board-column:visible')
  await expect(columns).toHaveCount(1)
  const one = await shown(page, number)
  await one.getByRole('button', { name: `Przenieś: ${number}` }).click()
  const carried = page.getByRole('group', { name: number })
  await expect(carried).toBeVisible()
  const places = page.getByRole('combobox', { name: 'Pojazd' })
  await page.getByRole('button', { name: 'Następny pojazd' }).click()
  await expect(places).not.toHaveValue('toPlan')
  await carried.getByRole('button', { name: 'Odłóż tutaj' }).click()
  await answered(page, 'Skieruj do realizacji')
  await expect(card(columns, number)).toBeVisible()
  await expect(carried).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
