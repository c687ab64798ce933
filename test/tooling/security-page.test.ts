/**
 * docs/security.md cannot rot: every test that it cites is there, every requirement of the standard has its line with a reason or a test, and
 * every secret of the settings is in the inventory of keys.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listSettings } from '../../config/page.ts'
import { textOf, titlesIn } from './fixtures/citations.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0 has. */
const required = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7
} as const
const citation = /`(test\/[^`]+)` “([^”]+)”/g
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
const anchors = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))

interface Row {
  readonly id: string
  readonly level: string
  readonly state: string
  readonly by: string
}

const rowsIn = (text: string): Row[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, id = '', rest = '']) => {
    const [level = '', , state = '', ...by] = rest.split('|').map(cell => cell.trim())
    return { id, level, state, by: by.join('|') }
  })

/** What is wrong with a row. */
function faultOf({ id, level, state, by }: Row): string[] {
  const says = (fault: string): string[] => [`${id}: ${fault}`]
  if (!/^[12]$/.test(level)) return says('no level')
  if (state === 'met') return by.match(citation) ? [] : says('met, and no test')
  if (state !== 'n/a' && state !== 'open') return says(`“${state}” is no state`)
  return by.replaceAll(citation, '').length >= 10 ? [] : says('no reason')
}

const numbers = (id: string): number[] => id.split('.').map(Number)

describe('docs/security.md', () => {
  it('cites tests that are there', () => {
    const cited = [...page.matchAll(citation)]
    expect(cited.length).toBeGreaterThan(250)
    const faults = cited.flatMap(([, path = '', title = '']) => {
      const text = textOf(join(root, path))
      if (text === undefined) return [`${path} is not there`]
      return titlesIn(path, text).some(known => known.includes(title)) ? [] : [`${path} has no test titled “${title}”`]
    })
    expect([...new Set(faults)]).toEqual([])
  })

  it('has a line for each requirement of both levels, once and in order, with a test or a reason', () => {
    const rows = rowsIn(page)
    const count: Record<string, number> = {}
    for (const { id } of rows) count[numbers(id)[0] ?? 0] = (count[numbers(id)[0] ?? 0] ?? 0) + 1
    expect(count).toEqual(required)
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const sorted = ids.toSorted((a, b) => {
      const [one, other] = [numbers(a), numbers(b)]
      return one.map((n, at) => n - (other[at] ?? 0)).find(difference => difference !== 0) ?? 0
    })
    expect(ids).toEqual(sorted)
    expect(rows.flatMap(faultOf)).toEqual([])
  })

  it('points to sections that are there', () => {
    const links = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter(anchor => !anchors.has(anchor))).toEqual([])
  })

  it('names every secret of the settings', () => {
    const secrets = listSettings().filter(({ secret }) => secret)
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.map(({ name }) => name).filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })

  it.each([
    ['| 1.1.1 | 2 | x | met | `test/a.test.ts` “does it” |', []],
    ['| 1.1.1 | 2 | x | met | because |', ['1.1.1: met, and no test']],
    ['| 1.1.1 | 2 | x | n/a | There is no XML. |', []],
    ['| 1.1.1 | 2 | x | open | |', ['1.1.1: no reason']],
    ['| 1.1.1 | 3 | x | met | `test/a.test.ts` “does it” |', ['1.1.1: no level']],
    ['| 1.1.1 | 2 | x | mostly | because of this |', ['1.1.1: “mostly” is no state']]
  ])('is judged by the line: %s', (line, faults) => {
    expect(rowsIn(line).flatMap(faultOf)).toEqual(faults)
  })
})

describe('the image', () => {
  it('leaves the history of the sources out of the image, and what stands beside it in secret', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env*', 'test']))
  })
})
