/**
 * How much of its text each column of each list shows: `npm run bench -- columns [words of a page's id]`. Starts the application
 * over the demo business, opens each list in Chromium at 1440, 1280 and 1920 px, and prints of each column that cuts a text the
 * mean and the worst share that is seen, and of one that needs scrolling sideways how much of it is on screen. Figures: of the
 * first 100 rows, in how many every text of the column is whole. With RAIL=1 the side menu is collapsed, with RAIL=0 it is not.
 */
import { chromium } from '@playwright/test'
import { type MeasuredColumn, measuredColumns } from '../test/e2e/fixtures/columns.ts'
import { type Area, aServer } from '../test/e2e/fixtures/server.ts'
import setup from '../test/e2e/fixtures/setup.ts'
import { chromiumArguments, chromiumPath } from '../test/helper/browser.ts'

const widths = [1440, 1280, 1920]
/** A folder for pictures of what was measured; none without it. */
const shots = process.env.PICTURES
/** `1` or `0`: the menu as a person has chosen it; without it, as it is at first. */
const rail = process.env.RAIL
const wanted = process.argv.slice(3)
const people: readonly (readonly [Area, string])[] = [
  ['office', 'admin@example.com'],
  ['portal', 'client.admin@example.com']
]

/** What stands there once the list has come, or has nothing. */
const drawn = '.parts-grid-body [aria-rowindex="2"] :is([role=gridcell], [role=rowheader]), .parts-main .state'

const percent = (share: number): string => String(Math.round(share * 100))

function textOf({ header, isHeaderCut, shares, onScreen }: MeasuredColumn): string | undefined {
  const cut = shares.filter(share => share < 1).length
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  const parts = [
    ...(cut > 0 ? [`${percent(mean)}/${percent(Math.min(...shares))}, ${cut} of ${shares.length} cut`] : []),
    ...(isHeaderCut ? ['header cut'] : []),
    ...(onScreen < 0.99 ? [`${percent(onScreen)} % on screen`] : [])
  ]
  return parts.length > 0 ? `${header} ${parts.join(', ')}` : undefined
}

const undo = await setup()
const server = await aServer()
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
try {
  console.log(`| list | ${widths.join(' | ')} |\n| --- | ${widths.map(() => '---').join(' | ')} |`)
  for (const [area, as] of people) {
    const token = await server.signIn(area, as)
    type Pages = { data: { groups: { pages: { id: string; route: string }[] }[] } }
    const { data } = await server.call<Pages>(area, token.accessToken, 'GET', '/api/ui/pages')
    const pages = data.groups.flatMap(group => group.pages)
    const context = await browser.newContext({ locale: 'pl-PL', timezoneId: 'Europe/Warsaw' })
    const page = await context.newPage()
    await page.addInitScript(`if (location.href !== 'about:blank')
      for (const [key, value] of Object.entries(${JSON.stringify({ token: token.accessToken, expiresAt: token.expiresAt })})) sessionStorage.setItem(key, value)`)
    if (rail)
      await page.addInitScript(
        `if (location.href !== 'about:blank') localStorage.setItem('opony.side', '${rail === '1' ? 'rail' : 'full'}')`
      )
    for (const { id, route } of pages.filter(one => wanted.every(word => one.id.includes(word)))) {
      const { data: face } = await server.call<{ data: object }>(area, token.accessToken, 'GET', `/api/ui/pages/${id}`)
      if (!('list' in face)) continue
      const found: string[] = []
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(server[area] + route)
        await page.locator(drawn).first().waitFor()
        if (shots) await page.screenshot({ path: `${shots}/${id}-${width}.png` })
        const columns = await measuredColumns(page)
        if (columns.length > 0) found.push(columns.flatMap(column => textOf(column) ?? []).join('; ') || 'all whole')
      }
      if (found.length > 0) console.log(`| ${id} | ${found.join(' | ')} |`)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
  await undo()
}
