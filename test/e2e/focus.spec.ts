/**
 * The focus, over every form and question that the metadata gives: in the first open field when it opens, back at the button
 * when it is given up, in the list when it was sent. And over panels, and commands that ask nothing.
 */

import type { Locator, Route } from '@playwright/test'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import type { Row } from '../../src/contract/row.ts'
import { availability } from '../../ui/parts/command/commandState.ts'
import { activeIs, asks, inDialog } from './fixtures/focus.ts'
import { command, placed, press, row, speaker } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, phone, rowsOf, type TestServer, test } from './fixtures/test.ts'
import { admin, client, technician } from './screens.ts'

const say = speaker('pl')

type Person = typeof admin | typeof client | typeof technician

interface Case {
  readonly route: string
  readonly command: CommandMetadata
  /** The call of its list. */
  readonly list: string
  /** The row that it is asked for; none where it makes something. */
  readonly row: Row | undefined
}

/** Every dialog that the lists of a person open, each with a row that allows it; and the pages of these lists. */
async function casesOf(server: TestServer, { area, as }: Person): Promise<{ cases: Case[]; pages: PageMetadata[] }> {
  const { accessToken } = await server.signIn(area, as)
  const get = async <T>(path: string): Promise<T> => server.call<T>(area, accessToken, 'GET', path)
  const { data } = await get<{ data: PagesMetadata }>('/api/ui/pages')
  const cases: Case[] = []
  const pages: PageMetadata[] = []
  for (const { id, route } of data.groups.flatMap(({ pages }) => pages)) {
    const { data: page } = await get<{ data: PageMetadata }>(`/api/ui/pages/${id}`)
    if (!('list' in page)) continue
    pages.push(page)
    for (const command of page.list.commands.filter(asks)) {
      // what the installation refuses has no dialog, such as typing what the accounting system sends
      if (command.disabled) continue
      // the dialog for several rows is opened as those for one are
      if (command.selection === 'many' || cases.some(known => known.command.name === command.name)) continue
      if (command.selection === 'none') cases.push({ route, command, list: page.list.call, row: undefined })
      else {
        const rows = await get<{ data: Row[] }>(`${page.list.call}?${queryOf(page.list)}&limit=200`)
        const allows = (one: Row): boolean => {
          const { shown, refusal } = availability(command, [one])
          return shown && !refusal
        }
        // what no row of the demo is like, such as an administrator with a second factor, is laid over the first one
        const before = cases.findLast(known => known.route === route)?.row
        // of what the demo has nothing, such as failed jobs, there is a row of only this
        const some: readonly Row[] = rows.data.length > 0 ? rows.data : [{ id: 1, version: 1 }]
        const row =
          [...(before ? [before] : []), ...some].find(allows) ??
          some.map(one => ({ ...one, ...wantedBy(command) })).find(allows)
        if (!row) throw new Error(`No row of ${route} allows ${command.name}`)
        cases.push({ route, command, list: page.list.call, row })
      }
    }
  }
  return { cases, pages }
}
/** Values that the rules of the command ask for. */
const wantedBy = ({ shown, when }: CommandMetadata): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...when, ...shown }).map(([field, [value]]) => [field, value]))

const queryOf = ({ fixed }: ListMetadata): string =>
  new URLSearchParams(Object.entries(fixed).map(([key, value]) => [key, String(value)])).toString()

/** A form that may be sent as it opens. */
const lenient = ({ sendOnce: _, ...form }: FormMetadata): FormMetadata => ({
  ...form,
  schema: {
    ...form.schema,
    required: [],
    properties: Object.fromEntries(
      Object.entries(form.schema.properties ?? {}).map(([name, { requiredWhen: __, ...schema }]) => [name, schema])
    )
  },
  fields: form.fields.map(field => ({
    ...field,
    ...(field.transient && { transient: { anyOf: [field.transient, { type: 'null' }] } })
  }))
})

const noticesOf = ({ id }: Row) => ({
  data: [
    { driverId: 1, driver: 'Jan', address: '600100200', orders: [id], notified: 0, sent: [id], messages: ['Trasa'] }
  ],
  total: 1
})

/** Forms ask for nothing, a list has the row that the command is asked for, and calls that change something are answered without being made. */
async function answerForTheServer(
  page: Page,
  pages: readonly PageMetadata[],
  asked: () => Case | undefined
): Promise<void> {
  for (const one of pages) {
    if (!('list' in one)) continue
    const commands = one.list.commands.map(own => (own.form ? { ...own, form: lenient(own.form) } : own))
    const json = { data: { ...one, list: { ...one.list, commands } } }
    await page.route(`**/api/ui/pages/${one.id}`, route => route.fulfill({ json }))
  }
  await page.route(
    ({ pathname }) => /^\/(api|iot)\//i.test(pathname) && !pathname.startsWith('/api/ui/'),
    route => {
      const { row, list } = asked() ?? {}
      const url = new URL(route.request().url())
      // the driver of the row is notified, whether notified before or not
      if (row && url.pathname.endsWith('/notices')) return route.fulfill({ json: noticesOf(row) })
      const isRead = route.request().method() === 'GET' && !url.pathname.includes('/report')
      if (isRead && row && url.pathname === list) return route.fulfill({ json: { data: [row], total: 1 } })
      return isRead ? route.fallback() : route.fulfill({ json: { data: row ?? { id: 1, version: 1 } } })
    }
  )
}

