/**
 * Every screen, wide and narrow, is looked at: axe finds nothing against WCAG 2.2 AA, nothing sticks out sideways, the
 * console is silent; at 320 px and at 200 % it can be used. `npm run pictures` runs the same and keeps a picture of each in both
 * themes, of a window of 1280 px, too.
 */
import type { PageEntry } from '../../src/contract/page.ts'
import { measuredColumns } from './fixtures/columns.ts'
import { keep, look } from './fixtures/look.ts'
import { speaker } from './fixtures/orders.ts'
import type { Area } from './fixtures/server.ts'
import { settled } from './fixtures/settled.ts'
import { desk, expect, goWithin, type Page, phone, type TestServer, test } from './fixtures/test.ts'
import { enlarged, expectUsable, smallest } from './fixtures/usable.ts'
import { admin, client, type Screen, screens, technician } from './screens.ts'
import { screensOfContainers } from './screens-of-containers.ts'
import { screensOfEvidence } from './screens-of-evidence.ts'
import { screensOfFrame } from './screens-of-frame.ts'
import { screensOfMap } from './screens-of-map.ts'
import { screensOfPeople } from './screens-of-people.ts'
import { screensOfPlaces } from './screens-of-places.ts'
import { screensOfPlanning } from './screens-of-planning.ts'
import { screensOfPrograms } from './screens-of-programs.ts'
import { screensOfRegistration } from './screens-of-registration.ts'
import { screensOfReports } from './screens-of-reports.ts'
import { screensOfSettings } from './screens-of-settings.ts'
import { screensOfValidators } from './screens-of-validators.ts'
import { screensOfWaste } from './screens-of-waste.ts'
import { screensOfWork } from './screens-of-work.ts'

const say = speaker('pl')

/** Pages that lead home unless their address names a thing: they are looked at with one (screens-of-map.ts). */
const withThing = ['iot.containerMap']

/** The pages that the metadata offers a role, each as a screen, and its title. */
async function pagesOf(
  server: TestServer,
  { area, as }: { area: Area; as: string }
): Promise<(Screen & { title: string })[]> {
  const { accessToken } = await server.signIn(area, as)
  type Pages = { data: { groups: { pages: PageEntry[] }[] } }
  const { data } = await server.call<Pages>(area, accessToken, 'GET', '/api/ui/pages')
  const pages = data.groups.flatMap(group => group.pages).filter(({ id }) => !withThing.includes(id))
  const whose = as.split('@')[0]
  return pages.map(({ id, route, title }) => ({ name: `${id}-${whose}`, area, as, path: route, title: say(title) }))
}

/** An administrator's pages are many: so many tests share them, so that several workers can take them. */
const shares = 5

type Size = typeof desk

/** Columns are as wide as the rows of a list's first page need (columnWidths.ts): those are looked at. */
const rowsOfPage = 35

/**
 * How many different texts of a column may be cut: one, because a width leaves out the longest of 35 rows, and one more where the
 * window has too little room. Where the rows are few, none may be.
 */
const fewOf = (rows: number): number => (rows < 10 ? 0 : 2)

/**
 * On a desk the lists show whole what their rows are about, numbers and codes too, and cut no header. Beside what is still to be planned
 * the rows of a day have too little room for long names, and which names those are depends on the date: they are read once it is closed.
 */
async function expectReadable(page: Page, name: string): Promise<void> {
  await settled(page)
  const beside = page.locator('button[aria-controls=parts-beside]')
  if ((await beside.count()) === 0) return expectUncut(page, name, true)
  await expectUncut(page, name, false)
  const toggle = page.getByRole('button', { name: await beside.innerText(), exact: true })
  await toggle.click()
  await expect(page.locator('#parts-beside')).toHaveCount(0)
  await settled(page)
  await expectUncut(page, `${name} alone`, true)
  await toggle.click()
  await expect(page.locator('#parts-beside')).toHaveCount(1)
}

