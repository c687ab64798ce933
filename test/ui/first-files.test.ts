/**
 * What lists and forms share is in the file that every page loads anyway. A module outside of it that both import, a style too, makes the
 * file of forms import that of lists: whoever signs in, and sees no list, would then load 40 kB for nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isInFrame } from '../../ui/build/chunks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const statics = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'(\.[^']+)'/gm
const dynamics = /\bimport\(\s*'(\.[^']+)'\s*\)/g

/** `{ type A, type B }` imports nothing. */
const isOfTypes = (names = ''): boolean =>
  /^\{.*\}$/s.test(names) &&
  names
    .slice(1, -1)
    .split(',')
    .every(name => /^\s*(type\s.*)?$/s.test(name))

interface Imports {
  readonly now: readonly string[]
  readonly later: readonly string[]
}
const known = new Map<string, Imports>()

function importsOf(file: string): Imports {
  const before = known.get(file)
  if (before) return before
  const text = /\.tsx?$/.test(file) ? readFileSync(join(root, file), 'utf8') : ''
  const at = (path = ''): string => relative(root, join(root, dirname(file), path))
  const found = {
    now: [...text.matchAll(statics)].filter(([, names]) => !isOfTypes(names)).map(([, , path]) => at(path)),
    later: [...text.matchAll(dynamics)].map(([, path]) => at(path))
  }
  known.set(file, found)
  return found
}

/** A module and what it imports, and so on; with what it imports later, if wanted. */
function reached(files: readonly string[], andLater = false, seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file) || !existsSync(join(root, file))) continue
    seen.add(file)
    const { now, later } = importsOf(file)
    reached(andLater ? [...now, ...later] : now, andLater, seen)
  }
  return seen
}

/** The registrations and hand-written pages, which `shell/Page.tsx` finds by their names, need not be reached for it. */
const application = reached(['ui/main.tsx'], true)
const frame = reached([...application].filter(file => isInFrame(join(root, file))))
const list = reached(['ui/parts/list/ListPage.tsx'])

test.each([
  ['a form', 'ui/parts/form/SchemaForm.tsx'],
  ['the sign-in', 'ui/pages/authorization.tsx']
])('%s shares with a list only what every page has', (_, file) => {
  const own = reached([file])
  expect(own.size).toBeGreaterThan(20)
  expect([...own].filter(one => list.has(one) && !frame.has(one))).toEqual([])
})
