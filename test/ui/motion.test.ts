/** What style sheets say of motion. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sheets = readdirSync('ui', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.css'))
  .map(file => ({ file, text: readFileSync(`ui/${file}`, 'utf8') }))

// A transition of everything is one of `visibility`, too, however short: what is shown again would be hidden still in the moment when it
// is to take the focus back.
it('no rule for all elements makes transitions', () => {
  const rules = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({ file, selector, body }))
  )
  const ofAll = rules.filter(({ selector }) => selector.split(',').some(one => /^\*(::\w+)?$/.test(one.trim())))
  expect(ofAll.length).toBeGreaterThan(0)
  expect(
    ofAll.filter(({ body }) => /\btransition/.test(body)).map(({ file, selector }) => `${file}: ${selector}`)
  ).toEqual([])
})
