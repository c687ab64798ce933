/** What the server says this role may open, and the words it uses. Asked once a session. */
import { useQuery } from '@tanstack/react-query'
import type { PageEntry, PageMetadata, PagesMetadata } from '../src/contract/page.ts'
import type { VocabularyMetadata } from '../src/contract/vocabulary.ts'
import { get } from './api.ts'
import { useToken } from './session.ts'

const freshMs = 10 * 60_000

export function usePages(needed = true) {
  const token = useToken()
  return useQuery({
    queryKey: ['ui', 'pages'],
    queryFn: async () => (await get<{ data: PagesMetadata }>('/api/ui/pages')).data,
    enabled: token !== undefined && needed,
    staleTime: freshMs
  })
}

export function usePage(id: string | undefined) {
  return useQuery({
    queryKey: ['ui', 'page', id],
    queryFn: async () => (await get<{ data: PageMetadata }>(`/api/ui/pages/${id}`)).data,
    enabled: id !== undefined,
    staleTime: freshMs
  })
}

const none: Readonly<Record<string, VocabularyMetadata>> = {}
/** All vocabularies by name; empty until they have arrived. */
export const useVocabularies = (): Readonly<Record<string, VocabularyMetadata>> => usePages().data?.vocabularies ?? none
export const useVocabulary = (name: string): VocabularyMetadata | undefined => useVocabularies()[name]

const plain = (path: string): string => path.toLowerCase().replace(/\/+$/, '') || '/'

/** The page of a path, without regard to letter case. */
export function pageAt(pages: PagesMetadata, path: string): PageEntry | undefined {
  return pages.groups.flatMap(group => group.pages).find(page => plain(page.route) === plain(path))
}
