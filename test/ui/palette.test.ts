/** What the palette shows for a text. */
import { expect, it } from 'vitest'
import type { PagesMetadata } from '../../src/contract/page.ts'
import type { SavedView } from '../../src/contract/view.ts'
import type { Entry } from '../../ui/parts/command/entries.ts'
import { pathOf, sectionsOf } from '../../ui/shell/palette/choices.ts'
import { hasWords } from '../../ui/words.ts'

const page = (id: string, inMenu = true) => ({ id, route: `/${id}`, title: id, breadcrumb: [], inMenu })
const views = [{ name: 'day', label: 'Dzień' }]
const pages = {
  groups: [
    {
      name: 'orders',
      title: 'Zamówienia',
      icon: 'inbox',
      collapsed: false,
      pages: [page('Przyjęte'), { ...page('Nowe'), views }]
    },
    { name: 'other', title: 'Ustawienia', icon: 'cog', collapsed: false, pages: [page('Flota'), page('Ukryta', false)] }
  ],
  home: '/',
  vocabularies: {},
  counters: []
} as PagesMetadata

const entry = (label: string, more: Partial<Entry> = {}) =>
  ({ command: { name: label, icon: 'check' }, label, run: () => undefined, ...more }) as Entry
const offered = {
  entries: [entry('Przyjmij'), entry('Anuluj', { disabledReason: 'Nie można.' })],
  chosen: 2
}
const found = {
  ...{ id: 7, name: 'Z/2026/1', details: ['Gumex', 'Lublin'], resourceType: 'orders.order', icon: 'inbox' },
  ...{ route: '/orders/new', title: 'Nowe', searched: true }
}
const view = (id: number, name: string, page: string) =>
  ({ id, name, page, isOwn: false, owner: 'Ewa Nowak' }) as unknown as SavedView
const saved = [view(3, 'Pilne z Płocka', 'Nowe'), view(4, 'Pilne ukryte', 'Ukryta'), view(5, 'Pilne stare', 'gone')]
const sections = (text: string, things = [found].slice(1)) =>
  sectionsOf(
    text,
    pages,
    offered,
    things,
    saved,
    key => key,
    () => undefined
  )
const shown = (text: string, things = [found].slice(1)) =>
  sections(text, things).map(({ name, choices }) => [name, choices.map(one => one.label)])

it('an empty text shows the commands that can be done now, and the pages of the menu', () => {
  expect(shown('')).toEqual([
    ['commands', ['Przyjmij']],
    ['pages', ['Przyjęte', 'Nowe', 'Flota']]
  ])
})

it('words are looked for in any order, without marks, in the group, too', () => {
  expect(shown('przyj')).toEqual([
    ['commands', ['Przyjmij']],
    ['pages', ['Przyjęte']]
  ])
  expect(shown('przyjete zamow')).toEqual([['pages', ['Przyjęte']]])
  expect(hasWords('Żółty Łoś', 'los zolty')).toBe(true)
  expect(hasWords('Żółty Łoś', 'los x')).toBe(false)
})

it('what the server found stands first, whatever its words, and leads to its list with the panel open', () => {
  expect(shown('600700', [found])).toEqual([['found', ['Z/2026/1']]])
  expect(pathOf(found)).toBe('/orders/new?q=Z%2F2026%2F1&row=7&panel=7')
  expect(pathOf({ ...found, searched: false })).toBe('/orders/new?row=7&panel=7')
})

it('a thing is offered with its tab, too', () => {
  const client = { ...found, tab: { name: 'orders', title: 'Zamówienia' } }
  expect(sections('600700', [client])[0]?.choices).toMatchObject([
    { label: 'Z/2026/1', note: 'Gumex · Lublin' },
    { label: 'Z/2026/1', note: 'Zamówienia', go: '/orders/new?q=Z%2F2026%2F1&row=7&panel=7&tab=orders' }
  ])
})

it('what every page offers is offered once, and opens the form of its page', () => {
  const opened: string[] = []
  const [group, ...others] = pages.groups
  const offers = [
    { name: 'Przyjmij', icon: 'check' },
    { name: 'Złóż zamówienie', icon: 'plus' }
  ]
  const first = { ...group!, pages: group!.pages.map((one, at) => (at === 0 ? { ...one, offers } : one)) }
  const everywhere = { ...pages, groups: [first, ...others] }
  const found = (text: string) =>
    sectionsOf(
      text,
      everywhere,
      offered,
      [],
      [],
      key => key.replace('.label', ''),
      ({ route, name }) => opened.push(`${route} ${name}`)
    )
  expect(found('przyjmij').map(({ choices }) => choices.length)).toEqual([1])
  const [choice] = found('zloz')[0]?.choices ?? []
  if (typeof choice?.go === 'function') choice.go()
  expect(opened).toEqual(['/Przyjęte Złóż zamówienie'])
})

it('a view is found by its name, its page and its owner, and leads to the page in that view', () => {
  expect(sections('dzien')[0]?.choices[0]).toMatchObject({ label: 'Dzień', place: 'Nowe', go: '/Nowe?view=day' })
  expect(shown('pilne')).toEqual([['views', ['Pilne z Płocka']]])
  expect(shown('nowak nowe')).toEqual([['views', ['Pilne z Płocka']]])
  expect(sections('plocka')[0]?.choices[0]).toMatchObject({ place: 'Nowe', go: '/Nowe?view=s3' })
})
