/**
 * The first calls of a page (`src/contract/first.ts`), which are sent before its metadata have come: by `early.ts` from within the HTML
 * while the scripts are loading, or by `shell/Page.tsx` after the sign-in. The answers are kept in `earlyAnswers.ts`.
 */
import type { FirstOfPage } from '../src/contract/first.ts'
import type { ListMetadata } from '../src/contract/list.ts'
import { pageQuery, readListUrl } from './parts/list/listUrl.ts'
import { address } from './urlQuery.ts'

/**
 * What the server wrote into the HTML about the opened page; undefined in development, where Vite does not replace the
 * placeholder.
 */
export function firstOfHtml(): FirstOfPage | undefined {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=first]')?.content ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const queryOf = ({ address }: FirstOfPage): string => address.split('?', 2)[1] ?? ''

/** The first call of a list; none if the list shows one day, or the URL names a view or a scroll position: the inline script knows none of them. */
function rowsOf(first: FirstOfPage): string[] {
  const { list } = first
  const query = queryOf(first)
  if (!list || list.day || ['view', 'at'].some(key => new URLSearchParams(query).has(key))) return []
  return [address(list.call, pageQuery(list, readListUrl(query, list as unknown as ListMetadata), 1))]
}

const opens = { form: 'do', panel: 'panel' } as const
/** What is open on a list by its URL: the form of a command, the panel of a row. */
export const opened = (first: FirstOfPage): (keyof typeof opens)[] =>
  (['form', 'panel'] as const).filter(part => new URLSearchParams(queryOf(first)).has(opens[part]))

/** The first calls of the page. */
export const callsOf = (first: FirstOfPage): string[] => [
  `/api/ui/pages/${first.page}`,
  ...(first.calls ?? []),
  ...rowsOf(first)
]
