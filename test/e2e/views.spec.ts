/** A view of a list is made, reloaded, shared and opened by another; what it names that is gone is said. */
import { expect, type Page, rowsOf, test } from './fixtures/test.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Widok:' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Widok' })
const header = (page: Page, name: string) => page.getByRole('columnheader', { name })
const queryOf = (page: Page): string => new URL(page.url()).search

test('a view is created, reloaded, shared, opened by another person, and opened without a column that no longer exists', async ({
  aWindow
}) => {
  const office = { area: 'office' } as const
  const page = await aWindow({ ...office, as: 'admin@example.com', path: '/store/containers?f.ContainerStatus=1' })
  await rowsOf(page).first().waitFor()
  await expect(button(page)).toHaveAccessibleName('Widok: Domyślny')
  await page.getByRole('button', { name: 'Kolumny' }).click()
  await page.getByRole('checkbox', { name: 'Magazyn serwisowy' }).uncheck()
  await page.keyboard.press('Escape')

  // by keyboard alone
  await button(page).press('ArrowDown')
  await expect(menu(page).getByRole('menuitemradio', { name: 'Domyślny' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(menu(page).getByRole('menuitem', { name: 'Zapisz widok…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nazwa' }).fill('Połączone')
  await page.keyboard.press('Enter')
  await expect(button(page)).toHaveAccessibleName('Widok: Połączone')
  await expect(button(page)).toBeFocused()
  expect(queryOf(page)).toMatch(/^\?view=s\d+$/)

  await page.reload()
  await rowsOf(page).first().waitFor()
  await expect(button(page)).toHaveAccessibleName('Widok: Połączone')
  await expect(header(page, 'Magazyn serwisowy')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Usuń filtr: Status Połączony' })).toBeVisible()

  // what differs from it is marked, and given up again
  await header(page, 'Bateria').getByRole('button').click()
  await expect(button(page)).toHaveAccessibleName('Widok: Połączone (zmieniony)')
  await button(page).click()
  await menu(page).getByRole('menuitem', { name: 'Odrzuć zmiany' }).click()
  await expect(button(page)).toHaveAccessibleName('Widok: Połączone')
  await button(page).click()
  await menu(page).getByRole('menuitem', { name: 'Udostępnij' }).click()
  await expect(page.getByText('Udostępniono widok Połączone')).toBeVisible()

  const other = await aWindow({
    ...office,
    as: 'technician@example.com',
    path: `/store/containers${queryOf(page)}`
  })
  await rowsOf(other).first().waitFor()
  await expect(button(other)).toHaveAccessibleName('Widok: Połączone')
  await expect(header(other, 'Magazyn serwisowy')).toHaveCount(0)
  await button(other).click()
  await expect(menu(other).getByRole('group', { name: 'Udostępnione' })).toContainText('Połączone')
  await expect(menu(other).getByRole('menuitem')).toHaveText(['Zapisz jako nowy widok…'])

  const status = await page.evaluate(async id => {
    const headers = { Authorization: `Bearer ${sessionStorage.getItem('token')}`, 'Content-Type': 'application/json' }
    const state = { filters: { Gone: '1', ContainerStatus: '1' }, layout: { order: ['gone', 'containerNumber'] } }
    const body = JSON.stringify({ state })
    return (await fetch(`/api/Views/${id}/state`, { method: 'PUT', headers, body })).status
  }, queryOf(page).slice('?view=s'.length))
  expect(status).toBe(200)
  await other.reload()
  await rowsOf(other).first().waitFor()
  await expect(other.getByText('Widok otwarto bez tego, czego na tej liście już nie ma.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Usuń filtr: Status Połączony' })).toBeVisible()
})
