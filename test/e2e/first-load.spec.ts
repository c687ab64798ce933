/**
 * What the first list costs whoever opens it for the first time: all scripts and styles that were asked for until its rows came, as
 * they are sent. What the browser fetches in idle time afterwards keeps nobody waiting; a panel's script is of that.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, rowsOf, test } from './fixtures/test.ts'

const budget = 235_000
const built = fileURLToPath(new URL('../../dist/ui', import.meta.url))

for (const [area, as, path] of [
  ['office', 'admin@example.com', '/orders/all'],
  ['portal', 'client@example.com', '/orders/all']
] as const)
  test(`the first list of ${area} loads at most ${budget / 1_000} kB of scripts and styles`, async ({
    aWindow,
    server
  }) => {
    const page = await aWindow({ area, as, path: '/nothing/here' })
    // where answers are slow the browser is idle before the rows have come, too
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto(server[area] + path)
    await expect(rowsOf(page).first()).toBeVisible()
    const loaded = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const rows = entries.find(({ name }) => new URL(name).pathname === '/api/Admin/Orders')
      const until = rows?.responseEnd ?? Number.POSITIVE_INFINITY
      return entries.filter(({ startTime }) => startTime < until).map(({ name }) => new URL(name).pathname)
    })
    const files = [...new Set(loaded)].filter(name => /^\/assets\/.*\.(js|css)$/.test(name))
    expect(files.some(name => name.endsWith('.js')) && files.some(name => name.endsWith('.css'))).toBe(true)
    const sizes = files.map(name => ({ name, bytes: readFileSync(`${built}${name}.gz`).length }))
    const list = sizes.sort((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${bytes} ${name}`)
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0)
    test.info().annotations.push({ type: 'bytes', description: String(sum) })
    expect(sum, list.join('\n')).toBeLessThanOrEqual(budget)
    // the files of `chunks` in ui/vite.config.ts, among which are the largest, say that all of them is called at once
    const first = files.filter(name => /\/(vendor|frame|list)-[^/]*\.js$/.test(name))
    expect(first).toHaveLength(3)
    for (const name of first) expect(readFileSync(built + name, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  })
