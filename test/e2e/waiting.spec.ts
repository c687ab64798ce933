/** What a client sees who may not order yet or no longer; what it was told of; colleagues who wait. Answers are changed on their way. */

import { look } from './fixtures/look.ts'
import { speaker } from './fixtures/orders.ts'
import type { TestServer } from './fixtures/server.ts'
import { desk, expect, type Page, phone, test } from './fixtures/test.ts'

const as = 'client.admin@example.com'
const say = speaker('pl')

/** Changes the data of the answers of a path from now on. */
async function changed(page: Page, path: string, change: (data: object) => object): Promise<void> {
  await page.route(path, async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: change(body.data) } })
  })
}

const words = ['placed', 'accepted', 'planned', 'collected', 'canceled', 'invoiced']

/** Answers three orders of the client, two on the first page, as the server does once the company was deactivated. The pages asked for. */
async function ordersOfShutCompany(page: Page, server: TestServer): Promise<string[]> {
  const { accessToken } = await server.signIn('portal', as)
  const list = await server.call<{ data: object[] }>('portal', accessToken, 'GET', '/api/Admin/Orders?limit=3')
  const members = words.map((word, code) => ({ name: word, code, tone: 'info', label: `orders.status.${word}` }))
  const vocabularies = [{ name: 'orders.status', members }]
  const asked: string[] = []
  await page.route('**/api/Dashboard/client/orders?*', route => {
    const number = new URL(route.request().url()).searchParams.get('page') ?? ''
    asked.push(number)
    const all = list.data.map((order, at) => (at === 0 ? { ...order, currentStatus: 0 } : order))
    const rows = number === '1' ? all.slice(0, 2) : all.slice(2)
    return route.fulfill({ json: { data: { rows, total: all.length, vocabularies } } })
  })
  return asked
}

const states: readonly [name: string, given: object, says: string, ticks: number][] = [
  ['new', { hasReceptionPlace: false, isCompanyActive: false }, 'ui.inactive.mine', 1],
  ['checked', { isCompanyActive: false }, 'ui.inactive.waiting', 2],
  ['joiner', { role: null, isActivated: false }, 'ui.inactive.step.letIn', 1]
]

