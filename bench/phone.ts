/**
 * First pages on a slow phone: `npm run bench -- phone`, with another `TURNS=…` (5). Drives a real Chromium with a processor four
 * times slower and a network of 1.6 Mbit/s and 150 ms, on the server as it is started, with the demo's business. It uses the
 * browser's part that was built last. Medians of the turns, each with a new browser profile (cold), then once more in it
 * (warm): largest contentful paint (LCP), the first row, layout shift (CLS); then how long the screen takes to answer (INP) a tap on
 * a card and each key in search and form. Limits are those of quality.md; what is over one is marked, and the bench then fails.
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { roles } from '../src/contract/roles.ts'
import { type Area, aServer, password, type TestServer } from '../test/e2e/fixtures/server.ts'
import setup from '../test/e2e/fixtures/setup.ts'
import { chromiumArguments, chromiumHint, wholeChromiumPath } from '../test/helper/browser.ts'
import { median } from './helper/app.ts'

const turns = Number(process.env.TURNS ?? 5)
const limits = { lcp: 2_500, cls: 0.1, inp: 200 }
const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }
/** Bytes a second; milliseconds. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const card = '.parts-card-title, [role=row][aria-selected]'

const watch = `
  window.figures_ = { lcp: 0, what: '', cls: 0, row: 0, delays: [] }
  const on = (options, read) => new PerformanceObserver(list => list.getEntries().forEach(read)).observe({ buffered: true, ...options })
  on({ type: 'largest-contentful-paint' }, entry => {
    figures_.lcp = entry.startTime
    figures_.what = entry.element ? entry.element.tagName + '.' + entry.element.className : ''
  })
  on({ type: 'layout-shift' }, entry => entry.hadRecentInput || (figures_.cls += entry.value))
  on({ type: 'event', durationThreshold: 16 }, entry => entry.interactionId && figures_.delays.push(entry.duration))
  new MutationObserver(() => {
    if (figures_.row === 0 && document.querySelector('${card}')) figures_.row = performance.now()
  }).observe(document, { childList: true, subtree: true })`

interface Figures {
  readonly lcp: number
  readonly what: string
  readonly cls: number
  readonly row: number
  readonly delays: readonly number[]
  /** Bytes over the network, headers included. */
  readonly bytes: number
  readonly requests: number
}

interface Traffic {
  bytes: number
  requests: number
}

async function slow(page: Page): Promise<{ session: CDPSession; traffic: Traffic }> {
  const session = await page.context().newCDPSession(page)
  const traffic = { bytes: 0, requests: 0 }
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
    traffic.requests += 1
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { session, traffic }
}

const read = (page: Page): Promise<Omit<Figures, 'bytes' | 'requests'>> => page.evaluate('window.figures_')

/** Loads the address and waits until it has been quiet. */
async function load(page: Page, traffic: Traffic, address: string, shown: string): Promise<Figures> {
  Object.assign(traffic, { bytes: 0, requests: 0 })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shown).first().waitFor()
  await page.waitForLoadState('networkidle')
  return { ...(await read(page)), ...traffic }
}

/** The worst delay of what `act` does. */
async function delayOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('void (figures_.delays.length = 0)')
  await act()
  await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done, 300)))')
  return Math.max(0, ...(await read(page)).delays)
}

interface Scene {
  readonly name: string
  readonly area: Area
  readonly as?: string
  readonly path: string
  readonly size: typeof phone
  /** What says that it has come. */
  readonly shown: string
  /** The limit of its LCP in ms, where it is another than usual. */
  readonly lcp?: number
  readonly act?: (page: Page) => Promise<Record<string, number>>
}

const client = 'client@example.com'
/** What the tab knows of the person from the page before. */
const knownOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  [client]: { role: roles.CLIENT, companyId: 1, departmentId: 1 },
  'admin@example.com': { role: roles.ADMIN },
  'technician@example.com': { role: roles.SERVICE_TECHNICAN }
}

/** A card is opened, and a few letters are typed into the search and into a form. */
async function useList(page: Page): Promise<Record<string, number>> {
  const open = await delayOf(page, async () => {
    await page.locator('.parts-card').nth(1).tap()
    await page.locator('.parts-panel h2').waitFor()
  })
  await page.goBack()
  const search = page.locator('input[type=search]')
  await search.tap()
  // the year is in every number: the list does not empty, and its main command stays where it is
  const found = page.waitForResponse(answer => answer.url().includes('allFields=2026'))
  const typed = await delayOf(page, () => search.pressSequentially('2026', { delay: 80 }))
  await found
  await page.locator('.parts-card').first().waitFor()
  const form = await delayOf(page, async () => {
    await page.locator('.parts-main-command button').tap()
    await page.locator(note).first().waitFor()
  })
  return { 'opening a card': open, 'typing into the search': typed, 'opening the form': form }
}

const note = 'dialog textarea'
const typeInto = (field: string) => async (page: Page) => {
  const box = page.locator(field).first()
  await box.tap()
  return { typing: await delayOf(page, () => box.pressSequentially('brama', { delay: 80 })) }
}

/** A row is chosen on a desk. */
const chooseRow = async (page: Page) => ({
  'choosing a row': await delayOf(page, () => page.locator(card).nth(2).click())
})

