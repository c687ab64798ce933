/**
 * Answers that were asked for before the code that needs them had loaded (`firstAnswers.ts`, `early.ts`). A call (`api.ts`) uses the
 * early answer for its URL, once, and is sent as usual if there is none. After any change, by this tab or reported by the hub, unused
 * answers are discarded, so that nobody sees rows from before it.
 */

interface Asked {
  readonly token: string
  readonly language: string
  readonly answer: Promise<Response | undefined>
  /** Aborts the call. An answer that is under way, or has come and is not read, would keep a connection. */
  readonly giveUp: () => void
}

/** Shared by the global object with the inline script, which is compiled as a program of its own. */
const early = globalThis as { firstAnswers?: Map<string, Asked> }

/** After so many milliseconds an unused answer is discarded, because its data may have changed. */
const freshMs = 30_000

/** Sends GETs as the person of the token, or as nobody where it is ''; except those that have been sent and are not used yet. */
export function ask(urls: readonly string[], token: string, language: string): void {
  const answers = early.firstAnswers ?? new Map<string, Asked>()
  early.firstAnswers = answers
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': language }
  if (token) headers.Authorization = `Bearer ${token}`
  for (const url of urls.filter(one => !answers.has(one))) {
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

/** The answer for this URL as JSON, for whoever does not use it up. It is asked for if it was not. Undefined if it was refused. */
export async function answerTo(url: string, token: string, language: string): Promise<unknown> {
  ask([url], token, language)
  const response = await early.firstAnswers?.get(url)?.answer
  // a clone, because the code that uses the answer reads it again
  return response?.ok ? response.clone().json() : undefined
}

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
