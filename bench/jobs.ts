/**
 * What the jobs of a day cost: `npm run bench -- jobs`. Each is played in Chromium over the demo's business, as a person plays it
 * who knows the application; counted are clicks or taps, keys, typed values (their letters are no keys) and seconds until the page
 * says that it is done. "Before" is what the same cost at the first count, in November 2026. The bench fails where a job
 * costs more than before, or more than is wanted of it. `SIZE=1280x720` plays the jobs of the office in a window of that size.
 */
import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { isoDayIn, placed } from '../test/e2e/fixtures/orders.ts'
import { aServer, type TestServer } from '../test/e2e/fixtures/server.ts'
import setup from '../test/e2e/fixtures/setup.ts'
import { chromiumArguments, chromiumPath } from '../test/helper/browser.ts'
import { type Cost, Hand } from './jobs-hand.ts'
import { callerJobs } from './jobs-of-callers.ts'
import { finishingJobs } from './jobs-of-finishing.ts'
import { planningJobs } from './jobs-of-planning.ts'
import { driven, type Job } from './jobs-parts.ts'
import { jobsOnPhone } from './jobs-phone.ts'

const admin = 'admin@example.com'
/** In the order in which a day goes: each leaves what the next takes up. */
const jobs: readonly Job[] = [...planningJobs, ...finishingJobs, ...callerJobs]
/** Only jobs with all of these words in their names. */
const wanted = process.argv.slice(3)
const mark = 'a bench of jobs'

/** The window of the office. */
const [width = 1440, height = 900] = (process.env.SIZE ?? '').split('x').filter(Boolean).map(Number)
/** In milliseconds, for any step: the machine may have other work. */
const patience = 30_000

/** Orders enough for all of it: new ones, accepted ones, and twelve that one vehicle has driven. */
async function prepare(server: TestServer): Promise<void> {
  const { accessToken } = await server.signIn('office', admin)
  const call = <T>(method: string, path: string, body?: object): Promise<{ data: T }> =>
    server.call('office', accessToken, method, `/api/Admin/${path}`, body)
  const placedWith = async (note: string, count: number): Promise<number[]> => {
    for (let at = 0; at < count; at++) await placed(server, 'container', note)
    const query = new URLSearchParams({ page: '1', limit: '100', allFields: note })
    return (await call<{ id: number }[]>('GET', `Orders?${query}`)).data.map(({ id }) => id)
  }
  const accept = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) await call('PUT', `Orders/${id}/accept`, {})
  }
  await accept((await placedWith(mark, 50)).slice(0, 26))
  const route = await placedWith(driven, 12)
  await accept(route)
  const day = isoDayIn(0)
  const [vehicle] = (await call<{ id: number }[]>('GET', `Vehicles/matched-vehicles?OrdersId=${route[0]}&day=${day}`))
    .data
  await call('PUT', 'Orders/set-realization', { orderIds: route, vehicleId: vehicle?.id, orderRealizationDate: day })
}

async function played(browser: Browser, server: TestServer, job: Job): Promise<Cost & { readonly seconds: number }> {
  const { area = 'office', as = admin, phone = false, remembered = {}, path, ready, play } = job
  const viewport = phone ? { width: 360, height: 740 } : { width, height }
  const context = await browser.newContext({ viewport, locale: 'pl-PL', timezoneId: 'Europe/Warsaw' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const { accessToken, expiresAt } = await server.signIn(area, as)
    await page.addInitScript(`if (location.href !== 'about:blank')
      for (const [key, value] of Object.entries(${JSON.stringify({ token: accessToken, expiresAt })})) sessionStorage.setItem(key, value)
      if (location.href !== 'about:blank')
        for (const [key, value] of Object.entries(${JSON.stringify(remembered)})) localStorage.setItem(key, value)`)
    await page.goto(server[area] + path)
    await ready(page).waitFor()
    const hand = new Hand(page)
    const start = performance.now()
    await play(hand)
    const { clicks, keys, typed } = hand
    return { clicks, keys, typed, seconds: (performance.now() - start) / 1000 }
  } finally {
    await context.close()
  }
}

const textOf = ({ clicks = 0, keys = 0, typed = 0 }: Partial<Cost>): string =>
  [clicks && `${clicks} clicks`, keys && `${keys} keys`, typed && `${typed} typed`].filter(Boolean).join(', ')
const sumOf = ({ clicks = 0, keys = 0, typed = 0 }: Partial<Cost>): number => clicks + keys + typed

/** Plays the jobs one after the other in a business of their own: each leaves what the next takes up. */
async function playAll(browser: Browser, all: readonly Job[]): Promise<void> {
  const chosen = all.filter(({ name }) => wanted.every(word => name.includes(word)))
  if (chosen.length === 0) return
  const server = await aServer()
  try {
    await prepare(server)
    for (const job of chosen) console.log(await row(browser, server, job))
  } finally {
    await server.close()
  }
}

/** The row of the table that says what the job costs. */
async function row(browser: Browser, server: TestServer, job: Job): Promise<string> {
  try {
    const { seconds, ...cost } = await played(browser, server, job)
    const most = Math.min(sumOf(job.before), job.most ?? Number.POSITIVE_INFINITY)
    const isMore = sumOf(cost) > most
    if (isMore) process.exitCode = 1
    return `| ${job.name} | ${textOf(job.before)} | ${most} | ${textOf(cost)}${isMore ? ' (more)' : ''} | ${seconds.toFixed(1)} |`
  } catch (error) {
    process.exitCode = 1
    const why = String(error).split('\n', 4).join(' ').replaceAll('|', '/')
    return `| ${job.name} | ${textOf(job.before)} | | not played: ${why} | |`
  }
}

const undo = await setup()
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
try {
  console.log('| job | before | at most | now | seconds |\n| --- | --- | --- | --- | --- |')
  for (const all of [jobs, jobsOnPhone]) await playAll(browser, all)
} finally {
  await browser.close()
  await undo()
}
