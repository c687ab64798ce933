/** The metadata of pages and vocabularies, as the server sends them for the person's role. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PageEntry, PageMetadata, PagesMetadata } from '../src/contract/page.ts'
import { pagePath } from '../src/contract/paths.ts'
import type { VocabularyMetadata } from '../src/contract/vocabulary.ts'
import { get } from './api.ts'
import { useToken } from './session.ts'

const staleMs = 10 * 60_000

export const pagesQuery = queryOptions({
  queryKey: ['ui', 'pages'],
  queryFn: async () => (await get<{ data: PagesMetadata }>('/api/ui/pages')).data,
  staleTime: staleMs
})

export function usePages(needed = true) {
  const token = useToken()
  return useQuery({ ...pagesQuery, enabled: token !== undefined && needed })
}

export const pageQueryOf = (id: string | undefined) =>
  queryOptions({
    queryKey: ['ui', 'page', id],
    queryFn: async () => (await get<{ data: PageMetadata }>(`/api/ui/pages/${id}`)).data,
    staleTime: staleMs
  })

export const usePage = (id: string | undefined) => useQuery({ ...pageQueryOf(id), enabled: id !== undefined })

const none: Readonly<Record<string, VocabularyMetadata>> = {}
/** All vocabularies by name; empty until they are loaded. */
export const useVocabularies = (): Readonly<Record<string, VocabularyMetadata>> => usePages().data?.vocabularies ?? none
export const useVocabulary = (name: string): VocabularyMetadata | undefined => useVocabularies()[name]

/** The page of a path; letter case and a trailing slash do not matter. */
export function pageAt(pages: PagesMetadata, path: string): PageEntry | undefined {
  return pages.groups.flatMap(group => group.pages).find(page => pagePath(page.route) === pagePath(path))
}
