import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/contract/languages.ts'

const root = new URL('../../ui/', import.meta.url)
const catalogue = (language: string): Record<string, string> => {
  const texts = JSON.parse(readFileSync(new URL(`messages/${language}.json`, root), 'utf8')) as Record<string, string>
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith('ui.')))
}

/** The keys that our hand-written files ask for literally, template keys by their beginning. */
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /^(\w+|shell\/\w+|elements\/\w+|pages\/\w+)\.tsx?$/.test(file))
  .map(file => readFileSync(new URL(file, root), 'utf8'))
const asked = new Set(sources.flatMap(source => [...source.matchAll(/['"](ui\.[\w.]+)['"]/g)].map(([, key]) => key!)))
const beginnings = sources.flatMap(source => [...source.matchAll(/`(ui\.[\w.]+)\$\{/g)].map(([, key]) => key!))
const argumentsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort()

describe.each(languages)("the browser's own texts in %s", language => {
  const texts = catalogue(language)
  const polish = catalogue('pl')
  it('have the same keys and the same arguments as the Polish ones', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(polish))
    for (const key of Object.keys(polish)) expect(argumentsOf(texts[key]!), key).toEqual(argumentsOf(polish[key]!))
  })
  it('are all there, and none is blank', () => {
    expect([...asked].filter(key => !texts[key]?.trim())).toEqual([])
  })
  it('are all used', () => {
    const used = (key: string): boolean => asked.has(key) || beginnings.some(beginning => key.startsWith(beginning))
    expect(Object.keys(texts).filter(key => !used(key))).toEqual([])
  })
})
