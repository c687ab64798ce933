/**
 * docs/coverage.md cannot rot: what it names is there, a citation is of a test's title, and none is of a test that holds for any
 * content whatever: such a test stays green when the row is broken.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf, titlesIn } from './fixtures/citations.ts'

const root = join(import.meta.dirname, '../..')

type Read = (path: string) => string | undefined

/** Tests over all routes, lists or pages: what one of them contains may change without their noticing. */
const general: readonly (readonly [RegExp, RegExp])[] = [
  [/^test\/contract\/permissions\.test\.ts$/, /./],
  [/^test\/security\/routes\.test\.ts$/, /./],
  [/^test\/contract\/metadata\.test\.ts$/, /hold to (its|their) schema/],
  [/^test\/e2e\/screens\.spec\.ts$/, /each page of/]
]
/** Where rows are about who may, and so about those tests. */
const aboutPermissions = /Roles and permissions$/

/** What is wrong with the page, line by line. `read` gives the text of a file of the project, or undefined. */
function coverageFaults(page: string, read: Read): string[] {
  let heading = ''
  const faults: string[] = []
  let rows = 0
  for (const [at, text] of page.split('\n').entries()) {
    if (text.startsWith('#')) heading = text
    if (!text.startsWith('| ') || /^\| (row|---) \|/.test(text)) continue
    rows++
    faults.push(...rowFaults(text, heading, read).map(fault => `${at + 1}: ${fault}`))
  }
  return rows === 0 ? ['no rows'] : faults
}

function rowFaults(text: string, heading: string, read: Read): string[] {
  const cells = text.slice(1, -1).split('|')
  if (cells.length !== 3) return [`${cells.length} cells instead of 3`]
  const [, where = '', shown = ''] = cells.map(cell => cell.trim())
  const named = where === '' ? [] : where.split(', ')
  const tests = shown === '' ? [] : shown.split(/; (?=`)/)
  return [
    ...(tests.length > 0 && named.length === 0 ? ['a test, and no where'] : []),
    ...named.flatMap(path =>
      /^`[^`]+`$/.test(path) && read(path.slice(1, -1)) !== undefined ? [] : `${path} is not there`
    ),
    ...tests.flatMap(test => testFaults(test, heading, read))
  ]
}

function testFaults(test: string, heading: string, read: Read): string[] {
  const [, path = '', title = ''] =
    /^`(test\/\S+\.(?:test\.tsx?|spec\.ts)|test\/e2e\/screens[\w-]*\.ts)` “([^”]+)”$/.exec(test) ?? []
  if (!path) return [`${test} does not name a test and a piece of its title`]
  const text = read(path)
  if (text === undefined) return [`${path} is not there`]
  if (!titlesIn(path, text).some(known => known.includes(title))) return [`${path} has no test titled “${title}”`]
  const isGeneral = general.some(([file, titles]) => file.test(path) && titles.test(title))
  return isGeneral && !aboutPermissions.test(heading) ? [`${path} “${title}” holds whatever this row says`] : []
}

describe('docs/coverage.md', () => {
  it('names files that are there, and titles of tests that would notice', () => {
    const known = new Map<string, string | undefined>()
    const read = (path: string): string | undefined => {
      if (!known.has(path)) {
        const file = join(root, path)
        known.set(path, textOf(file))
      }
      return known.get(path)
    }
    expect(coverageFaults(readFileSync(join(root, 'docs/coverage.md'), 'utf8'), read)).toEqual([])
  })

  const titled = "it('does it', … it.each([['a row', 1]])('of %s does it', … // does nothing"
  const files: Record<string, string> = {
    'src/a.ts': '',
    'test/a.test.ts': titled,
    'test/security/routes.test.ts': "it.each(all)('every route', …",
    'test/contract/permissions.test.ts': "it('docs/permissions.md is current', …",
    'test/contract/metadata.test.ts': "it('of every list hold to its schema', … it('are there for all that', …",
    'test/e2e/screens.ts': "{ name: 'menu' }"
  }
  it.each([
    ['| a | `src/a.ts` | `test/a.test.ts` “does it” |', []],
    ['| a | | |', []],
    ['| a | `src/a.ts` | |', []],
    ['| a | `src/b.ts` | |', ['1: `src/b.ts` is not there']],
    ['| a | somewhere | |', ['1: somewhere is not there']],
    ['| a | `src/a.ts` | `test/b.test.ts` “does it” |', ['1: test/b.test.ts is not there']],
    ['| a | `src/a.ts` | `test/a.test.ts` “does more” |', ['1: test/a.test.ts has no test titled “does more”']],
    ['| a | `src/a.ts` | `test/a.test.ts` “does nothing” |', ['1: test/a.test.ts has no test titled “does nothing”']],
    ['| a | `src/a.ts` | `test/a.test.ts` “a row” |', ['1: test/a.test.ts has no test titled “a row”']],
    ['| a | `src/a.ts` | `test/a.test.ts` “of %s does it” |', []],
    ['| a | `src/a.ts` | `test/e2e/screens.ts` “menu” |', []],
    ['| a | `src/a.ts` | `test/e2e/screens.ts` “bar” |', ['1: test/e2e/screens.ts has no test titled “bar”']],
    ['| a | `src/a.ts` | `test/a.test.ts` |', ['1: `test/a.test.ts` does not name a test and a piece of its title']],
    [
      '| a | `src/a.ts` | `test/security/routes.test.ts` “every route” |',
      ['1: test/security/routes.test.ts “every route” holds whatever this row says']
    ],
    [
      '| a | `src/a.ts` | `test/a.test.ts` “does it”; `test/contract/permissions.test.ts` “docs/permissions.md” |',
      ['1: test/contract/permissions.test.ts “docs/permissions.md” holds whatever this row says']
    ],
    [
      '| a | `src/a.ts` | `test/contract/metadata.test.ts` “hold to its schema” |',
      ['1: test/contract/metadata.test.ts “hold to its schema” holds whatever this row says']
    ],
    ['| a | `src/a.ts` | `test/contract/metadata.test.ts` “are there for all” |', []],
    ['### I.6 Roles and permissions\n| a | `src/a.ts` | `test/security/routes.test.ts` “every route” |', []],
    ['| a | | `test/a.test.ts` “does it” |', ['1: a test, and no where']],
    ['| a | `src/a.ts` |', ['1: 2 cells instead of 3']],
    ['no table', ['no rows']]
  ])('is judged by the line: %s', (line, faults) => {
    expect(coverageFaults(line, path => files[path])).toEqual(faults)
  })
})
