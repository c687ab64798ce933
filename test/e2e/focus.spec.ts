/**
 * The focus, over every form and question that the metadata gives: in the first open field when it opens, back at the button
 * when it is given up, in the list when it was sent. And over panels, and commands that ask nothing.
 */
import type { Locator, Route } from '@playwright/test'
import { answerForTheServer, type Case, casesOf, kindOf, withoutEmptyLists } from './fixtures/dialogs.ts'
import { activeIs, inDialog } from './fixtures/focus.ts'
import { command, placed, press, row, speaker } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, phone, rowsOf, test } from './fixtures/test.ts'
import { admin, client, technician } from './screens.ts'

const say = speaker('pl')

const isInTools = activeIs('.parts-tools')
const isInGrid = activeIs('[role=grid]')
const isInToolsOrGrid = activeIs('.parts-tools, [role=grid]')
const isInPanel = activeIs('.parts-panel')
const active = (page: Page) => page.locator(':focus')

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
