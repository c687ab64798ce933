/**
 * The numbers beside the menu's entries: how many things wait on a page. Which pages have one comes with the menu itself; the
 * numbers are asked in one call, kept fresh as the bell's are, and asked again when the hub says that something they count has changed.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { MenuCount, PageEntry, PagesMetadata } from '../../src/contract/page.ts'
import { get } from '../api.ts'
import type { Text } from '../i18n.ts'
import { staleMs } from './notifications.ts'

const countedIn = ({ groups }: PagesMetadata) =>
  groups.flatMap(({ pages }) => pages).flatMap(({ counted }) => (counted ? [counted] : []))

export const menuCountsQuery = (pages: PagesMetadata) => {
  const counted = countedIn(pages)
  return queryOptions({
    queryKey: ['menu-counts'],
    queryFn: ({ signal }) => get<{ data: readonly MenuCount[] }>('/api/ui/counts', undefined, { signal }),
    select: ({ data }) => new Map(data.map(count => [count.id, count])),
    enabled: counted.length > 0,
    staleTime: staleMs,
    refetchInterval: staleMs,
    meta: { resourceTypes: [...new Set(counted.map(({ resourceType }) => resourceType))] }
  })
}

const none: ReadonlyMap<string, MenuCount> = new Map()
/** By the pages' ids; none before they are known. */
export const useMenuCounts = (pages: PagesMetadata): ReadonlyMap<string, MenuCount> =>
  useQuery(menuCountsQuery(pages)).data ?? none

/** Exact up to four digits; a larger number is shortened, so that each has room where the small ones stand. */
export const shortCount = (count: number, language: string): string =>
  count < 10_000
    ? String(count)
    : new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 }).format(count)

/** What a number says in words: "18 pozycji, 2 po terminie". Nothing where nothing waits. */
export function countWords({ counted }: PageEntry, count: MenuCount | undefined, t: Text): string | undefined {
  if (!count || count.total === 0) return undefined
  const all = t('parts.total', { count: count.total })
  const words = count.totalCapped ? `${all} (${t('parts.capped')})` : all
  const { marked } = counted ?? {}
  return marked && count.marked ? `${words}, ${t(marked.label, { count: count.marked })}` : words
}
