/** The numbers beside the menu's entries: how they are written, said in six languages, and kept fresh. */
import { createIntl } from '@formatjs/intl'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { Language } from '../../src/contract/languages.ts'
import { languages } from '../../src/contract/languages.ts'
import type { PageEntry, PagesMetadata } from '../../src/contract/page.ts'
import { handleMessage } from '../../ui/hub.ts'
import cs from '../../ui/i18n/cs.ts'
import de from '../../ui/i18n/de.ts'
import en from '../../ui/i18n/en.ts'
import et from '../../ui/i18n/et.ts'
import pl from '../../ui/i18n/pl.ts'
import sk from '../../ui/i18n/sk.ts'
import type { Text, Texts } from '../../ui/i18n.ts'
import { countWords, menuCountsQuery, shortCount } from '../../ui/shell/menuCounts.ts'

const catalogues: Record<Language, Texts> = { pl, en, de, sk, et, cs }
const textIn = (locale: Language): Text => {
  const intl = createIntl<string>({ locale, messages: catalogues[locale] as Record<string, string> })
  return (id, args) => intl.formatMessage({ id }, args)
}

const entry = (id: string, counted?: PageEntry['counted']): PageEntry => ({
  id,
  route: `/${id}`,
  title: `${id}.title`,
  breadcrumb: [],
  inMenu: true,
  ...(counted && { counted })
})
const inProgress = entry('orders.inProgress', {
  resourceType: 'orders.order',
  marked: { label: 'orders.inProgress.marked', tone: 'danger' }
})
const words = (language: Language, total: number, marked?: number) =>
  countWords(inProgress, { id: inProgress.id, total, ...(marked !== undefined && { marked }) }, textIn(language))

describe('a number of the menu', () => {
  it('is exact up to four digits, then shortened', () => {
    expect([1, 42, 9999].map(count => shortCount(count, 'pl'))).toEqual(['1', '42', '9999'])
    expect(shortCount(12_400, 'pl')).toMatch(/^12\stys\.$/)
    for (const language of languages)
      for (const count of [10_000, 99_999, 999_999, 9_999_999])
        expect(shortCount(count, language).length, `${count} in ${language}`).toBeLessThanOrEqual(9)
  })

  it('is said with the plural of its language, and what of it is marked', () => {
    expect([1, 2, 7, 22, 112].map(count => words('pl', count))).toEqual([
      '1 pozycja',
      '2 pozycje',
      '7 pozycji',
      '22 pozycje',
      '112 pozycji'
    ])
    expect(words('pl', 18, 2)).toBe('18 pozycji, 2 po terminie')
    expect(words('pl', 18, 0)).toBe('18 pozycji')
    expect(words('en', 18, 2)).toBe('18 items, 2 overdue')
    expect(words('cs', 3, 1)).toBe('3 položky, 1 po termínu')
    expect(countWords(inProgress, { id: 'x', total: 10_000, totalCapped: true }, textIn('pl'))).toMatch(
      /^10\s000 pozycji \(jest ich więcej\)$/
    )
  })

  it('says nothing where nothing waits, and before it is known', () => {
    expect([words('pl', 0, 0), countWords(inProgress, undefined, textIn('pl'))]).toEqual([undefined, undefined])
  })
})

describe('the numbers of the menu', () => {
  const pagesOf = (...pages: PageEntry[]): PagesMetadata => ({
    groups: [{ name: 'orders', title: 'menu.orders', icon: 'inbox', collapsed: false, pages }],
    home: '/',
    vocabularies: {},
    counters: []
  })

  it('are asked only where a page has one', () => {
    expect(menuCountsQuery(pagesOf(entry('a'), entry('b'))).enabled).toBe(false)
    expect(menuCountsQuery(pagesOf(entry('a'), inProgress)).enabled).toBe(true)
  })

  it('are fresh for 60000 ms, and asked again at once when the hub reports a change of what they count', () => {
    const client = new QueryClient()
    const other = entry('validators.orders', { resourceType: 'validators.finding' })
    const { queryKey, meta, staleTime, refetchInterval } = menuCountsQuery(pagesOf(inProgress, other))
    expect([staleTime, refetchInterval]).toEqual([60_000, 60_000])
    for (const [resourceType, isAsked] of [
      ['iot.container', false],
      ['orders.order', true],
      ['validators.finding', true]
    ] as const) {
      const query = client
        .getQueryCache()
        .build(client, { queryKey: [...queryKey, resourceType], ...(meta && { meta }) })
      handleMessage({ kind: 'changed', resourceType, ids: [1] }, client, vi.fn(), false)
      expect([resourceType, query.state.isInvalidated]).toEqual([resourceType, isAsked])
      client.clear()
    }
  })
})
