/**
 * Frames of the map with 50,000 containers: `npm run bench -- map`, with another `COUNT=…`. Builds the browser's
 * part, serves it under the true content policy with made-up points, and drives a real Chromium: the map is dragged and
 * zoomed while ten containers a second move. Figures: time from frame to frame, 95th percentile (limit 33 ms), and how
 * long the page's thread was held by one task at the most; and from a press to what it shows (interaction delay).
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumHint, wholeChromiumPath } from '../test/helper/browser.ts'
import { standIn } from './map-stand-in.ts'

const count = Number(process.env.COUNT ?? 50_000)
const limitMs = 33
const size = { width: 1440, height: 900 }

const watch = `
  window.frames_ = []
  window.longest_ = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) window.longest_ = Math.max(window.longest_, duration)
  }).observe({ type: 'longtask' })
  window.delays_ = []
  new PerformanceObserver(list => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId) window.delays_.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  let before = performance.now()
  requestAnimationFrame(function next(now) {
    window.frames_.push(now - before)
    before = now
    requestAnimationFrame(next)
  })`

const begin = (page: Page): Promise<unknown> => page.evaluate('window.frames_.length = 0, window.longest_ = 0')

async function report(page: Page, what: string): Promise<number> {
  const frames = (await page.evaluate('window.frames_')) as number[]
  const longest = (await page.evaluate('window.longest_')) as number
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const [median, p95, worst] = [at(0.5), at(0.95), at(1)].map(value => Number(value.toFixed(1)))
  console.log(
    `${what}: ${frames.length} frames, median ${median}, p95 ${p95}, worst ${worst} ms; longest task ${longest} ms`
  )
  return p95 ?? 0
}

async function drag(page: Page, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    const way = turn % 2 ? -1 : 1
    await page.mouse.move(900, 450)
    await page.mouse.down()
    for (let step = 1; step <= 30; step++) await page.mouse.move(900 + way * step * 12, 450 + way * step * 6)
    await page.mouse.up()
  }
}

async function wheel(page: Page, times: number): Promise<void> {
  await page.mouse.move(900, 450)
  for (let turn = 0; turn < times; turn++) {
    for (let step = 0; step < 12; step++) {
      await page.mouse.wheel(0, turn % 2 ? 120 : -120)
      await page.evaluate('new Promise(done => setTimeout(done, 60))')
    }
  }
}

/** From a press to the frame that shows its effect: layers off and on, steps of the zoom, a point of the list. */
async function interact(page: Page, times: number): Promise<void> {
  await page.evaluate('window.delays_.length = 0')
  for (let turn = 0; turn < times; turn++) {
    for (const name of [/^Kontenery/, /^Bateria słaba/, /^Punkty odbioru/])
      await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: turn % 2 ? 'Oddal' : 'Przybliż' }).click()
    await page.locator('.map-row').first().click()
  }
  const delays = ((await page.evaluate('window.delays_')) as number[]).toSorted((a, b) => a - b)
  const at = (share: number): number => delays[Math.floor((delays.length - 1) * share)] ?? 0
  console.log(`interactions: ${times * 5}, of which over 16 ms ${delays.length}; p98 ${at(0.98)}, worst ${at(1)} ms`)
}

async function run(): Promise<boolean> {
  const executablePath = wholeChromiumPath()
  if (!executablePath) throw new Error(chromiumHint)
  const folder = mkdtempSync(join(tmpdir(), 'opony-map-'))
  const server = await standIn({ folder, count, seed: randomBytes(2).readUInt16LE() })
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const page = await browser.newPage({ viewport: size })
    await page.addInitScript(watch)
    await page.addInitScript(server.signIn)
    await page.goto(`${server.origin}/store/map`)
    await page.locator('.map-row').first().waitFor()
    await page.evaluate('new Promise(done => setTimeout(done, 3000))')
    server.move(10)
    const figures: number[] = []
    await begin(page)
    await drag(page, 8)
    figures.push(await report(page, 'pan at zoom 5.7'))
    await begin(page)
    await wheel(page, 4)
    figures.push(await report(page, 'zoom in and out'))
    await page.goto(`${server.origin}/store/map?view=52.2,21,10`)
    await page.locator('.map-row').first().waitFor()
    await page.evaluate('new Promise(done => setTimeout(done, 2000))')
    await begin(page)
    await drag(page, 8)
    figures.push(await report(page, 'pan at zoom 10'))
    await interact(page, 6)
    return figures.every(figure => figure <= limitMs)
  } finally {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!(await run())) process.exitCode = 1
