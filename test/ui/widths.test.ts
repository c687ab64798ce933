import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lowWindow, phoneWindow, widths } from '../../ui/theme/mediaQuery.ts'

const root = new URL('../../ui/', import.meta.url)
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'))
/** The conditions about width or height in the media queries of all style sheets, each after its file. */
const conditionsOf = (what: 'width' | 'height'): string[] =>
  sheets.flatMap(file => {
    const css = readFileSync(new URL(file, root), 'utf8')
    const queries = [...css.matchAll(/@media([^{]*)/g)].flatMap(([, query = '']) => [...query.matchAll(/\([^()]*\)/g)])
    return queries.filter(([one]) => one.includes(what)).map(([one]) => `${file}: ${one}`)
  })
const unknownAmong = (conditions: readonly string[], known: readonly string[]): string[] =>
  conditions.filter(condition => !known.some(one => condition.endsWith(`: ${one}`)))

it('style sheets change the layout at the widths that the code knows, and at no others', () => {
  const conditions = conditionsOf('width')
  expect(conditions.length).toBeGreaterThan(10)
  const known = Object.values(widths).flatMap(width => [`(width < ${width}px)`, `(width >= ${width}px)`])
  expect(unknownAmong(conditions, known)).toEqual([])
})

it('and at no other heights than that of a phone on its side and that of a low window', () => {
  const conditions = conditionsOf('height')
  expect(conditions.length).toBeGreaterThan(5)
  const known = [...phoneWindow.split(', '), lowWindow].filter(condition => condition.includes('height'))
  expect(known).toHaveLength(2)
  expect(unknownAmong(conditions, known)).toEqual([])
})

it('what stands above the rows of a list breaks into lines on small screens only', () => {
  const css = readFileSync(new URL('parts/list/list.css', root), 'utf8')
  const onDesk = css.replace(/@media \(width < \d+px\) \{[\s\S]*?\n\}/g, '')
  const broken = [...onDesk.matchAll(/([^{}]*\.parts-(?:tools|counts|selected)\b[^{}]*)\{([^}]*)\}/g)]
    .filter(([, , rules]) => /flex-wrap: wrap|flex-basis: 100%/.test(rules ?? ''))
    .map(([, selector]) => selector?.trim())
  expect(onDesk).toContain('.parts-tools {')
  expect(broken).toEqual([])
})
