/**
 * Answers that were asked for before who reads them has come: what a page begins with (`src/contract/first.ts`). `early.ts` asks
 * for them from within the HTML, while the scripts are still on their way, and the profile does, once it says who has signed in. A
 * call (`api.ts`) takes the answer to its own address, once; whatever else it asks for it asks by itself. Once something was changed,
 * by this tab or as the hub says by others, what was asked before is forgotten: nobody is shown rows as they were before it.
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
  /** Nobody takes it: what is on its way, or has come and is not read, would hold a connection. */
  readonly giveUp: () => void
}

/** Shared with the inline script, which is a program of its own. */
const early = globalThis as { firstAnswers?: Map<string, Asked>; firstAsked?: boolean }

/** An answer that nobody has taken by then is of no use: what it says may have changed. */
const freshMs = 30_000

/** What the HTML says of the page that is opened. In development Vite leaves the placeholder as it is. */
export function firstOfHtml(): FirstOfPage | undefined {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=first]')?.content ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The first call of a list; none where the address says more than what the HTML knows of. */
function rowsOf({ list, address: at }: FirstOfPage): string[] {
  const query = at.split('?', 2)[1] ?? ''
  if (!list || new URLSearchParams(query).has('view') || new URLSearchParams(query).has('at')) return []
  return [address(list.call, pageQuery(list, readListUrl(query, list as unknown as ListMetadata), 1))]
}

/** What the address says is open on a list: the form of a command, a row's panel. */
export function opened({ address: at }: Pick<FirstOfPage, 'address'>): ('form' | 'panel')[] {
  const query = new URLSearchParams(at.split('?', 2)[1])
  return [...(query.has('do') ? (['form'] as const) : []), ...(query.has('panel') ? (['panel'] as const) : [])]
}

/** What every page of a signed-in person begins with. */
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

/** What was asked of this address is given to nobody any more. */
function giveUp(url: string): void {
  early.firstAnswers?.get(url)?.giveUp()
  early.firstAnswers?.delete(url)
}

/** Asks for what the form begins with that is open on the page. */
function askForForm(first: FirstOfPage, token: string, language: string, { companyId, departmentId }: Person): void {
  const answerTo = (url: string): Promise<unknown> => {
    if (!early.firstAnswers?.has(url)) ask([url], token, language)
    const { answer } = early.firstAnswers?.get(url) ?? {}
    // who takes the answer reads it once more
    return Promise.resolve(answer).then(response => (response?.ok ? response.clone().json() : undefined))
  }
  if (first.form) void askOfForm(first.form, { companyId, departmentId }, answerTo).catch(() => undefined)
}

/**
 * Asks for all that the page begins with, at once: of the page, once it is known that it is for this person, and once only.
 * @param person as the tab knows them from the page before
 */
export function askFirst(first: FirstOfPage, token: string, language: string, person: Person): void {
  const isFor = mayOpen(first, person)
  early.firstAsked = isFor
  ask([...ofPerson, ...(isFor ? callsOf(first) : [])], token, language)
  if (isFor) askForForm(first, token, language, person)
}

/** The person has become known: asks for what was not asked for yet. */
export function askOfPage(token: string, language: string, person: Person): void {
  const first = early.firstAsked ? undefined : firstOfHtml()
  if (!first || !mayOpen(first, person)) return
  early.firstAsked = true
  ask(callsOf(first), token, language)
  askForForm(first, token, language, person)
}

/** What the page begins with, where it was asked for already. */
export const askedFirst = (): FirstOfPage | undefined => (early.firstAsked ? firstOfHtml() : undefined)

/** Forgets the answers that nobody has taken yet: something has been changed since they were asked for. */
export const forgetFirst = (): void => {
  for (const url of early.firstAnswers?.keys() ?? []) giveUp(url)
}

/** The answer to this address, if it was asked for with this token and in this language, and is a good one. It is given once. */
export async function takeFirst(url: string, token: string, language: string): Promise<Response | undefined> {
  const asked = early.firstAnswers?.get(url)
  early.firstAnswers?.delete(url)
  if (!asked) return undefined
  const answer = asked.token === token && asked.language === language ? await asked.answer : undefined
  if (answer?.ok) return answer
  asked.giveUp()
  return undefined
}