for (const size of [phone, desk])
  test(`the waiting page says whose turn it is, and whom to ask, ${size.width} px wide`, async ({
    aWindow,
    pictures,
    server
  }) => {
    const page = await aWindow({ area: 'portal', as, size, path: '/client/dashboard' })
    for (const [name, given, says, ticks] of states) {
      await page.unrouteAll()
      await changed(page, '**/api/Authorization/userinfo', data => ({ ...data, hasAllRequiredData: false, ...given }))
      await page.goto(new URL('/inactive', page.url()).href)
      await expect(page.getByText(say(says))).toBeVisible()
      await expect(page.getByRole('list', { name: say('ui.inactive.steps') }).locator('[data-turn=done]')).toHaveCount(
        ticks
      )
      await expect(page.getByRole('button', { name: say('companies.addPlace.label') })).toHaveCount(
        says === 'ui.inactive.mine' ? 1 : 0
      )
      await look(page, `waiting-${name}`, pictures)
    }
    await page.unrouteAll()
    const reason = 'Zaległości w płatnościach'
    await changed(page, '**/api/Authorization/userinfo', data => ({
      ...data,
      ...{ hasAllRequiredData: false, companyDeactivationReason: reason }
    }))
    const asked = await ordersOfShutCompany(page, server)
    await page.reload()
    await expect(page.getByText(`Powód: ${reason}.`)).toContainText('Zadzwoń: +48 82 600 70 80')
    await expect(page.getByRole('list', { name: say('ui.inactive.steps') })).toHaveCount(0)
    const orders = page.getByRole('region', { name: say('orders.ofShut.title') })
    await expect(orders.getByRole('listitem').filter({ hasText: /Z\/\d{4}\// })).toHaveCount(2)
    await expect(orders.getByText(say('orders.status.placed'), { exact: true }).first()).toBeVisible()
    await orders.getByRole('button', { name: say('orders.ofShut.more') }).click()
    await expect(orders.getByRole('listitem').filter({ hasText: /Z\/\d{4}\// })).toHaveCount(3)
    await expect(orders.getByRole('button')).toHaveCount(0)
    expect(asked).toEqual(['1', '2'])
    await look(page, 'waiting-deactivated', pictures)
    await page.unrouteAll({ behavior: 'wait' })
  })

test('Back closes the untouched form of the first place, and asks before what was typed is lost', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'portal', as, path: '/client/dashboard' })
  const given = { hasAllRequiredData: false, hasReceptionPlace: false, isCompanyActive: false }
  await changed(page, '**/api/Authorization/userinfo', data => ({ ...data, ...given }))
  await page.goto(new URL('/inactive', page.url()).href)
  // as after a sign-in: the entry before is of the same document, by the router's own count
  await page.evaluate(() => history.pushState({ __TSR_index: 1 }, '', '/inactive?again=1'))
  const add = page.getByRole('button', { name: say('companies.addPlace.label') })
  const form = page.getByRole('dialog', { name: say('companies.addPlace.label') })
  await add.click()
  await expect(form.getByLabel('Miejscowość')).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/inactive\?again=1$/)
  await add.click()
  await form.getByLabel('Miejscowość').fill('Lublin')
  await page.goBack()
  await page.getByRole('button', { name: 'Wróć do edycji' }).click()
  await expect(form.getByLabel('Miejscowość')).toHaveValue('Lublin')
  await page.unrouteAll({ behavior: 'wait' })
})

for (const size of [phone, desk])
  test(`the bell of the portal counts what is new, and opening it marks it as read, ${size.width} px wide`, async ({
    aWindow,
    pictures
  }) => {
    const page = await aWindow({ area: 'portal', as, size, path: '/client/dashboard' })
    const entry = { text: 'odbiór śr. 25.11', at: '2026-11-23T08:15:00Z' }
    const news = [
      { ...entry, id: 12, title: 'Zamówienie Z/2026/000902', path: '/client/orders', isRead: false },
      { ...entry, id: 11, title: 'Petra Nováková', text: 'prośba o dostęp', path: '/client/users', isRead: false },
      { ...entry, id: 10, title: 'Zamówienie Z/2026/000876', text: 'przyjęte', path: '/client/orders', isRead: true }
    ]
    const read: unknown[] = []
    await page.route('**/api/Notifications/own', route =>
      route.fulfill({
        json: {
          data: news.map(one => ({ ...one, isRead: one.isRead || read.length > 0 })),
          total: read.length > 0 ? 0 : 2
        }
      })
    )
    await page.route('**/api/Notifications/own/read', async route => {
      read.push(route.request().postDataJSON())
      await route.fulfill({ json: { data: { unread: 0 } } })
    })
    await changed(page, '**/api/Dashboard/client', data => ({ ...data, peopleWhoAsk: 2 }))
    await page.reload()
    await expect(page.getByRole('link', { name: '2 osoby proszą o dostęp do firmy' })).toHaveAttribute(
      'href',
      '/client/users'
    )
    await page.getByRole('button', { name: 'Powiadomienia: 2' }).click()
    await expect(page.getByRole('link', { name: /^Zamówienie Z\/2026\/000902/ })).toBeVisible()
    await expect.poll(() => read).toEqual([{ upTo: 12 }])
    await expect(page.getByRole('button', { name: 'Powiadomienia: 0' })).toBeVisible()
    await look(page, 'portal-bell', pictures)
    await page.getByRole('link', { name: /^Petra Nováková/ }).click()
    await expect(page).toHaveURL(/\/client\/users$/)
    await page.unrouteAll({ behavior: 'wait' })
  })
