/**
 * Calls that a person asks for, and what they are shown where one fails. A form shows a failure itself (`refusedBy`, `outcomeOf`);
 * everything else says it in an alert (`attempt`), which offers to try again if the call did not reach the server.
 */
import { alerts, errorText } from './alerts.ts'
import { ApiProblem, isNetworkError, newKey } from './api.ts'
import { translate } from './i18n.ts'

/** How a call ended: with its answer, or with what it threw. */
export type Outcome<R> = { readonly ok: true; readonly answer: R } | { readonly ok: false; readonly error: unknown }

/** Waits for a call, and returns its error instead of throwing it. */
export async function outcomeOf<R>(call: Promise<R>): Promise<Outcome<R>> {
  try {
    return { ok: true, answer: await call }
  } catch (error) {
    return { ok: false, error }
  }
}

export interface AttemptOptions {
  /** The idempotency key; by default a new one. A repeated attempt has the same key, because the first may have arrived. */
  readonly key?: string
  /** The sentence of the alert; by default that of the error. */
  readonly sentence?: (error: unknown) => string
  /** Called after the alert, for example to load again what the failed call has shown to be out of date. */
  readonly onFailure?: (error: unknown) => void
}

/**
 * Does what a person asked for: the calls, and what follows if they succeed. If one fails, an alert says why; if it did not reach the
 * server, the alert offers to try again under the same idempotency key.
 * @param act gets the idempotency key to send
 */
export async function attempt(act: (key: string) => Promise<unknown>, options: AttemptOptions = {}): Promise<void> {
  const { key = newKey(), sentence = errorText, onFailure } = options
  const outcome = await outcomeOf(act(key))
  if (outcome.ok) return
  sayFailed(outcome.error, sentence(outcome.error), () => attempt(act, { ...options, key }))
  onFailure?.(outcome.error)
}

/**
 * Says in an alert why something failed, and offers to try again if the call did not reach the server.
 * @param of the name of the command that failed: its next success removes the alert
 */
export function sayFailed(error: unknown, sentence: string, retry?: () => unknown, of?: string): void {
  const requestId = error instanceof ApiProblem ? error.faultId : undefined
  const action = retry && isNetworkError(error) ? { label: translate('parts.retry'), run: retry } : undefined
  alerts.error(sentence, { requestId, action, of, unreached: isNetworkError(error) })
}

/** The idempotency keys of a form or button whose call may be interrupted, and be sent again at another press. */
export class AttemptKeys {
  private last: { readonly content: string; readonly key: string } | undefined
  /**
   * Makes a call under the key of the attempt before it if that was interrupted with the same content, else under a new key. Throws what
   * the call throws.
   */
  async send<R>(content: unknown, call: (key: string) => Promise<R>): Promise<R> {
    const text = JSON.stringify(content)
    if (this.last?.content !== text) this.last = { content: text, key: newKey() }
    const outcome = await outcomeOf(call(this.last.key))
    if (outcome.ok || !isNetworkError(outcome.error)) this.last = undefined
    if (!outcome.ok) throw outcome.error
    return outcome.answer
  }
}
