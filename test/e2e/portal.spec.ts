/** A client's home page on a phone: order again in two taps, and see it under way; numbers that lead to their lists. */
import { card, dismissAlerts, makeRoomAtHome, placed } from './fixtures/orders.ts'
import { expect, type Page, password, phone, signInOn, test } from './fixtures/test.ts'

const own = { area: 'portal', as: 'client@example.com', size: phone, locale: 'en-GB' } as const
const section = (page: Page, name: string) => page.getByRole('region', { name })

/** How many the home page says are placed; none where it says nothing. */
async function countOf(page: Page, status: string): Promise<number> {
  const link = section(page, 'Under way').getByRole('link', { name: new RegExp(`^${status} \\d+$`) })
  return (await link.isVisible()) ? Number(/\d+$/.exec(await link.innerText())?.[0]) : 0
}

test('a client orders again from the home page in two taps, sees it there, and finds it by its number’s link', async ({
  aWindow,
  server
}) => {
  await makeRoomAtHome(server)
  const page = await aWindow(own)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const last = section(page, 'Recently collected').getByRole('listitem').first()
  const what = await last.getByRole('heading').innerText()
  const where = await last.locator('.portal-place').innerText()
  const before = await countOf(page, 'Placed')

  await last.getByRole('button', { name: /^Order again: / }).click()
  const form = page.getByRole('dialog', { name: /^Order again/ })
  await expect(form.getByRole('combobox', { name: 'Collection site' })).toHaveValue(where)
  await expect(form.locator('output')).toHaveText(/\d\.\d\d.*net, .*\d\.\d\d.*gross/)
  await form.getByRole('button', { name: 'Order again' }).click()
  await expect(form).toBeHidden()
  const done = page.getByText(/^Order Z\/\d{4}\/\d{6} has been placed$/)
  await expect(done).toBeVisible()
  const number = /Z\/\d{4}\/\d{6}/.exec(await done.innerText())?.[0] ?? ''
  await dismissAlerts(page)

  const fresh = section(page, 'Under way').getByRole('listitem').filter({ hasText: number })
  await expect(fresh.getByRole('heading', { name: what, exact: true })).toBeVisible()
  await expect(fresh).toContainText('Waiting to be accepted')
  await expect.poll(() => countOf(page, 'Placed')).toBe(before + 1)
  await section(page, 'Under way')
    .getByRole('link', { name: `Placed ${before + 1}` })
    .click()
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^(Found )?${before + 1} `) })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the filter: Status Placed' })).toBeVisible()
  await expect(card(page, number)).toBeVisible()
  // on a phone the boxes of the filters stand behind a button, which says how many are set
  await page.getByRole('button', { name: 'Filters 1' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('0')
})

test.describe('with a network that is lost', () => {
  test.use({ expected: [/ERR_INTERNET_DISCONNECTED/] })

  test('a form on the home page keeps its values over a reload without a network', async ({ aWindow }) => {
    const page = await aWindow(own)
    await page
      .getByRole('button', { name: /^Order again: / })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: /^Order again/ })
    await form.getByLabel('Additional information').fill('Ring twice')
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Order again' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await page.context().setOffline(false)
    await page.reload()
    await expect(form.getByLabel('Additional information')).toHaveValue('Ring twice')
    await form.getByRole('button', { name: 'Order again' }).click()
    await expect(page.getByText(/^Order Z\/\d{4}\/\d{6} has been placed$/)).toBeVisible()
  })
})

test('the form of an order says which kinds a place does not have, and of a place that waits that it does', async ({
  aWindow,
  server
}) => {
  const as = 'client.admin@example.com'
  const { accessToken } = await server.signIn('portal', as)
  type Places = { data: { street: string; isActive: boolean; orderTypes: number[] }[] }
  const { data } = await server.call<Places>('portal', accessToken, 'GET', '/api/Admin/reception-places?limit=100')
  const [vehiclesOnly = ''] = data
    .filter(({ isActive, orderTypes }) => isActive && orderTypes.join() === '1')
    .map(({ street }) => street)
  const page = await aWindow({ area: 'portal', as, size: phone, path: '/client/orders' })
  await page.getByRole('button', { name: 'Złóż zamówienie' }).click()
  const form = page.getByRole('dialog', { name: 'Złóż zamówienie' })
  const place = form.getByRole('combobox', { name: 'Punkt odbioru' })
  await place.click()
  await expect(page.getByRole('option', { name: /\(Nieaktywny\) – czeka na weryfikację$/ }).first()).toBeVisible()
  await page.getByRole('option', { name: vehiclesOnly }).click()
  await expect(form.getByText('Ten punkt odbioru nie obsługuje: Na tony, Kontener.')).toBeVisible()
})

test('a tap anywhere on a card opens the order, its own button orders it again; a phone on its side has cards, too', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'container', 'to be tapped')
  const page = await aWindow({ ...own, path: '/client/orders' })
  const box = await card(page, number).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 12)
  const panel = page.getByRole('complementary', { name: `Order ${number}` })
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 740, height: 360 })
  await card(page, number)
    .getByRole('button', { name: `Order again: ${number}` })
    .click()
  const form = page.getByRole('dialog', { name: `Order again: ${number}` })
  await page.reload()
  await expect(form.getByLabel('Additional information')).toHaveValue('to be tapped')
  expect(await form.boundingBox()).toEqual({ x: 0, y: 0, width: 740, height: 360 })
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
})

test('on a phone an order is canceled by a button of its panel, which is not behind the menu of further commands', async ({
  aWindow,
  server
}) => {
  const number = await placed(server, 'container', 'cancel')
  const page = await aWindow({ ...own, locale: 'pl-PL', path: '/client/orders' })
  await card(page, number).click()
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Anuluj zamówienie' })).toBeVisible()
})

test('the side menu is 230 wide, has each role’s pages, and the header leads to the home page', async ({ aWindow }) => {
  for (const [as, pages] of [
    ['client.admin@example.com', ['Orders', 'Collection sites', 'Users', 'Statements of masses', 'BDO']],
    ['client@example.com', ['Orders', 'Collection sites']]
  ] as const) {
    const page = await aWindow({ area: 'portal', as, locale: 'en-GB', path: '/client/orders' })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link')).toHaveText([...pages])
    expect((await menu.boundingBox())?.width).toBe(230)
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  }
})

test('a link in each e-mail leads through the sign-in to the choice of notifications, which is saved', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({
    area: 'portal',
    size: phone,
    locale: 'de-DE',
    path: '/client/dashboard?settings=notifications'
  })
  await signInOn(page, 'client.admin@other.example.com', password)
  const settings = page.getByRole('dialog', { name: 'Kontoeinstellungen' })
  const bySms = settings.getByRole('checkbox', { name: 'Abholtermin festgelegt oder geändert, SMS' })
  await expect(bySms).not.toBeChecked()
  await expect(settings.getByRole('checkbox', { name: 'Abholtermin festgelegt oder geändert, E-Mail' })).toBeChecked()
  const isKept = page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok())
  await bySms.click()
  await expect(bySms).toBeChecked()
  await isKept
  await settings.getByRole('button', { name: 'Schließen' }).click()
  await expect(settings).toBeHidden()
  const { accessToken } = await server.signIn('portal', 'client.admin@other.example.com')
  const { data } = await server.call<{ data: { type: number; channel: number; isOn: boolean }[] }>(
    ...(['portal', accessToken, 'GET', '/api/Notifications/preferences'] as const)
  )
  expect(data.filter(({ channel, isOn }) => channel === 0 && isOn)).toEqual([{ type: 22, channel: 0, isOn: true }])
})
