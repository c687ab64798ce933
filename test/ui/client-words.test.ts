/**
 * A client reads an order's states in words of its own wherever it meets them: “placed”, “planned” and “collected”, where staff read “new”, “in
 * progress” and “completed”. One vocabulary, two sets of words.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { steps } from '../../modules/orders/panel.ts'
import { OrderStatus } from '../../modules/orders/schema.ts'
import type { Language } from '../../src/contract/languages.ts'
import { languages } from '../../src/contract/languages.ts'
import type { PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { unwrapped } from '../../src/contract/schema.ts'
import { metadataFor, vocabulary } from '../../src/contract/vocabulary.ts'
import polish from '../../ui/i18n/pl.ts'
import type { FormatContext } from '../../ui/parts/values/formats.tsx'
import { textOf } from '../../ui/parts/values/formats.tsx'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const placed: Readonly<Record<Language, string>> = {
  pl: 'Złożone',
  en: 'Placed',
  de: 'Erteilt',
  sk: 'Zadaná',
  et: 'Esitatud',
  cs: 'Zadaná'
}

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
})
afterAll(() => test.close())

const vocabulariesOf = async (person: Person): Promise<PagesMetadata['vocabularies']> =>
  (await person.get('/api/ui/pages')).body.data.vocabularies
const labelOfNew = async (person: Person): Promise<string> =>
  (await vocabulariesOf(person))['orders.status']?.members.find(({ code }) => code === 0)?.label ?? ''

describe('the status 0', () => {
  it.each(languages)('is to a client, in %s, as it was settled', async language => {
    for (const role of ['CLIENT', 'CLIENT_ADMIN'] as const)
      expect(test.services.messages.say(language, await labelOfNew(await test.signedInAs(role)))).toBe(placed[language])
  })

  it('is new to staff', async () => {
    expect(test.services.messages.say('pl', await labelOfNew(await test.signedInAs('ADMIN')))).toBe('Nowe')
  })

  it('is so in the list and the panel that a client is shown', async () => {
    const client = await test.signedInAs('CLIENT')
    const vocabularies = await vocabulariesOf(client)
    const context: FormatContext = {
      t: key => (polish as Record<string, string>)[key] ?? key,
      language: 'pl',
      vocabularies
    }
    const page: PageMetadata = (await client.get('/api/ui/pages/orders.client')).body.data
    const { list } = page as Extract<PageMetadata, { list: unknown }>
    const shown = [
      ...list.columns,
      ...(list.panel?.head?.badge ? [list.panel.head.badge] : []),
      ...(list.panel?.tabs.flatMap(tab => ('fields' in tab ? tab.fields : [])) ?? [])
    ].filter(({ schema }) => unwrapped(schema as Schema).vocabulary === 'orders.status')
    expect(shown.length).toBeGreaterThanOrEqual(2)
    for (const { schema } of shown) expect(textOf(context, schema, 0)).toBe('Złożone')
    expect(textOf(context, shown[0]?.schema ?? {}, 1)).toBe('Przyjęte')
  })
})

describe('a state', () => {
  const words = metadataFor(OrderStatus, 'CLIENT').members

  it('has one word in the badge and in the steps of an order', () => {
    const canceled = [OrderStatus.new, OrderStatus.canceled]
    const byCode = new Map(words.map(({ code, label }) => [code, label]))
    for (const { label, reached } of steps) {
      const [code] = 'currentStatus' in reached ? reached.currentStatus : canceled
      expect(label).toBe(byCode.get(code))
    }
  })

  it.each(languages)('has a word that no other state has, in %s', language => {
    const shown = words.map(({ label }) => test.services.messages.say(language, label))
    expect(new Set(shown).size).toBe(words.length)
  })
})

it('a role without words of its own gets those of the vocabulary', () => {
  const Colour = vocabulary(
    'x.colour',
    { red: { code: 0 }, blue: { code: 1 } },
    { roles: ['DRIVER'], words: { red: 'stop' } }
  )
  const labels = (role: 'DRIVER' | 'ADMIN' | null) => metadataFor(Colour, role).members.map(({ label }) => label)
  expect(labels('DRIVER')).toEqual(['x.colour.stop', 'x.colour.blue'])
  expect(labels('ADMIN')).toEqual(['x.colour.red', 'x.colour.blue'])
  expect(labels(null)).toEqual(['x.colour.red', 'x.colour.blue'])
})
