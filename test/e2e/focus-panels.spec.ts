/**
 * The focus, over every dialog that a list within a panel opens: in its first open field, and back in the tab's own bar when it
 * is given up, never in the page's. What becomes of it after a command was sent is in panel-rows.spec.ts.
 */
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { ListMetadata, TabMetadata } from '../../src/contract/list.ts'
import type { PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import type { Row } from '../../src/contract/row.ts'
import { matches } from '../../src/contract/when.ts'
import { availability, filledPath } from '../../ui/parts/command/commandState.ts'
import { activeIs, asks, inDialog } from './fixtures/focus.ts'
import { press, speaker } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type TestServer, test } from './fixtures/test.ts'
import { admin } from './screens.ts'

const say = speaker('pl')
/** So many rows of a list are tried for one whose tab has a row that allows the command. */
const tried = 30

interface Case {
  readonly path: string
  readonly command: CommandMetadata
}

/** Each command once that asks something in a list within a panel, with rows of the demo that allow it. */
async function casesOf(server: TestServer): Promise<Case[]> {
  const { accessToken } = await server.signIn(admin.area, admin.as)
  const get = async <T>(path: string) => (await server.call<{ data: T }>(admin.area, accessToken, 'GET', path)).data
  const rowsOf = (list: ListMetadata, more: Readonly<Record<string, unknown>> = {}) => {
    const query = new URLSearchParams(
      Object.entries({ ...list.fixed, ...more }).map(([key, value]) => [key, String(value)])
    )
    return get<Row[]>(`${list.call}?${query}&page=1&limit=${tried}`)
  }
  const cases: Case[] = []
  const { groups } = await get<PagesMetadata>('/api/ui/pages')
  for (const { id, route } of groups.flatMap(({ pages }) => pages)) {
    const page = await get<PageMetadata>(`/api/ui/pages/${id}`)
    const tabs = ('list' in page && page.list.panel?.tabs.filter(tab => tab.kind === 'rows')) || []
    if (!('list' in page) || tabs.length === 0) continue
    const owners = await rowsOf(page.list)
    for (const tab of tabs as Extract<TabMetadata, { kind: 'rows' }>[]) {
      const { list, parent, shown } = tab
      const isMissing = (command: CommandMetadata): boolean =>
        asks(command) && !cases.some(known => known.command.name === command.name)
      for (const owner of owners.filter(row => matches(shown, row))) {
        const missing = list.commands.filter(isMissing)
        if (missing.length === 0) break
        const own = { ...list, call: filledPath(list.call, owner) }
        const rows = await rowsOf(own, parent ? { [parent]: owner.id } : {})
        for (const command of missing) {
          const row = rows.find(one => availability(command, [one]).shown && !availability(command, [one]).refusal)
          const path = `${route}?row=${owner.id}&panel=${owner.id}&tab=${tab.name}`
          if (command.selection === 'none') cases.push({ path, command })
          else if (row) cases.push({ path: `${path}&tab.row=${row.id}`, command })
        }
      }
    }
  }
  return cases
}

test('every dialog of a list in a panel focuses its first usable field, and returns the focus to the tab when it closes', async ({
  aWindow,
  server
}) => {
  test.setTimeout(120_000)
  const cases = await casesOf(server)
  expect(cases.map(({ command }) => command.name)).toContain('warehouse.addCompanyFile')
  const page = await aWindow({ ...admin, path: '/nothing/here' })
  for (const { path, command } of cases)
    await test.step(`${command.name} on ${path}`, async () => {
      await goWithin(page, path)
      const tab = page.locator('.parts-panel [data-focus-region]')
      await expect(tab).toBeVisible()
      await settled(page)
      await press(tab.getByRole('toolbar'), say(`${command.name}.label`))
      if (command.menu) await page.getByRole('menuitem').first().click()
      await expect(page.locator('dialog[open]')).toHaveCount(1)
      await settled(page)
      // what the panel's thing fills in is passed over where another one is added to it
      const field = command.selection === 'none' ? /^the first (open|blank) field$/ : /^the first open field$/
      const wanted = command.form ? field : /^a safe button$/
      await expect.poll(() => page.evaluate(inDialog), { message: command.name }).toMatch(wanted)
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog[open]')).toHaveCount(0)
      await activeIs('[data-focus-region] [role=toolbar]')(page)
    })
})
