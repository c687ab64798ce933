/** Every counter of the bell and the tiles: its words in six languages, and its page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/check.ts'
import { languages } from '../../src/contract/languages.ts'
import { defineCounter } from '../../src/kernel/counters.ts'
import { modules } from '../../src/modules.ts'

const counters = modules.flatMap(module => module.counters ?? [])

it.each(counters.map(counter => [counter.name, counter] as const))('%s has its words, and a page', (name, { page }) => {
  const missing = languages.flatMap(language => {
    const texts = JSON.parse(readFileSync(join(root, `ui/messages/${language}.json`), 'utf8'))
    return [`ui.notification.${name}`, `ui.notification.${name}.title`]
      .filter(key => !Object.hasOwn(texts, key))
      .map(key => `${language}: ${key}`)
  })
  expect(missing).toEqual([])
  expect(modules.flatMap(module => module.pages ?? []).map(({ route }) => route)).toContain(page.route)
})

it('refuses a filter that its page does not show, because the list would not show what was counted', () => {
  const [{ page, ...counter } = expect.fail('there is no counter')] = counters
  expect(() => defineCounter(page, { ...counter, filters: { Nothing: true } })).toThrow(
    `The counter ${counter.name} filters by Nothing, which ${page.id} does not show`
  )
})
