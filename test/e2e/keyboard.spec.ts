/** A list by the keyboard alone: its keys, all rows selected and cancelled with one reason, and rows that others bring and take away. */
import { alert, placed, row } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, rowsOf, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 90_000 })

test('a person uses a list by the keyboard alone, and its rows keep their places while other people change them', async ({
  aWindow,
  server
}) => {
  const mark = `klawisze-${Date.now()}`
  const numbers: string[] = []
  for (let at = 0; at < 4; at++) numbers.push(await placed(server, 'container', mark))
  const [first = '', second = '', third = '', last = ''] = numbers
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)

  // the menu makes room for the page, and stays so
  const wide = page.getByRole('button', { name: 'Rozwiń menu' })
  await page.keyboard.press('[')
  await expect(wide).toBeVisible()

  // the list of keys; those of one character can be turned off, and then do nothing
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Skróty klawiszowe' })
  await expect(keys.getByRole('term').filter({ hasText: 'Nowe' })).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(keys).toBeHidden()
  await expect(page).not.toHaveURL(/orders/)
  await page.evaluate(() => localStorage.setItem('opony.keys', 'on'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  await expect(wide).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/orders\/new/)

  // the search, then the rows; a letter acts on the row that the keyboard is on
  await expect(rowsOf(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await expect(rowsOf(page)).toHaveCount(4)
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('a')
  const accepted = alert(page, 'Pomyślnie przyjęto zamówienie')
  await expect(accepted).toContainText(last)
  await expect(accepted.getByRole('button', { name: 'Pokaż' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(3)

  // neither a panel nor a selection moves a row
  const at = await row(page, first).boundingBox()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: `Zamówienie ${third}` })).toBeVisible()
  expect((await row(page, first).boundingBox())?.y).toBe(at?.y)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await expect(page.getByText('Zaznaczono 3 pozycje')).toBeVisible()
  expect(await row(page, first).boundingBox()).toEqual(at)

  // what others take away stays in its place, what they bring waits, and the selection is said to have shrunk
  const staff = await server.signIn('office', 'admin@example.com')
  const listed = await server.call<{ data: { id: number; number: string }[] }>(
    'office',
    staff.accessToken,
    'GET',
    `/api/Admin/Orders?page=1&limit=10&allFields=${mark}`
  )
  const id = listed.data.find(({ number }) => number === third)?.id
  await server.call('office', staff.accessToken, 'PUT', `/api/Admin/Orders/${id}/accept`)
  const brought = await placed(server, 'container', mark)
  await expect(row(page, third)).toHaveAttribute('data-gone', 'true')
  await expect(row(page, third)).toContainText('Przyjęto zamówienie')
  await expect(page.getByRole('button', { name: '1 nowe' })).toBeVisible()
  await expect(page.getByText('Zaznaczono 2 pozycje')).toBeVisible()
  expect(await row(page, first).boundingBox()).toEqual(at)
  await expect(row(page, brought)).toHaveCount(0)

  // both that are left are cancelled with one reason
  await page.keyboard.press('x')
  const form = page.getByRole('dialog', { name: 'Anuluj zamówienie' })
  await expect(form.getByRole('radio').first()).toBeFocused()
  // how many, and which
  await expect(form).toHaveAccessibleName(/^Anuluj zamówienie \(2\): Z\/\d{4}\/\d{6}, Z\/\d{4}\/\d{6}$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(alert(page, 'Pomyślnie anulowano 2 zamówienia')).toBeVisible()
  await expect(row(page, first)).toHaveCount(0)
  await expect(row(page, second)).toHaveCount(0)
  await expect(row(page, third)).toHaveCount(0)
  await expect(row(page, brought)).toBeVisible()
})