const scenes: Scene[] = [
  {
    name: 'portal, first list',
    area: 'portal',
    as: client,
    path: '/client/orders',
    size: phone,
    shown: card,
    act: useList
  },
  {
    name: 'portal, order form',
    area: 'portal',
    as: client,
    path: '/client/orders?do=orders.place',
    size: phone,
    shown: note,
    act: typeInto(note)
  },
  {
    name: 'portal, home page',
    area: 'portal',
    as: client,
    path: '/client/dashboard',
    size: phone,
    shown: '.portal-order'
  },
  {
    name: 'portal, sign-in form',
    area: 'portal',
    path: '/authorization',
    size: phone,
    shown: 'input[name=email]',
    act: typeInto('input[name=email]')
  },
  {
    name: 'technician, list of containers',
    area: 'office',
    as: 'technician@example.com',
    path: '/store/containers',
    size: phone,
    shown: card
  },
  {
    // cold is the first opening, which connects the phone; warm is by its service worker
    name: 'driver, day',
    area: 'portal',
    as: 'driver@example.com',
    path: '/driver/app',
    size: phone,
    shown: '.stop, .empty',
    lcp: 2_000
  },
  {
    name: 'office, list of new orders',
    area: 'office',
    as: 'admin@example.com',
    path: '/orders/all',
    size: desk,
    shown: card,
    act: chooseRow
  }
]

const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits))
const against = (value: number, limit: number, unit = ''): string =>
  `${value}${unit} (${value <= limit ? 'of' : 'OVER'} ${limit})`

function report(name: string, all: readonly Figures[], lcpLimit = limits.lcp): boolean {
  const of = (key: 'lcp' | 'cls' | 'row' | 'bytes' | 'requests') => median(all.map(figures => figures[key]))
  const lcp = of('lcp')
  const row = of('row')
  const what = all.at(-1)?.what
  console.log(
    `${name}: LCP ${against(rounded(lcp), lcpLimit, ' ms')} ${what}, CLS ${against(rounded(of('cls'), 3), limits.cls)}, ` +
      `first row ${row ? `${rounded(row)} ms` : '–'}, ${rounded(of('bytes') / 1_000)} kB in ${of('requests')} answers`
  )
  return lcp <= lcpLimit && of('cls') <= limits.cls
}

async function aPage(browser: Browser, server: TestServer, { area, as, size }: Scene) {
  const context = await browser.newContext({
    viewport: size,
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    hasTouch: true,
    isMobile: size === phone
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  if (as) {
    const { accessToken, expiresAt } = await server.signIn(area, as)
    const keep = `if (location.href !== 'about:blank' && !sessionStorage.token) {
      const values = ${JSON.stringify({ accessToken, expiresAt, ...knownOf[as] })}
      Object.assign(sessionStorage, { ...values, token: values.accessToken, isActivated: true, hasAllRequiredData: true }) }`
    await page.addInitScript(keep)
  }
  return { page, ...(await slow(page)) }
}

async function play(browser: Browser, server: TestServer, scene: Scene): Promise<boolean> {
  const cold: Figures[] = []
  const warm: Figures[] = []
  const acts: Record<string, number>[] = []
  for (let turn = 0; turn < turns; turn++) {
    const { page, traffic } = await aPage(browser, server, scene)
    const address = server[scene.area] + scene.path
    cold.push(await load(page, traffic, address, scene.shown))
    await page.goto('about:blank')
    warm.push(await load(page, traffic, address, scene.shown))
    if (scene.act) acts.push(await scene.act(page))
    await page.context().close()
  }
  const fine = [report(`${scene.name}, cold`, cold, scene.lcp), report(`${scene.name}, warm`, warm, scene.lcp)]
  for (const key of Object.keys(acts[0] ?? {})) {
    const delay = median(acts.map(act => act[key] ?? 0))
    console.log(`${scene.name}, INP of ${key}: ${against(delay, limits.inp, ' ms')}`)
    fine.push(delay <= limits.inp)
  }
  return fine.every(Boolean)
}

/** From the button of the sign-in form to the first card. */
async function signIn(browser: Browser, server: TestServer): Promise<void> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const scene: Scene = {
      name: '',
      area: 'portal',
      path: '/authorization?next=/client/orders',
      size: phone,
      shown: ''
    }
    const { page } = await aPage(browser, server, scene)
    await page.goto(server.portal + scene.path)
    await page.locator('input[name=email]').fill(client)
    await page.locator('input[name=password]').fill(password)
    const began = (await page.evaluate('performance.now()')) as number
    await page.locator('button[type=submit]').tap()
    await page.locator(card).first().waitFor()
    times.push((await read(page)).row - began)
    await page.context().close()
  }
  console.log(`portal, from the button of sign-in to the first card: ${rounded(median(times))} ms`)
}

const executablePath = wholeChromiumPath()
if (!executablePath) throw new Error(chromiumHint)
const stop = await setup()
const server = await aServer()
const browser = await chromium.launch({ executablePath, args: chromiumArguments })
try {
  const wanted = scenes.filter(({ name }) => name.includes(process.argv[3] ?? ''))
  const fine: boolean[] = []
  for (const scene of wanted) fine.push(await play(browser, server, scene))
  if (!process.argv[3]) await signIn(browser, server)
  if (!fine.every(Boolean)) process.exitCode = 1
} finally {
  await browser.close()
  await server.close()
  await stop()
}
