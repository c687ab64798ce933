/**
 * What staff type into the palette for the things that they do most: each word is in the real menu, or in a command that every page offers,
 * by their Polish texts. What the palette makes of them: `test/ui/palette.test.ts`.
 */
import { beforeAll, expect, it } from 'vitest'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { hasWords } from '../../ui/words.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

let test: SharedApp
let pages: PagesMetadata

beforeAll(async () => {
  test = await aSharedApp()
  pages = (await (await test.signedInAs('ADMIN')).get('/api/ui/pages')).body.data
})

it.each([
  ['złóż', 'Złóż zamówienie'],
  ['zamówienie', 'Nowy klient i zamówienie'],
  ['nowy klient', 'Nowy klient i zamówienie'],
  ['plan', 'Plan dnia'],
  ['planowanie', 'Przyjęte'],
  ['ceny', 'Cennik ogólny']
])('%s finds %s', (text, wanted) => {
  const say = (key: string | undefined): string => (key === undefined ? '' : test.services.messages.say('pl', key))
  const found = pages.groups.flatMap(group =>
    group.pages.flatMap(({ title, words, inMenu, offers = [] }) => [
      ...(inMenu && hasWords(`${say(group.title)} ${say(title)} ${say(words)}`, text) ? [say(title)] : []),
      ...offers.map(({ name }) => say(`${name}.label`)).filter(label => hasWords(label, text))
    ])
  )
  expect(found).toContain(wanted)
})
