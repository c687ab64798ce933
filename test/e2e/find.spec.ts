/** Finding: an empty list leads to the one that has the order, and Ctrl+K to its panel, by the keyboard alone. */
import { expect, rowsOf, test } from './fixtures/test.ts'

interface Order {
  readonly id: number
  readonly number: string
}

test('a search without results links to the list that has the order; Ctrl+K opens its panel', async ({
  aWindow,
  server
}) => {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const { data } = await server.call<{ data: Order[] }>(
    'office',
    accessToken,
    'GET',
    '/api/Admin/Orders?OrderStatus=2&limit=1'
  )
  const number = data[0]?.number ?? ''
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new' })
  await page.getByRole('searchbox', { name: 'Szukaj zamówień' }).fill(number)
  const empty = page.getByRole('main')
  await expect(empty.getByRole('heading', { name: 'Nic nie znaleziono' })).toBeVisible()
  await expect(empty.getByText('Jest 1 w innych:')).toBeVisible()
  await empty.getByRole('link', { name: 'W realizacji' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'W realizacji' })).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: number })).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: 'Szukaj zamówień' })).toHaveValue(number)

  await page.getByRole('link', { name: 'Przyjęte' }).focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Szukaj wszędzie i polecenia' })
  const box = palette.getByRole('combobox')
  await expect(box).toBeFocused()
  await page.keyboard.type('anulow')
  await expect(palette.getByRole('option', { name: 'Anulowane' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('link', { name: 'Przyjęte' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(number)
  // at once: what was typed is still being looked for
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: `Zamówienie ${number}` })
  await expect(panel).toBeVisible()
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/\/orders\/in-progress\?.*panel=\d+/)
  await expect(panel.getByRole('heading', { name: number })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/panel=/)
})

test('a link to a row far down shows the row, and where somebody has scrolled it is left alone', async ({
  aWindow,
  server
}) => {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const path = '/api/Admin/Orders?OrderStatus=5&limit=35&OrderBy=CreatedAt&Desc=true'
  const { data } = await server.call<{ data: Order[] }>('office', accessToken, 'GET', path)
  const { id, number } = data.at(-1) as Order
  const page = await aWindow({
    ...{ area: 'office', as: 'admin@example.com' },
    path: `/orders/invoiced?row=${id}&panel=${id}`
  })
  const row = rowsOf(page).filter({ hasText: number })
  await expect(row).toBeInViewport()
  await page.getByRole('grid').evaluate(grid => grid.scrollTo({ top: 0 }))
  await expect(row).not.toBeInViewport()
  await expect(page).toHaveURL(/panel=/)
  await expect(rowsOf(page).filter({ hasText: data[0]?.number ?? '' })).toBeInViewport()
})
