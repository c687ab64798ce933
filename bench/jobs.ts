/**
 * What the jobs of a day cost: `npm run bench -- jobs`. Each is played in Chromium over the demo's business, as a person plays it
 * who knows the application; counted are clicks or taps, keys, typed values (their letters are no keys) and seconds until the page
 * says that it is done. "Before" is what the same cost at the first count, in November 2026. The bench fails where a job
 * costs more than before.
 */
import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { placed } from '../test/e2e/fixtures/orders.ts'
import { aServer, type TestServer } from '../test/e2e/fixtures/server.ts'
import setup from '../test/e2e/fixtures/setup.ts'
import { chromiumArguments, chromiumPath } from '../test/helper/browser.ts'
import { type Cost, Hand } from './jobs-hand.ts'
import { type Job, jobs } from './jobs-played.ts'

const admin = 'admin@example.com'
/** Only jobs with all of these words in their names. */
const wanted = process.argv.slice(3)
const mark = 'a bench of jobs'

/** Orders enough for all of it: new ones, and accepted ones. */
async function prepare(server: TestServer): Promise<void> {
  const { accessToken } = await server.signIn('office', admin)
  for (let at = 0; at < 50; at++) await placed(server, 'container', mark)
  const query = new URLSearchParams({ page: '1', limit: '100', allFields: mark })
  const path = `/api/Admin/Orders?${query}`
  const { data } = await server.call<{ data: { id: number }[] }>('office', accessToken, 'GET', path)
  for (const { id } of data.slice(0, 26))
    await server.call('office', accessToken, 'PUT', `/api/Admin/Orders/${id}/accept`, {})
}

async function played(browser: Browser, server: TestServer, job: Job): Promise<Cost & { readonly seconds: number }> {
  const { area = 'office', as = admin, phone = false, path, ready, play } = job
  const viewport = phone ? { width: 360, height: 740 } : { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'pl-PL', timezoneId: 'Europe/Warsaw' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const { accessToken, expiresAt } = await server.signIn(area, as)
    await page.addInitScript(`if (location.href !== 'about:blank')
      for (const [key, value] of Object.entries(${JSON.stringify({ token: accessToken, expiresAt })})) sessionStorage.setItem(key, value)`)
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

const undo = await setup()
const server = await aServer()
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
try {
  await prepare(server)
  console.log('| job | before | now | seconds |\n| --- | --- | --- | --- |')
  for (const job of jobs.filter(({ name }) => wanted.every(word => name.includes(word)))) {
    try {
      const { seconds, ...cost } = await played(browser, server, job)
      const isMore = sumOf(cost) > sumOf(job.before)
      if (isMore) process.exitCode = 1
      console.log(
        `| ${job.name} | ${textOf(job.before)} | ${textOf(cost)}${isMore ? ' (more)' : ''} | ${seconds.toFixed(1)} |`
      )
    } catch (error) {
      process.exitCode = 1
      const why = String(error).split('\n', 4).join(' ').replaceAll('|', '/')
      console.log(`| ${job.name} | ${textOf(job.before)} | not played: ${why} | |`)
    }
  }
} finally {
  await browser.close()
  await server.close()
  await undo()
}
