import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/contract/languages.ts'
import { resolveKey } from '../../src/contract/messages.ts'
import { setCatalogue, translate } from '../../ui/i18n.ts'

const root = new URL('../../ui/', import.meta.url)
const textsOf = (folder: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${folder}/${language}.json`, root), 'utf8'))
const catalogue = (language: string): Record<string, string> =>
  Object.fromEntries(Object.entries(textsOf('messages', language)).filter(([key]) => key.startsWith('ui.')))
/** The browser's own texts, with the defaults that stand in for those it does not have. */
const withDefaults = (language: string): Record<string, string> => ({
  ...textsOf('../src/kernel/messages', language),
  ...catalogue(language)
})

/** The keys that the source files use: literal ones, and the prefixes of those built by templates. */
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /^(\w+|shell\/(\w+\/)?\w+|elements\/\w+|pages\/(\w+\/)?\w+)\.tsx?$/.test(file))
  .map(file => readFileSync(new URL(file, root), 'utf8'))
const literalKeys = new Set(
  sources.flatMap(source => [...source.matchAll(/['"](ui\.[\w.]+)['"]/g)].map(([, key]) => key!))
)
const prefixes = sources.flatMap(source => [...source.matchAll(/`(ui\.[\w.]+)\$\{/g)].map(([, key]) => key!))
const argumentsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort()

describe.each(languages)("the browser's own texts in %s", language => {
  const texts = catalogue(language)
  const polish = catalogue('pl')
  it('have the same keys and the same arguments as the Polish ones', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(polish))
    for (const key of Object.keys(polish)) expect(argumentsOf(texts[key]!), key).toEqual(argumentsOf(polish[key]!))
  })
  it('are all there, and none is blank', () => {
    const all = withDefaults(language)
    expect([...literalKeys].filter(key => !all[resolveKey(all, key) ?? '']?.trim())).toEqual([])
  })
  it('are all used', () => {
    const used = (key: string): boolean => literalKeys.has(key) || prefixes.some(prefix => key.startsWith(prefix))
    expect(Object.keys(texts).filter(key => !used(key))).toEqual([])
  })
})

describe('a message in the browser', () => {
  it('without a text of its own is its default; its own text wins', () => {
    const texts = withDefaults('cs')
    setCatalogue('cs', { ...texts, 'orders.order.phone': 'Telefon místa' })
    expect(translate('fleet.driver.phone')).toBe(texts['common.field.phone'])
    expect(translate('orders.order.phone')).toBe('Telefon místa')
    expect(translate('fleet.editOperator.label')).toBe('Upravit')
    expect(resolveKey(texts, 'orders.edit.history')).toBeUndefined()
  })
})
