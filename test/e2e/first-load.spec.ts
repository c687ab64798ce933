/** What the first list costs whoever opens it for the first time: all scripts and styles, as they are sent. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, rowsOf, test } from './fixtures/test.ts'

const budget = 250_000
const built = fileURLToPath(new URL('../../dist/ui', import.meta.url))

for (const [area, as, path] of [
  ['office', 'admin@example.com', '/orders/all'],
  ['portal', 'client@example.com', '/orders/all']
] as const)
  test(`the first list of ${area} loads at most ${budget / 1_000} kB of scripts and styles`, async ({ aWindow }) => {
    const page = await aWindow({ area, as, path })
    await expect(rowsOf(page).first()).toBeVisible()
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    )
    const files = [...new Set(loaded)].filter(name => /^\/assets\/.*\.(js|css)$/.test(name))
    expect(files.some(name => name.endsWith('.js')) && files.some(name => name.endsWith('.css'))).toBe(true)
    const sizes = files.map(name => ({ name, bytes: readFileSync(`${built}${name}.gz`).length }))
    const list = sizes.sort((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${bytes} ${name}`)
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0)
    test.info().annotations.push({ type: 'bytes', description: String(sum) })
    expect(sum, list.join('\n')).toBeLessThanOrEqual(budget)
  })