const isInTools = activeIs('.parts-tools')
const isInGrid = activeIs('[role=grid]')
const isInToolsOrGrid = activeIs('.parts-tools, [role=grid]')
const isInPanel = activeIs('.parts-panel')
const active = (page: Page) => page.locator(':focus')

/** All of a command that decides what follows when it was sent. */
const kindOf = ({ form, selection, action, bulk, effects, ...command }: CommandMetadata): string => {
  const { confirm, menu, staysOpen, opensIn, reveals, queued, undo, next, onFailure } = command
  const signs = { confirm, menu, staysOpen, opensIn, reveals, queued, undo, next, onFailure, form }
  const given = Object.entries(signs).flatMap(([name, value]) => (value ? [name] : []))
  return JSON.stringify([action.kind, selection, bulk, effects, given])
}

async function ask(page: Page, { command }: Case, label: string): Promise<void> {
  // what the portal's people come for stands beside the bar
  const apart = page.locator('.parts-tools > .parts-main-command').getByRole('button', { name: label, exact: true })
  if (await apart.isVisible()) await apart.click()
  else await press(page.getByRole('toolbar', { name: 'Polecenia' }), label)
  if (command.menu) await page.getByRole('menuitem').first().click()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await settled(page)
}

/** A form that stays open is closed by hand, also before its command is done. */
async function closedWhileSending(page: Page, send: Locator): Promise<void> {
  let answer = (): void => undefined
  const isAnswered = new Promise<void>(resolve => {
    answer = resolve
  })
  const hold = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET') await isAnswered
    await route.fallback()
  }
  await page.route(/\/api\//i, hold)
  const asked = page.waitForRequest(request => request.method() !== 'GET')
  await send.click()
  await asked
  await page.keyboard.press('Escape')
  answer()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.unroute(/\/api\//i, hold)
}

/** Lists that the demo leaves empty have one row, of a time that no statement is of: an empty list has its button elsewhere. */
async function withoutEmptyLists(server: TestServer): Promise<void> {
  const { accessToken } = await server.signIn('office', admin.as)
  const path = '/api/Admin/EmissionFactors'
  const { total } = await server.call<{ total: number }>('office', accessToken, 'GET', path)
  if (total > 0) return
  const factor = { name: 'Bus', basis: 0, value: 0.1, source: 'Pomiar', year: 2000 }
  const days = { firstDay: '2000-01-01', lastDay: '2000-12-31' }
  await server.call('office', accessToken, 'POST', path, { ...factor, ...days })
}

/** Those of an administrator are tried in shares, beside each other and none of them for minutes. */
for (const [who, person, expected, share, shares] of [
  ['an administrator', admin, 18, 1, 4],
  ['an administrator', admin, 18, 2, 4],
  ['an administrator', admin, 18, 3, 4],
  ['an administrator', admin, 18, 4, 4],
  ['a technician', technician, 1, 1, 1],
  ['a client', client, 3, 1, 1]
] as const)
  test(`every dialog of ${who} begins in its first open field and gives the focus back, share ${share} of ${shares}`, async ({
    aWindow,
    server
  }) => {
    test.setTimeout(240_000)
    // one that a client may still edit and cancel
    await placed(server, 'container', 'for its dialogs')
    await withoutEmptyLists(server)
    const { cases: all, pages } = await casesOf(server, person)
    expect(all.length).toBeGreaterThanOrEqual(expected)
    const cases = all.filter((_, at) => at % shares === share - 1)
    // one of each kind is sent, too, in whichever share it is
    const kinds = all.map(({ command }) => kindOf(command))
    const isFirstOfKind = (one: Case): boolean => kinds.indexOf(kindOf(one.command)) === all.indexOf(one)
    const page = await aWindow({ ...person, path: '/nothing/here' })
    let current: Case | undefined
    await answerForTheServer(page, pages, () => current)
    for (const one of cases) {
      const isOtherRow = current?.route === one.route && current.row !== one.row
      current = one
      const label = say(`${one.command.name}.label`)
      await test.step(`${one.command.name} on ${one.route}`, async () => {
        await goWithin(page, one.route + (one.row ? `?row=${one.row.id}` : ''))
        // the list stands with the row of the command before
        if (isOtherRow) await page.reload()
        await expect(page.getByRole('grid')).toBeVisible()
        await settled(page)
        await ask(page, one, label)
        const wanted = one.command.form ? 'the first open field' : 'a safe button'
        await expect.poll(() => page.evaluate(inDialog), { message: one.command.name }).toBe(wanted)
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog[open]')).toHaveCount(0)
        await isInTools(page)

        // where the focus goes afterwards is decided by what kind of command it is
        if (!isFirstOfKind(one)) return
        await ask(page, one, label)
        // what speaks against the plan of a demo order has to be ticked
        for (const tick of await page.locator('dialog[open] .parts-tick-warning input').all()) await tick.check()
        const send = page.locator('dialog[open] .parts-form-end button').last()
        if (one.command.staysOpen) await closedWhileSending(page, send)
        else await send.click()
        await expect(page.locator('dialog[open]')).toHaveCount(0)
        await (one.command.staysOpen ? isInToolsOrGrid : isInGrid)(page)
      })
    }
  })

test('a command without a form leaves the focus in the list, on the next row', async ({ aWindow, server }) => {
  const [older, newer] = [await placed(server, 'container', 'older'), await placed(server, 'container', 'newer')]
  const page = await aWindow({ ...admin, path: '/orders/new' })
  await row(page, newer).click()
  const accept = page
    .getByRole('toolbar', { name: 'Polecenia' })
    .getByRole('button', { name: say('orders.accept.label') })
  await accept.focus()
  await accept.press('Enter')
  await expect(row(page, newer)).toHaveCount(0)
  await isInGrid(page)
  const next = await active(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${next}"]`)).toContainText(older)
  await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(0)

  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: `Zamówienie ${older}` })
  await isInPanel(page)
  await panel.getByRole('tab', { name: 'Szczegóły zamówienia' }).click()
  const inPanel = panel.getByRole('toolbar').getByRole('button', { name: say('orders.accept.label') })
  await inPanel.focus()
  await inPanel.press('Enter')
  await expect(panel).toBeHidden()
  await isInGrid(page)
})

