/**
 * The first calls of a page (`src/contract/first.ts`), sent before the code that needs their answers has loaded. `early.ts` sends them
 * from within the HTML while the scripts are loading; if it could not, they are sent once the profile says who has signed in. A call
 * (`api.ts`) uses the early answer for its URL, once, and is sent as usual if there is none. After any change, by this tab or reported
 * by the hub, unused answers are discarded, so that nobody sees rows from before it.
 */
import type { FirstOfPage } from '../src/contract/first.ts'
import type { ListMetadata } from '../src/contract/list.ts'
import { askOfForm } from './firstOfForm.ts'
import { pageQuery, readListUrl } from './parts/list/listUrl.ts'
import { address } from './urlQuery.ts'

interface Asked {
  readonly token: string
  readonly language: string
  readonly answer: Promise<Response | undefined>
  /** Aborts the call. An answer that is under way, or has come and is not read, would keep a connection. */
  readonly giveUp: () => void
}

/** Shared by the global object with the inline script, which is compiled as a program of its own. */
const early = globalThis as { firstAnswers?: Map<string, Asked>; firstAsked?: boolean }

/** After so many milliseconds an unused answer is discarded, because its data may have changed. */
const freshMs = 30_000

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

function ask(urls: readonly string[], token: string, language: string): void {
  const answers = early.firstAnswers ?? new Map<string, Asked>()
  early.firstAnswers = answers
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Accept-Language': language }
  for (const url of urls) {
    const abort = new AbortController()
    const answer = fetch(url, { headers, signal: abort.signal }).catch(() => undefined)
    answers.set(url, { token, language, answer, giveUp: () => abort.abort() })
  }
  setTimeout(() => {
    for (const url of urls) giveUp(url)
  }, freshMs)
}

/** Discards the answer of this address, and aborts it if it is still under way. */
function giveUp(url: string): void {
  early.firstAnswers?.get(url)?.giveUp()
  early.firstAnswers?.delete(url)
}

/** Sends the first calls of the form that is open on the page. */
function askForForm(first: FirstOfPage, token: string, language: string, { companyId, departmentId }: Person): void {
  const answerTo = (url: string): Promise<unknown> => {
    if (!early.firstAnswers?.has(url)) ask([url], token, language)
    const { answer } = early.firstAnswers?.get(url) ?? {}
    // a clone, because the code that uses the answer reads it again
    return Promise.resolve(answer).then(response => (response?.ok ? response.clone().json() : undefined))
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

/** Discards the unused answers, because something has changed since they were requested. */
export const forgetFirst = (): void => {
  for (const url of early.firstAnswers?.keys() ?? []) giveUp(url)
}

/** The early answer for this URL, if it was requested with this token and language and succeeded. Each answer is returned once. */
export async function takeFirst(url: string, token: string, language: string): Promise<Response | undefined> {
  const asked = early.firstAnswers?.get(url)
  early.firstAnswers?.delete(url)
  if (!asked) return undefined
  const answer = asked.token === token && asked.language === language ? await asked.answer : undefined
  if (answer?.ok) return answer
  asked.giveUp()
  return undefined
}
