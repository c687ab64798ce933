/** docs/coverage.md cannot rot: what it names is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What is wrong with the page, line by line. `read` gives the text of a file of the project, or undefined. */
function coverageFaults(page: string, read: (path: string) => string | undefined): string[] {
  const lines = page.split('\n').map((text, at) => ({ text, line: at + 1 }))
  const rows = lines.filter(({ text }) => text.startsWith('| ') && !/^\| (row|---) \|/.test(text))
  if (rows.length === 0) return ['no rows']
  return rows.flatMap(({ text, line }) => rowFaults(text, read).map(fault => `${line}: ${fault}`))
}

function rowFaults(text: string, read: (path: string) => string | undefined): string[] {
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
    ...tests.flatMap(test => testFaults(test, read))
  ]
}

function testFaults(test: string, read: (path: string) => string | undefined): string[] {
  const [, path = '', title = ''] =
    /^`(test\/\S+\.(?:test\.tsx?|spec\.ts)|test\/e2e\/screens[\w-]*\.ts)` “([^”]+)”$/.exec(test) ?? []
  if (!path) return [`${test} does not name a test and a piece of it`]
  const text = read(path)
  if (text === undefined) return [`${path} is not there`]
  return text.includes(title) ? [] : [`${path} does not say “${title}”`]
}

describe('docs/coverage.md', () => {
  it('names files that are there, and tests that say what it quotes', () => {
    const known = new Map<string, string | undefined>()
    const read = (path: string): string | undefined => {
      if (!known.has(path)) {
        const file = join(root, path)
        known.set(path, existsSync(file) ? readFileSync(file, 'utf8') : undefined)
      }
      return known.get(path)
    }
    expect(coverageFaults(readFileSync(join(root, 'docs/coverage.md'), 'utf8'), read)).toEqual([])
  })

  const files: Record<string, string> = { 'src/a.ts': '', 'test/a.test.ts': "it('does it', …" }
  it.each([
    ['| a | `src/a.ts` | `test/a.test.ts` “does it” |', []],
    ['| a | | |', []],
    ['| a | `src/a.ts` | |', []],
    ['| a | `src/b.ts` | |', ['1: `src/b.ts` is not there']],
    ['| a | somewhere | |', ['1: somewhere is not there']],
    ['| a | `src/a.ts` | `test/b.test.ts` “does it” |', ['1: test/b.test.ts is not there']],
    ['| a | `src/a.ts` | `test/a.test.ts` “does more” |', ['1: test/a.test.ts does not say “does more”']],
    ['| a | `src/a.ts` | `test/a.test.ts` |', ['1: `test/a.test.ts` does not name a test and a piece of it']],
    ['| a | | `test/a.test.ts` “does it” |', ['1: a test, and no where']],
    ['| a | `src/a.ts` |', ['1: 2 cells instead of 3']],
    ['no table', ['no rows']]
  ])('is judged by the line: %s', (line, faults) => {
    expect(coverageFaults(line, path => files[path])).toEqual(faults)
  })
})
