/** The lists of clients in the browser. */
import { alert, press } from './fixtures/orders.ts'
import { expect, rowsOf, test } from './fixtures/test.ts'

test('deactivating a client closes its panel and clears the selection', async ({ aWindow, server }) => {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const list = '/api/Admin/Companies?Verified=true&IsActive=true&limit=1&OrderBy=name&Desc=true'
  type Companies = { readonly data: readonly { readonly id: number; readonly name: string }[] }
  const { data } = await server.call<Companies>('office', accessToken, 'GET', list)
  const [{ id, name }] = data as [Companies['data'][number]]

  const page = await aWindow({
    area: 'office',
    as: 'admin@example.com',
    path: `/clients/active?q=${encodeURIComponent(name)}`
  })
  await rowsOf(page).filter({ hasText: name }).click()
  await page.getByRole('button', { name: 'Zobacz' }).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel).toBeVisible()
  await press(panel.getByRole('toolbar'), 'Dezaktywuj')
  const form = page.getByRole('dialog')
  await form.getByRole('radio').first().check()
  await form.getByRole('button', { name: 'Dezaktywuj' }).click()

  await expect(alert(page, 'Dezaktywowano 1 klienta')).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/^(?!.*(panel|row)=)/)
  await server.call('office', accessToken, 'PUT', '/api/Admin/Companies/activate', { companiesIds: [id] })
})
