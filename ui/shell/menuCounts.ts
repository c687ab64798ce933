/**
 * The numbers beside the entries of the menu: how many things wait on each page. The metadata of the menu says which pages have a number.
 * One call gives all numbers. They are refreshed like those of the bell, and when the hub announces a change of the counted things.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { numberFormats } from '../../src/contract/formats.ts'
import type { MenuCount, PageEntry, PagesMetadata } from '../../src/contract/page.ts'
import type { Text } from '../i18n.ts'
import { query } from '../query.ts'
import { staleMs } from './notifications.ts'

const countedIn = ({ groups }: PagesMetadata) =>
  groups.flatMap(({ pages }) => pages).flatMap(({ counted }) => (counted ? [counted] : []))

export const menuCountsQuery = (pages: PagesMetadata) => {
  const counted = countedIn(pages)
  return queryOptions({
    ...query('menu-counts', '/api/ui/counts'),
    select: ({ data }) => new Map(data.map(count => [count.id, count])),
    enabled: counted.length > 0,
    staleTime: staleMs,
    refetchInterval: staleMs,
    meta: { resourceTypes: [...new Set(counted.map(({ resourceType }) => resourceType))] }
  })
}

const none: ReadonlyMap<string, MenuCount> = new Map()
/** The numbers by page id; empty until they are loaded. */
export const useMenuCounts = (pages: PagesMetadata): ReadonlyMap<string, MenuCount> =>
  useQuery(menuCountsQuery(pages)).data ?? none

const compact = numberFormats({ notation: 'compact', maximumFractionDigits: 0 })
/** The exact number up to four digits. A larger number is shortened, so that it needs no more room. */
export const shortCount = (count: number, language: string): string =>
  count < 10_000 ? String(count) : compact(language).format(count)

/** The number in words: "18 pozycji, 2 po terminie"; undefined if nothing waits. */
export function countWords({ counted }: PageEntry, count: MenuCount | undefined, t: Text): string | undefined {
  if (!count || count.total === 0) return undefined
  const all = t('parts.total', { count: count.total })
  const words = count.totalCapped ? `${all} (${t('parts.capped')})` : all
  const { marked } = counted ?? {}
  return marked && count.marked ? `${words}, ${t(marked.label, { count: count.marked })}` : words
}
