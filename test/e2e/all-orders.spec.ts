/** The list of all orders offers for each order what the list of its state offers. */
import { command, placed, row } from './fixtures/orders.ts'
import { expect, rowsOf, test } from './fixtures/test.ts'

const admin = { area: 'office', as: 'admin@example.com' } as const

test('an order of any state is opened by Enter and worked on in the list of all', async ({ aWindow, server }) => {
  const { accessToken } = await server.signIn('office', admin.as)
  const one = '/api/Admin/Orders?page=1&limit=1&OrderStatus=3&OptimaStatus=0&NeedsNumber=false'
  const { data } = await server.call<{ data: { id: number; number: string }[] }>('office', accessToken, 'GET', one)
  const [done] = data
  if (!done) throw new Error('The demo has no completed order')
  const page = await aWindow({ ...admin, path: `/orders/all?q=${encodeURIComponent(done.number)}` })
  await expect(rowsOf(page)).toHaveCount(1)
  await row(page, done.number).dblclick()
  const panel = page.getByRole('complementary', { name: `Zamówienie ${done.number}` })
  await expect(row(page, done.number)).toHaveAttribute('aria-selected', 'true')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('Enter')
  await panel.getByRole('tab', { name: 'Szczegóły zamówienia' }).click()
  const bar = panel.getByRole('toolbar')
  await expect(bar.getByRole('button', { name: 'Popraw' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Przyjmij zamówienie' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Zamknij' }).click()
  // E corrects what is completed, and edits what is new
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Popraw' })).toBeVisible()
  await page.keyboard.press('Escape')

  const fresh = await placed(server, 'container', 'among all')
  await page.goto(`${new URL(page.url()).origin}/orders/all?q=${encodeURIComponent(fresh)}`)
  await row(page, fresh).click()
  await command(page, 'Przyjmij zamówienie')
  await expect(row(page, fresh)).toContainText('Przyjęte')
  await row(page, fresh).click()
  await expect(await command(page, 'Skieruj do realizacji')).toBeVisible()
})