test('a panel takes the focus when it opens, and returns it to its opener', async ({ aWindow }) => {
  const page = await aWindow({ ...admin, path: '/orders/new' })
  await rowsOf(page).first().click()
  await command(page, 'Zobacz')
  const panel = page.getByRole('complementary', { name: /^Zamówienie/ })
  await expect(panel.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await panel.getByRole('tab', { name: 'Szczegóły zamówienia' }).click()
  await press(panel.getByRole('toolbar'), say('orders.edit.label'))
  await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await isInPanel(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Zobacz' })).toBeFocused()

  await page.getByRole('grid').focus()
  await page.keyboard.press('Enter')
  await isInPanel(page)
  await panel.getByRole('button', { name: 'Zamknij' }).click()
  await isInGrid(page)
})

test('on a phone a form does not open the keyboard, and the list does not scroll under a panel', async ({
  aWindow,
  server
}) => {
  for (const note of ['third', 'second', 'first']) await placed(server, 'container', note)
  const page = await aWindow({ ...admin, size: phone, path: '/orders/new' })
  const list = page.locator('.parts-cards')
  const titles = page.locator('.parts-card-title')
  const top = (): Promise<number> => list.evaluate(element => element.scrollTop)
  for (const [card, leave] of [
    [0, 'Zamknij'],
    [2, 'Back'],
    [5, 'Zamknij'],
    [5, 'Back']
  ] as const) {
    const title = page.locator(`[aria-posinset="${card + 1}"] .parts-card-title`)
    await title.scrollIntoViewIfNeeded()
    await settled(page)
    const before = await top()
    const number = await title.innerText()
    await title.click()
    const panel = page.getByRole('complementary', { name: `Zamówienie ${number}` })
    await expect(panel.getByRole('heading', { level: 2 }).first()).toBeFocused()
    if (leave === 'Back') await page.goBack()
    else await panel.getByRole('button', { name: leave }).click()
    await expect(panel).toBeHidden()
    await settled(page)
    expect([card, leave, await top()]).toEqual([card, leave, before])
    await expect(title).toBeInViewport()
    await expect(title).toBeFocused()
  }

  // the open order goes: the others stay where they are
  const [title, following] = [titles.nth(1), titles.nth(2)]
  await list.evaluate(element => element.scrollTo(0, 200))
  await settled(page)
  const [before, gone, next] = [await top(), await title.innerText(), await following.innerText()]
  expect(before).toBe(200)
  await title.click()
  const panel = page.getByRole('complementary', { name: `Zamówienie ${gone}` })
  await panel.getByRole('tab', { name: 'Szczegóły zamówienia' }).click()
  await press(panel.getByRole('toolbar'), say('orders.cancel.label'))
  const form = page.getByRole('dialog')
  await expect(form.getByRole('heading', { level: 2 })).toBeFocused()
  await form.getByRole('radio').first().check()
  await form.getByRole('button', { name: say('orders.cancel.label') }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: gone, exact: true })).toHaveCount(0)
  await settled(page)
  // cards differ a little in height; a whole one is over 200 px
  expect(Math.abs((await top()) - before)).toBeLessThan(40)
  await expect(page.getByRole('button', { name: next, exact: true })).toBeFocused()
})
