/**
 * Public registers of companies, and the meaning of their answers. A register knows a number, does not know it, or cannot be asked
 * now. A number that it does not know may still be right: small companies need not be in a VAT register at all.
 *
 * A person waits for the answer. So a call that failed is repeated once, a call that timed out is not, and all of it takes at most
 * eight seconds. Each adapter (`vat-list.ts`, `vies.ts`) implements one protocol.
 */
import type { Failure, JsonResult } from '../../../src/kernel/outbound/request-json.ts'
import type { CountryCode } from '../schema.ts'
import type { Address } from './address.ts'

export interface RegisterEntry {
  readonly kind: 'found'
  /** Null if the register does not publish it, as that of Germany. */
  readonly name: string | null
  readonly regon: string | null
  /** The VAT status, as the Polish list writes it: `Czynny`, `Zwolniony`, `Niezarejestrowany`. */
  readonly statusVat: string | null
  /** The address as the register writes it. */
  readonly address: string | null
  /** The parts of the address; null if it cannot be divided with certainty. */
  readonly parts: Address | null
  /** The register's identifier of this inquiry, which proves that it was made. */
  readonly requestId: string | null
}

export interface UnknownNumber {
  readonly kind: 'unknown'
  readonly requestId: string | null
}

export interface RegisterProblem {
  readonly kind: 'problem'
  /** `limited`: the register refuses further calls for a while. */
  readonly problem: Failure | 'limited'
  /** For the log. */
  readonly detail: string
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter: number
}

export type RegisterAnswer = RegisterEntry | UnknownNumber
export type Inquiry = RegisterAnswer | RegisterProblem

export interface CompanyRegister {
  readonly name: 'vatList' | 'vies'
  /** Looks up a number in the form of `compactTaxNumber`. Never throws. Takes at most 8 seconds. */
  find(country: CountryCode, taxNumber: string): Promise<Inquiry>
}

export interface RegisterOptions {
  /** Base address, from the settings. */
  readonly url: string
  readonly agent: string
  now(): Date
  /** Milliseconds that one call may take. */
  readonly timeoutMs?: number
}

const answerWithinMs = 5_000
const allWithinMs = 8_000
const day = 24 * 3600
const retryAfterSeconds = { down: 60, slow: 30, unreadable: 300, limited: 60 } as const

export const problemOf = (
  problem: RegisterProblem['problem'],
  detail: string,
  retryAfter: number = retryAfterSeconds[problem]
): RegisterProblem => ({ kind: 'problem', problem, detail, retryAfter: Math.min(Math.max(retryAfter, 1), day) })

/**
 * Makes a call, and repeats it once if it failed.
 * @param call gets the milliseconds that it may take
 * @param judge converts an answer of the register into a result
 */
export async function inquire(
  call: (timeoutMs: number) => Promise<JsonResult>,
  judge: (answer: JsonResult & { readonly kind: 'answer' }) => Inquiry,
  timeoutMs = answerWithinMs
): Promise<Inquiry> {
  const began = performance.now()
  const once = async (ms: number): Promise<Inquiry> => {
    const result = await call(ms)
    return result.kind === 'answer' ? judge(result) : problemOf(result.kind, result.detail)
  }
  const first = await once(timeoutMs)
  if (first.kind !== 'problem' || first.problem !== 'down') return first
  return once(Math.min(timeoutMs, allWithinMs - (performance.now() - began)))
}

/** A text of a register as one line; null if it is empty or only dashes, which registers write for unpublished data. */
export const textOrNull = (text: string | null | undefined): string | null => {
  const line = (text ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()
  return line === '' || /^-+$/.test(line) ? null : line
}