/** Headers, numbers and codes are whole in any room; what the rows are about is where there is enough. */
async function expectUncut(page: Page, name: string, isRoomy: boolean): Promise<void> {
  for (const { header, isMain, isCodes, isHeaderCut, shares, texts } of await measuredColumns(page, rowsOfPage)) {
    expect.soft(isHeaderCut, `${name}: the header ${header} is cut`).toBe(false)
    const cut = [...new Set(texts.filter((_, at) => (shares[at] ?? 1) < 0.995))]
    if (isCodes) expect.soft(cut, `${name}: cut numbers or codes of ${header}`).toEqual([])
    if (isMain && isRoomy)
      expect
        .soft(cut.length, `${name}: of ${texts.length} texts of ${header} these are cut: ${cut.join('; ')}`)
        .toBeLessThanOrEqual(fewOf(texts.length))
  }
}

/** Each looked at in both sizes, in one window that is made narrow; what is for one size alone, in that one. */
const sizesOf = ({ only }: Screen) => (only ? [{ desk, phone }[only]] : [desk, phone])

/** A desk of an older computer, which only pictures are taken of: the layout is that of a wider one. */
const olderDesk = { width: 1280, height: 800 }

/** Looks at it in each size, and in what each becomes when it is as small as can be. */
async function lookAt(page: Page, name: string, sizes: readonly Size[], pictures: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await look(page, name, pictures)
    if (pictures && size === desk) {
      await page.setViewportSize(olderDesk)
      await keep(page, name, pictures)
    }
    const small = size === desk ? enlarged : smallest
    await page.setViewportSize(small)
    await expectUsable(page, `${name} at ${small.width} px`)
    if (pictures) await keep(page, name, pictures)
  }
}

const all = [
  ...screens,
  ...screensOfContainers,
  ...screensOfEvidence,
  ...screensOfFrame,
  ...screensOfMap,
  ...screensOfPeople,
  ...screensOfPlaces,
  ...screensOfPrograms,
  ...screensOfRegistration,
  ...screensOfReports,
  ...screensOfSettings,
  ...screensOfWaste,
  ...screensOfWork,
  ...screensOfPlanning,
  ...screensOfValidators
]
for (const screen of all) {
  const { name, area, as, path, locale, lead, alone, expected } = screen
  const sizes = sizesOf(screen)
  test.describe(() => {
    test.use({ expected: expected ? [expected] : [] })
    test(`${name} at ${sizes.map(({ width }) => width).join(' and ')}`, async ({ aSharedWindow, server, pictures }) => {
      // ten pictures of a screen take longer than to look at it
      if (pictures) test.setTimeout(180_000)
      const [size = desk] = sizes
      const page = await aSharedWindow({
        ...{ area, path, size },
        ...(as && { as }),
        ...(locale && { locale }),
        ...(alone && { alone })
      })
      await lead?.(page, server)
      await lookAt(page, name, sizes, pictures)
    })
  })
}

// a technician sees no page that an administrator does not: out there, on a phone, it is looked at for its own role
for (const [whose, count, sizes] of [
  [admin, shares, [desk, phone]],
  [client, 1, [desk, phone]],
  [technician, 1, [phone]]
] as const)
  for (let share = 0; share < count; share++)
    test(`each page of ${whose.as}, share ${share + 1} of ${count}`, async ({ aSharedWindow, server, pictures }) => {
      const pages = (await pagesOf(server, whose)).filter((_, at) => at % count === share)
      expect(pages.length).toBeGreaterThan(0)
      test.setTimeout(20_000 * (pages.length + 1))
      const [first] = pages
      const page = await aSharedWindow({ ...whose, size: sizes[0], ...(first && { path: first.path }) })
      for (const { name, path, title } of pages) {
        await page.setViewportSize(sizes[0])
        await goWithin(page, path)
        await expect(page).toHaveTitle(`${title} · Opony`)
        // before it is made narrow, and a desk's columns would have to be drawn again
        if (sizes[0] === desk) await expectReadable(page, name)
        await lookAt(page, name, sizes, pictures)
      }
    })
