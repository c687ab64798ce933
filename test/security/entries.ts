/**
 * Who may call what, written by hand beside the code: one entry a route, in the `security.ts` of each test folder. A new
 * route needs an entry, or `routes.test.ts` is red.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Entries } from './fixtures/entry.ts'

const tests = join(import.meta.dirname, '..')

/** The entries of all folders. Throws when two of them name the same route. */
export async function allEntries(): Promise<Entries> {
  const all: Record<string, Entries[string]> = {}
  for (const folder of readdirSync(tests)) {
    const file = join(tests, folder, 'security.ts')
    if (!existsSync(file)) continue
    const { entries } = (await import(pathToFileURL(file).href)) as { entries: Entries }
    for (const [route, entry] of Object.entries(entries)) {
      if (Object.hasOwn(all, route)) throw new Error(`${route} has two entries`)
      all[route] = entry
    }
  }
  return all
}
