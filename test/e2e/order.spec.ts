/** An order, from a client's tap to the staff's hand and back, in windows that nobody reloads. */
import { hold } from './fixtures/hold.ts'
import { choose, dismissAlerts } from './fixtures/orders.ts'
import { expect, type Page, phone, rowsOf, signInOn, test } from './fixtures/test.ts'

const placed = /^Order (Z\/\d{4}\/\d{6}) has been placed$/

/** A row of the office's grid, and a card of the phone's list. */
const row = (page: Page, text: string) => rowsOf(page).filter({ hasText: text })
const card = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: text })

const searched = (page: Page) => page.getByRole('searchbox', { name: 'Szukaj zamówień' })

/** Places an order on a phone, in English; its number. */
async function order(page: Page, note: string): Promise<string> {
  await page.getByRole('button', { name: 'Place an order' }).click()
  const form = page.getByRole('dialog', { name: 'Place an order' })
  await choose(form, 'Collection site')
  await form.getByLabel('What should we collect?').selectOption({ index: 1 })
  await expect(form.locator('output')).toHaveText(/\d\.\d\d.*net, .*\d\.\d\d.*gross/)
  await form.getByLabel('Additional information').fill(note)
  await form.getByRole('button', { name: 'Place an order' }).click()
  await expect(form).toBeHidden()
  const done = page.getByText(placed)
  await expect(done).toBeVisible()
  const number = (await done.innerText()).match(placed)?.[1] ?? ''
  await dismissAlerts(page)
  return number
}

test('a client orders on a phone, staff accept, and both windows show it without a reload', async ({ aWindow }) => {
  const client = await aWindow({ area: 'portal', size: phone, locale: 'en-GB', path: '/client/orders' })
  await signInOn(client, 'client@example.com')
  const office = await aWindow({ area: 'office', path: '/orders/new' })
  await signInOn(office, 'admin@example.com')
  await expect(office.getByRole('grid', { name: 'Nowe' })).toBeVisible()

  const number = await order(client, 'The gate is on the left')
  await expect(card(client, number)).toContainText('Placed')
  await row(office, number).click()
  await office.getByRole('button', { name: 'Przyjmij zamówienie' }).click()
  await expect(row(office, number)).toHaveCount(0)
  await expect(office.getByText('Pomyślnie przyjęto zamówienie')).toBeVisible()
  await expect(card(client, number)).toContainText('Accepted')

  await office.getByRole('link', { name: 'Przyjęte' }).click()
  await row(office, number).dblclick()
  const panel = office.getByRole('complementary', { name: `Zamówienie ${number}` })
  await panel.getByRole('tab', { name: 'Historia' }).click()
  await expect(panel.getByRole('tabpanel')).toContainText('Przyjęto zamówienie')
  await expect(panel.getByRole('tabpanel')).toContainText('Złożono zamówienie')
  await panel.getByRole('tab', { name: 'Dodatkowe informacje' }).click()
  await expect(panel).toContainText('The gate is on the left')
})

test('the price of an order is shown in Polish with a comma before it is sent', async ({ aWindow }) => {
  const client = await aWindow({ area: 'portal', as: 'client.admin@example.com' })
  await client.getByRole('button', { name: 'Złóż zamówienie' }).click()
  const form = client.getByRole('dialog', { name: 'Złóż zamówienie' })
  await choose(form, 'Punkt odbioru')
  await form.getByLabel('Co odbieramy?').selectOption({ index: 1 })
  const amount = form.locator('output')
  const amounts = /^([\d\s]+,\d\d)\szł netto, ([\d\s]+,\d\d)\szł brutto/
  await expect(amount).toHaveText(amounts)
  const [, net = '', gross = ''] = amounts.exec((await amount.textContent()) ?? '') ?? []
  const asNumber = (text: string) => Number(text.replace(/\s/g, '').replace(',', '.'))
  expect(asNumber(gross)).toBeCloseTo(asNumber(net) * 1.08, 2)
})

test('a client cancels its new order, and the order leaves the list of staff', async ({ aWindow }) => {
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new' })
  const own = { as: 'client@example.com', size: phone, locale: 'en-GB', path: '/client/orders' } as const
  const client = await aWindow({ area: 'portal', ...own })
  const number = await order(client, 'Two hundred tyres')
  await expect(row(office, number)).toBeVisible()

  await card(client, number).getByRole('button', { name: number, exact: true }).click()
  const panel = client.getByRole('complementary', { name: `Order ${number}` })
  await panel.getByRole('tab', { name: 'Order details' }).click()
  await panel.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = client.getByRole('dialog', { name: 'Cancel order' })
  await dialog.getByLabel('Comment').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(card(client, number)).toContainText('Cancelled')
  await expect(row(office, number)).toHaveCount(0)

  await dismissAlerts(client)
  await card(client, number).getByRole('button', { name: number, exact: true }).click()
  await panel.getByRole('tab', { name: 'Order details' }).click()
  // what can no longer be done has made room, and says why in the menu
  await panel.getByRole('button', { name: 'More actions' }).click()
  const cancel = panel.getByRole('menuitem', { name: 'Cancel order' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await expect(cancel).toContainText(
    'This order can no longer be cancelled. Call +48 82 600 70 80 or write to biuro@opony.example.com.'
  )
  await client.keyboard.press('Escape')
  await panel.getByRole('tab', { name: 'History' }).click()
  await expect(panel.getByRole('tabpanel')).toContainText('Order cancelled')
})

test('Back while a page is still loading leads to the page before', async ({ aWindow }) => {
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/accepted' })
  await office.getByRole('link', { name: 'Anulowane' }).click()
  await expect(office.getByRole('heading', { level: 1 })).toHaveText('Anulowane')
  const release = await hold(office, ({ pathname }) => pathname.startsWith('/assets/ListPage-'))
  await office.reload({ waitUntil: 'commit' })
  // the router has begun: it calls by its own function what the browser has
  await office.waitForFunction(() => !String(history.pushState).includes('[native code]'))
  await office.evaluate(() => history.back())
  release()
  await expect(office.getByRole('heading', { level: 1 })).toHaveText('Przyjęte')
  await expect(office).toHaveURL(/\/orders\/accepted$/)
})

test('the URL of a list keeps search, sort, row, panel and tab over a reload and Back', async ({ aWindow }) => {
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/accepted' })
  const header = office.getByRole('columnheader', { name: 'Klient' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const first = rowsOf(office).first()
  const number = await first.getByRole('gridcell').nth(1).innerText()
  await searched(office).fill(number)
  await expect(office.getByRole('status').filter({ hasText: 'Znaleziono 1 zamówienie' })).toBeVisible()
  await row(office, number).dblclick()
  const panel = office.getByRole('complementary', { name: `Zamówienie ${number}` })
  await panel.getByRole('tab', { name: 'Historia' }).click()

  const isAsItWas = async (): Promise<void> => {
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(searched(office)).toHaveValue(number)
    await expect(row(office, number)).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByRole('tab', { name: 'Historia' })).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByRole('tabpanel')).toContainText('Złożono zamówienie')
  }
  await isAsItWas()
  await office.reload()
  await isAsItWas()
  await office.getByRole('link', { name: 'Anulowane' }).click()
  await expect(panel).toBeHidden()
  await office.goBack()
  await isAsItWas()
  await office.goBack()
  await expect(panel).toBeHidden()
  await expect(searched(office)).toHaveValue(number)
})
