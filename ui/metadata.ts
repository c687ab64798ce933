/** The metadata of pages and vocabularies, as the server sends them for the person's role. */
import { queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import type { PageEntry, PagesMetadata } from '../src/contract/page.ts'
import { pagePath } from '../src/contract/paths.ts'
import type { VocabularyMetadata } from '../src/contract/vocabulary.ts'
import { rareTexts } from './i18n.ts'
import { withKnownActions } from './knownActions.ts'
import { read } from './query.ts'
import { useToken } from './session.ts'
import { createStore } from './store.ts'

const staleMs = 10 * 60_000

const none: Readonly<Record<string, VocabularyMetadata>> = {}
/**
 * The vocabularies, which come with the pages. They are in a store, because every drawn value reads them, and hundreds of query
 * observers would be slow.
 */
const vocabularies = createStore(none)

export const pagesQuery = queryOptions({
  queryKey: ['ui', 'pages'],
  queryFn: async () => {
    const { data } = await read('/api/ui/pages')
    vocabularies.set(replaceEqualDeep(vocabularies.get(), data.vocabularies))
    return data
  },
  staleTime: staleMs
})

export function usePages(needed = true) {
  const token = useToken()
  return useQuery({ ...pagesQuery, enabled: token !== undefined && needed })
}

/** Pages whose texts come with them (`isRare` of build/compiledMessages.ts), by their ids. */
const withRareTexts = /^(?:(?:evidence|integrations|imports|weights)\.|waste\.(?:ownKeys|polls)$|driver\.devices$)/

export const pageQueryOf = (id: string | undefined) =>
  queryOptions({
    queryKey: ['ui', 'page', id],
    queryFn: async () => {
      const texts = id && withRareTexts.test(id) ? rareTexts() : undefined
      const [{ data }] = await Promise.all([read('/api/ui/pages/:pageId', { pageId: id }), texts])
      return withKnownActions(data)
    },
    staleTime: staleMs
  })

export const usePage = (id: string | undefined) => useQuery({ ...pageQueryOf(id), enabled: id !== undefined })

/** All vocabularies by name; empty until they are loaded. */
export const useVocabularies = vocabularies.useValue
/** Takes in vocabularies that came with an answer, for a person who has no pages. */
export const learnVocabularies = (some: readonly VocabularyMetadata[]): void =>
  vocabularies.set({ ...vocabularies.get(), ...Object.fromEntries(some.map(one => [one.name, one])) })

export const useVocabulary = (name: string): VocabularyMetadata | undefined => useVocabularies()[name]

/** The page of a path; letter case and a trailing slash do not matter. */
export function pageAt(pages: PagesMetadata, path: string): PageEntry | undefined {
  return pages.groups.flatMap(group => group.pages).find(page => pagePath(page.route) === pagePath(path))
}
