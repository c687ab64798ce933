/** Lists of their own in a panel: rows, commands, search and pages, by mouse, keyboard and touch; and what a reload keeps. */
import type { Locator } from '@playwright/test'
import { card, press, speaker } from './fixtures/orders.ts'
import { label, withPlaces } from './fixtures/panel-rows.ts'
import { settled } from './fixtures/settled.ts'
import { expect, type Page, phone, rowsOf, test } from './fixtures/test.ts'
import { admin } from './screens.ts'

const say = speaker('pl')
const words = (key: keyof typeof label): string => say(`${label[key]}.label`)

/** The tab with the places of the first client, and that client's id. */
async function openPlaces(page: Page): Promise<{ panel: Locator; id: string }> {
  await rowsOf(page).first().dblclick()
  const panel = page.locator('.parts-panel')
  await panel.getByRole('tab', { name: 'Punkty odbioru' }).click()
  await expect(panel.getByRole('grid')).toBeVisible()
  await settled(page)
  return { panel, id: new URL(page.url()).searchParams.get('panel') ?? '' }
}
const query = (page: Page, key: string) => new URL(page.url()).searchParams.get(key)
const rowIn = (panel: Locator, text: string): Locator => panel.getByRole('row').filter({ hasText: text })

test('rows of a panel are chosen by mouse and keyboard, searched, and loaded as one scrolls; a reload keeps it', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ ...admin, path: '/nothing/here' })
  await withPlaces(page, server, 45)
  await page.goto(new URL('/clients/active', page.url()).href)
  const { panel } = await openPlaces(page)
  const grid = panel.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '46')
  const inactive = rowIn(panel, 'Miasto 2,')
  await expect(inactive).toContainText(say('companies.place.mark.inactive'))
  await expect(rowIn(panel, 'Miasto 1,')).toContainText(say('companies.place.isDefault'))
  await expect(inactive).not.toContainText(say('companies.place.isDefault'))

  await inactive.click()
  await expect(inactive).toHaveAttribute('aria-selected', 'true')
  // the page's own selection is another
  await expect(page.locator('.parts-grid [aria-selected=true]')).toHaveCount(1)
  // several can be chosen: the first is let go
  await grid.press('Space')
  await grid.press('ArrowDown')
  await grid.press('Space')
  await expect(rowIn(panel, 'Miasto 3,')).toHaveAttribute('aria-selected', 'true')
  await expect(inactive).toHaveAttribute('aria-selected', 'false')
  await expect.poll(() => query(page, 'tab.row')).toBe('3')

  await page.reload()
  await expect(rowIn(panel, 'Miasto 3,')).toHaveAttribute('aria-selected', 'true')
  await expect(panel.getByRole('toolbar').getByRole('button', { name: words('edit') })).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Escape')
  await expect(panel.locator('[aria-selected=true][role=row]')).toHaveCount(0)
  await expect(panel).toBeVisible()

  // each page is asked for when the end of the one before it comes near
  await grid.press('End')
  await expect(rowIn(panel, 'Miasto 20,')).toBeVisible()
  await grid.press('End')
  await grid.press('End')
  await expect(rowIn(panel, 'Miasto 45,')).toBeVisible()

  await panel.getByRole('searchbox').fill('Miasto 44')
  await expect(rowIn(panel, 'Miasto 44,')).toBeVisible()
  await expect(panel.getByRole('status')).toHaveText(/1/)
  await expect.poll(() => query(page, 'tab.q')).toBe('Miasto 44')
  await panel.getByRole('searchbox').fill('Nikt')
  await expect(panel.getByRole('heading', { name: 'Nic nie znaleziono' })).toBeVisible()
  // what belongs to the tab goes with it
  await panel.getByRole('tab', { name: 'Historia' }).click()
  await expect.poll(() => query(page, 'tab.q')).toBe(null)
  await page.locator('.parts-panel').getByRole('button', { name: 'Zamknij' }).click()
  await expect(panel).toBeHidden()
})

test('commands in a tab act on its rows; a command that needs no row is sent for the panel’s row, to a path that its form fills in', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ ...admin, path: '/nothing/here' })
  const sent = await withPlaces(page, server, 2)
  await page.goto(new URL('/clients/active', page.url()).href)
  const { panel, id } = await openPlaces(page)
  const bar = panel.getByRole('toolbar')
  await expect(bar.getByRole('button')).toHaveText([words('add')])

  await press(bar, words('add'))
  const dialog = page.getByRole('dialog')
  // of the panel's row nothing is filled in
  await expect(dialog.getByLabel(say('companies.department.city'))).toHaveValue('')
  await dialog.getByLabel(say('companies.companyPanel.departments')).selectOption('Lublin')
  await dialog.getByLabel(say('companies.department.city')).fill('Krasnystaw')
  await page.reload()
  // the form is open again, with what was typed
  await expect(dialog.getByLabel(say('companies.department.city'))).toHaveValue('Krasnystaw')
  await dialog.getByRole('button', { name: words('add') }).click()
  await expect(dialog).toBeHidden()
  expect(sent.at(-1)).toEqual({
    call: `POST /api/test/clients/${id}/departments/41/places`,
    body: { city: 'Krasnystaw' }
  })
  await expect(rowIn(panel, 'Miasto 3,')).toBeVisible()
  // the focus is in the tab's rows, not in the page's
  await expect(panel.getByRole('grid')).toBeFocused()

  await rowIn(panel, 'Miasto 1,').click()
  await press(bar, words('edit'))
  const city = dialog.getByLabel(say('companies.department.city'))
  await expect(city).toHaveValue('Miasto 1')
  await expect(city).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar.locator(':focus')).toHaveCount(1)
  await press(bar, words('edit'))
  await city.fill('Rejowiec')
  await dialog.getByRole('button', { name: say('common.edit.submit') }).click()
  await expect(dialog).toBeHidden()
  expect(sent.at(-1)).toEqual({ call: 'PUT /api/test/departments/41/places/1', body: { city: 'Rejowiec' } })
  await expect(panel.getByRole('grid')).toBeFocused()

  for (const gone of ['Miasto 1,', 'Miasto 2,', 'Miasto 3,']) {
    await rowIn(panel, gone).click()
    await press(bar, words('remove'))
    await dialog.getByRole('button', { name: words('remove') }).click()
    await expect(rowIn(panel, gone)).toHaveCount(0)
    await expect(panel).toBeVisible()
    await expect(panel.locator('[data-focus-region] [data-focus-home]')).toBeFocused()
  }
  await expect(panel.getByRole('heading', { name: say('common.rows.empty') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('on a phone the rows of a tab are cards, chosen by a tap, with adding at the bottom', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ ...admin, size: phone, path: '/nothing/here' })
  const sent = await withPlaces(page, server, 30)
  await page.goto(new URL('/clients/active', page.url()).href)
  await page.locator('.parts-card-title').first().click()
  const panel = page.locator('.parts-panel')
  await panel.getByRole('tab', { name: 'Punkty odbioru' }).click()
  const add = panel.getByRole('button', { name: words('add') })
  await expect(add).toBeVisible()
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const first = panel.getByRole('listitem').filter({ hasText: 'Miasto 1,' })
  await first.getByRole('button').click()
  await expect(first.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await press(panel.getByRole('toolbar'), words('remove'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('remove') })
    .click()
  await expect(first).toHaveCount(0)
  expect(sent.at(-1)?.call).toBe('DELETE /api/test/places/1')
  await expect(panel).toBeVisible()
  await expect(panel.locator('.parts-cards :focus')).toHaveText(/Miasto 2,/)
  await expect(card(page, 'Miasto 2,')).toBeVisible()
})
