/** A state has one word in a language: in its badge, the steps, the history, the buttons and the letters. */
import { describe, expect, it } from 'vitest'
import { UserState } from '../../modules/companies/people/schema.ts'
import { PlaceStatus } from '../../modules/companies/places/schema.ts'
import { OrderStatus } from '../../modules/orders/schema.ts'
import { DocumentStatus } from '../../modules/warehouse/documents/schema.ts'
import { root } from '../../scripts/check.ts'
import { projectTexts } from '../../scripts/messages.ts'
import { languages } from '../../src/contract/languages.ts'
import { metadataFor } from '../../src/contract/vocabulary.ts'
import { stateWords } from './fixtures/state-words.ts'

const texts = projectTexts(root)
const named = new Set(stateWords.flatMap(({ keys }) => keys))

describe.each(stateWords)('$state ($readers)', ({ word, keys }) => {
  it.each(languages)('has one word in %s', language => {
    const pattern = new RegExp(word[language], 'iu')
    const others = keys
      .map(key => [key, texts[language][key]])
      .filter(([, text]) => typeof text !== 'string' || !pattern.test(text))
    expect(others, `${language}: “${word[language]}”`).toEqual([])
  })
})

it.each([
  ['orders', OrderStatus],
  ['documents', DocumentStatus],
  ['users', UserState],
  ['reception places', PlaceStatus]
] as const)('every state of %s has its word, for staff and for clients', (_, states) => {
  const labels = (['ADMIN', 'CLIENT'] as const).flatMap(role => metadataFor(states, role).members.map(one => one.label))
  expect(labels.filter(label => !named.has(label))).toEqual([])
})
