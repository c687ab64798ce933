/**
 * The first calls of a page (`src/contract/first.ts`), sent before the code that needs their answers has loaded. `early.ts` sends them
 * from within the HTML while the scripts are loading; if it could not, they are sent once the profile says who has signed in. The answers
 * are kept in `earlyAnswers.ts`.
 */
import type { FirstOfPage } from '../src/contract/first.ts'
import type { ListMetadata } from '../src/contract/list.ts'
import { ask, earlyAnswer, isAsked } from './earlyAnswers.ts'
import { askOfForm } from './firstOfForm.ts'
import { pageQuery, readListUrl } from './parts/list/listUrl.ts'
import { address } from './urlQuery.ts'

/** Whether the calls of the page itself were sent. Shared with the inline script, which is compiled as a program of its own. */
const early = globalThis as { firstAsked?: boolean }

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

/** The first call of a list; none if the URL names a view or a scroll position, which the inline script does not know. */
function rowsOf({ list, address: at }: FirstOfPage): string[] {
  const query = at.split('?', 2)[1] ?? ''
  if (!list || new URLSearchParams(query).has('view') || new URLSearchParams(query).has('at')) return []
  return [address(list.call, pageQuery(list, readListUrl(query, list as unknown as ListMetadata), 1))]
}

/** What is open on a list by its URL: the form of a command, the panel of a row. */
export function opened({ address: at }: Pick<FirstOfPage, 'address'>): ('form' | 'panel')[] {
  const query = new URLSearchParams(at.split('?', 2)[1])
  return [...(query.has('do') ? (['form'] as const) : []), ...(query.has('panel') ? (['panel'] as const) : [])]
}

/** The calls that every page of a signed-in person needs. */
const ofPerson = ['/api/Authorization/userinfo', '/api/ui/pages']

export const callsOf = (first: FirstOfPage): string[] => [
  `/api/ui/pages/${first.page}`,
  ...(first.calls ?? []),
  ...rowsOf(first)
]

interface Person {
  readonly role: number | null
  readonly companyId?: number | null
  readonly departmentId?: number | null
  readonly isActivated: boolean
  readonly hasAllRequiredData: boolean
}

const mayOpen = ({ roles }: FirstOfPage, { role, isActivated, hasAllRequiredData }: Person): boolean =>
  isActivated && hasAllRequiredData && roles.some(code => code === role)

/** Sends the first calls of the form that is open on the page. */
function askForForm(first: FirstOfPage, token: string, language: string, { companyId, departmentId }: Person): void {
  const answerTo = (url: string): Promise<unknown> => {
    if (!isAsked(url)) ask([url], token, language)
    return earlyAnswer(url)
  }
  if (first.form) void askOfForm(first.form, { companyId, departmentId }, answerTo).catch(() => undefined)
}

/**
 * Sends all first calls at once. Those of the page itself are only sent if this person may open it, and only once.
 * @param person as session storage knows them from the previous page
 */
export function askFirst(first: FirstOfPage, token: string, language: string, person: Person): void {
  const isFor = mayOpen(first, person)
  early.firstAsked = isFor
  ask([...ofPerson, ...(isFor ? callsOf(first) : [])], token, language)
  if (isFor) askForForm(first, token, language, person)
}

/** Sends the first calls of the page if they were not sent yet, now that the person is known. */
export function askOfPage(token: string, language: string, person: Person): void {
  const first = early.firstAsked ? undefined : firstOfHtml()
  if (!first || !mayOpen(first, person)) return
  early.firstAsked = true
  ask(callsOf(first), token, language)
  askForForm(first, token, language, person)
}

/** What the HTML says about the page, if its first calls were sent; else undefined. */
export const askedFirst = (): FirstOfPage | undefined => (early.firstAsked ? firstOfHtml() : undefined)
