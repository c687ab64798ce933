import { describe, expect, it } from 'vitest'
import { languageOf, languages, numberOf } from '../../src/contract/languages.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { languageOfHeader, readMessages } from '../../src/kernel/i18n/messages.ts'
import { languageFor } from '../../src/kernel/serve/authenticate.ts'
import { modules } from '../../src/modules.ts'

const kernel = new URL('../../src/kernel/messages/', import.meta.url)
const messages = readMessages([kernel, ...modules.flatMap(module => module.messages ?? [])])

describe('a text', () => {
  it.each([
    [1, 'Wpisz co najmniej 1 znak.'],
    [2, 'Wpisz co najmniej 2 znaki.'],
    [4, 'Wpisz co najmniej 4 znaki.'],
    [5, 'Wpisz co najmniej 5 znaków.'],
    [12, 'Wpisz co najmniej 12 znaków.'],
    [22, 'Wpisz co najmniej 22 znaki.'],
    [101, 'Wpisz co najmniej 101 znaków.'],
    [1.5, 'Wpisz co najmniej 1,5 znaku.']
  ])('counts in Polish by its four forms: %d', (min, text) => {
    expect(messages.say('pl', 'check.minLength', { min })).toBe(text)
  })

  it('differs between one and many in every language, and never shows its own grammar', () => {
    for (const language of languages) {
      const said = [1, 3, 5, 1.5].map(count => messages.say(language, 'iot.container.found', { count }))
      expect(new Set(said).size).toBe(4)
      for (const text of said) expect(text).not.toMatch(/[{}#]|plural/)
    }
  })

  it('that the module does not have is its default; its own word wins', () => {
    expect(messages.say('de', 'fleet.editOperator.label')).toBe('Bearbeiten')
    expect(messages.say('de', 'users.editUser.done')).toBe('Änderungen gespeichert')
    expect(messages.say('en', 'fleet.operatorPanel.history')).toBe('History')
    expect(messages.has('en', 'fleet.operatorPanel.history')).toBe(true)
    expect(messages.keys('en')).not.toContain('fleet.operatorPanel.history')
    expect(messages.say('pl', 'no.such.phone')).toBe('Telefon')
  })

  it('that is not there is said by its key', () => {
    expect(messages.say('pl', 'no.such.key')).toBe('no.such.key')
    expect(messages.has('pl', 'no.such.key')).toBe(false)
    for (const key of ['__proto__', 'constructor', 'toString']) expect(messages.has('pl', key)).toBe(false)
  })

  it('takes what it is given as it is', () => {
    const reason = "<b>{count}</b> {0, plural, other {x}} 'quoted'"
    expect(messages.say('en', 'orders.cancel.history', { reason })).toBe(`Order cancelled: ${reason}`)
  })

  it('written twice is a fault of the build', () => {
    expect(() => readMessages([kernel, kernel])).toThrow('written twice')
  })
})

describe('the language', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['fr', undefined],
    ['fr, en;q=0.5', 'en'],
    ['en;q=0.5, cs;q=0.9', 'cs'],
    ['en;q=0.5,cs;q=0.5', 'en'],
    ['et-EE,et;q=0.9,en;q=0.8', 'et'],
    ['sk;q=0, pl;q=0.1', 'pl'],
    ['sk;q=0', undefined],
    ['de;q=x, en;q=0.2', 'en'],
    ['de;q=-1', undefined],
    [' en ; q=0.3 , sk ; q=0.7 ', 'sk'],
    ['est', undefined],
    ['csb', undefined],
    ['__proto__', undefined],
    ['x'.repeat(5_000), undefined]
  ])('of Accept-Language %j is %s', (header, language) => {
    expect(languageOfHeader(header)).toBe(language)
  })

  it.each([
    ['admin.example.com', 'de', 'en', 'pl'],
    ['ADMIN.localhost:3000', undefined, 'en', 'pl'],
    ['portal.example.com', 'de', 'en', 'de'],
    ['portal.example.com', 'fr', 'en', 'en'],
    ['portal.example.com', undefined, undefined, 'pl']
  ] as const)('on %s asked for in %s by an account in %s is %s', (host, header, own, language) => {
    const caller = own && ({ language: own } as unknown as Caller)
    expect(languageFor(host, header, caller)).toBe(language)
  })

  it('has the number that the documents give it', () => {
    expect([1, 2, 3, 4, 5, 6].map(languageOf)).toEqual(['pl', 'en', 'de', 'sk', 'et', 'cs'])
    expect(languages.map(numberOf)).toEqual([1, 2, 3, 4, 5, 6])
    expect(languageOf(7)).toBe('pl')
  })
})
