import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { widths } from '../../ui/theme/mediaQuery.ts'

const root = new URL('../../ui/', import.meta.url)
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'))
const conditions = sheets.flatMap(file => {
  const css = readFileSync(new URL(file, root), 'utf8')
  return [...css.matchAll(/@media[^{]*?(\([^()]*width[^()]*\))/g)].map(([, condition]) => `${file}: ${condition}`)
})

it('style sheets change the layout at the widths that the code knows, and at no others', () => {
  expect(conditions.length).toBeGreaterThan(10)
  const known = Object.values(widths).flatMap(width => [`(width < ${width}px)`, `(width >= ${width}px)`])
  expect(conditions.filter(condition => !known.some(one => condition.endsWith(`: ${one}`)))).toEqual([])
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
