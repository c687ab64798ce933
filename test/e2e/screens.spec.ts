/**
 * Every screen, wide and narrow, light and dark: axe finds nothing against WCAG 2.2 AA, nothing sticks out sideways, the
 * console is silent. With PICTURES=1 each is also kept as a picture under test-results/pictures/, to be looked at.
 */
import AxeBuilder from '@axe-core/playwright'
import type { Area } from './fixtures/server.ts'
import { desk, expect, type House, type Page, phone, test } from './fixtures/test.ts'
import { admin, client, type Screen, screens, technician } from './screens.ts'
import { screensOfWork } from './screens-of-work.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** The pages that the metadata offers a role, each as a screen. */
async function pagesOf(house: House, { area, as }: { area: Area; as: string }): Promise<Screen[]> {
  const { accessToken } = await house.signIn(area, as)
  type Pages = { data: { groups: { pages: { id: string; route: string }[] }[] } }
  const { data } = await house.call<Pages>(area, accessToken, 'GET', '/api/ui/pages')
  return data.groups.flatMap(({ pages }) =>
    pages.map(({ id, route }) => ({ name: `${id}-${as.split('@')[0]}`, area, as, path: route }))
  )
}

/** Nothing waits any more: no skeleton, no spinner, all fonts, no animation on its way. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.locator('.skeleton, .loading, .parts-bone, [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

async function look(page: Page, name: string, width: number): Promise<void> {
  // contrast does not change with the width: the dark theme is judged on the desk, and drawn everywhere for pictures
  const themes = width === desk.width || process.env.PICTURES ? (['light', 'dark'] as const) : (['light'] as const)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    if (process.env.PICTURES) {
      await page.screenshot({
        path: `test-results/pictures/${name}-${width}-${colorScheme}.png`,
        animations: 'disabled'
      })
    }
    // of what axe knows, only the contrast depends on the theme
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(rules)
      : axe.withRules('color-contrast')
    ).analyze()
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target} ${html}`)}`)
    expect.soft(told, `${name}, ${width}, ${colorScheme}`).toEqual([])
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(sideways, `${name}, ${width}: sticks out`).toBeLessThanOrEqual(0)
}

test.describe.configure({ mode: 'parallel' })
test.use({ expected: [/status of 500/] })

for (const [size, only] of [
  [desk, 'desk'],
  [phone, 'phone']
] as const) {
  for (const screen of [...screens, ...screensOfWork].filter(one => !one.only || one.only === only)) {
    test(`${screen.name} at ${size.width}`, async ({ aWindow, house }) => {
      const { area, as, path, locale, lead } = screen
      const page = await aWindow({ area, path, size, ...(as && { as }), ...(locale && { locale }) })
      await lead?.(page, house)
      await look(page, screen.name, size.width)
    })
  }
  // a technician sees no page that an administrator does not: out there, on a phone, it is looked at for its own role
  for (const whose of only === 'phone' ? [admin, technician, client] : [admin, client]) {
    test(`each page of ${whose.as} at ${size.width}`, async ({ aWindow, house }) => {
      const pages = await pagesOf(house, whose)
      expect(pages.length).toBeGreaterThan(0)
      test.setTimeout(20_000 * (pages.length + 1))
      const page = await aWindow({ ...whose, size })
      for (const { name, path } of pages) {
        await page.goto(house[whose.area] + path)
        await look(page, name, size.width)
      }
    })
  }
}
