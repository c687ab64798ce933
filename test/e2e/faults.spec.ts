/**
 * A fault costs one part and not the page: code that does not come, a deploy under an open tab, a component that fails. What was typed is
 * kept, and the operator hears of faults of the program.
 */
import { alert, command, placed, planned, row } from './fixtures/orders.ts'
import { expect, type Page, test } from './fixtures/test.ts'

const admin = { area: 'office', as: 'admin@example.com' } as const

/** Loses every request for the script of this name; the returned function lets them through again. */
async function lose(page: Page, name: string) {
  const pattern = `**/assets/${name}-*.js`
  await page.route(pattern, route => route.abort())
  return () => page.unroute(pattern)
}

/** Makes the server's answer about its build another one than the page's, as after a deploy. */
const deploy = (page: Page) =>
  page.route('**/orders/**', route => {
    const isPage = route.request().resourceType() === 'fetch' && !route.request().url().includes('/api/')
    return isPage ? route.fulfill({ body: '<meta name="build" content="aaaaaaaaaaaa" />' }) : route.fallback()
  })

test.describe('code that cannot be loaded', () => {
  test.use({ expected: [[/ERR_FAILED/, /dynamically imported module/], { scope: 'test' }] })

  test('leaves out only its dialog, whose message has a button that fetches the code again', async ({
    aWindow,
    server
  }) => {
    const number = await placed(server, 'container', 'to be printed')
    await planned(server, number)
    const page = await aWindow({ ...admin, path: '/orders/in-progress' })
    const find = await lose(page, 'PrintView')
    await row(page, number).click()
    await command(page, 'Drukuj')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('Nie udało się wczytać')

    await find()
    await dialog.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog).toContainText(number)
  })

  test('reloads the page once if the server has another build, and keeps the typed values', async ({
    aWindow,
    server
  }) => {
    const number = await placed(server, 'container', 'to be finished')
    await planned(server, number)
    const page = await aWindow({ ...admin, path: '/orders/in-progress' })
    await deploy(page)
    await lose(page, 'DayGrid')
    await row(page, number).click()
    const form = await command(page, 'Zakończ')
    await form.getByLabel('Numer KPO').fill('KPO 7/2026')
    const loaded = page.waitForEvent('load')
    await form.getByRole('button', { name: 'Wybierz dzień z kalendarza' }).first().click()
    await loaded

    // the form opens again by its address
    const again = page.getByRole('dialog')
    await expect(again.getByLabel('Numer KPO')).toHaveValue('KPO 7/2026')
    // the tab has been loaded for this build already: the field says that it failed
    await again.getByRole('button', { name: 'Wybierz dzień z kalendarza' }).first().click()
    await expect(again.getByRole('alert')).toContainText('Nie udało się wczytać')
  })
})

test.describe('a component that fails', () => {
  test.use({ expected: [[/TypeError/], { scope: 'test' }] })

  test('leaves out only its section, and is reported without data', async ({ aWindow }) => {
    const page = await aWindow({ ...admin, path: '/unavailable' })
    await page.route('**/api/Dashboard/overview*', route => route.fulfill({ json: { data: {} } }))
    const report = page.waitForRequest('**/api/ui/crashes')
    await page.goto(new URL('/', page.url()).href)
    expect(Object.keys((await report).postDataJSON())).toEqual(['message', 'path', 'build'])
    expect((await (await report).response())?.status()).toBe(204)
    await expect(page.getByRole('heading', { name: 'Ta część przestała działać' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Do zrobienia' })).toBeVisible()
  })
})

test('a tab offers to reload when the server announces another build', async ({ aWindow }) => {
  const page = await aWindow({ ...admin, path: '/unavailable' })
  await page.routeWebSocket('**/api/hub', socket => {
    const server = socket.connectToServer()
    server.onMessage(message => socket.send(String(message).replace(/"build":"\w+"/, '"build":"aaaaaaaaaaaa"')))
  })
  await page.goto(`${new URL(page.url()).origin}/orders/new`)
  await expect(alert(page, 'Jest nowa wersja systemu.').getByRole('button', { name: 'Wczytaj' })).toBeVisible()
})
