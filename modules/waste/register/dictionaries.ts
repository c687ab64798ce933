/**
 * What details of cards name by ids alone: waste codes, processes, and firms. They hardly change, so they are asked once and kept. A firm or a process that the register
 * does not tell stays unknown; that is no reason to do without the card.
 */
import type { Card, CardParty, RegisterAnswer } from './register.ts'
import { companyIdParameter } from './unverified.ts'
import {
  type CardDetails,
  type Company,
  companyOf,
  partyRoles,
  type WasteCode,
  wasteCodesOf,
  wasteProcessesOf
} from './wire.ts'

/** Asks the register at a path, and turns its answer into a value. */
export type Ask = <T>(path: string, decode: (body: unknown) => T) => Promise<RegisterAnswer<T>>

const keptMs = 24 * 3_600_000
const mostCompanies = 20_000
const unknown: Company = { name: null, taxNumber: null }

interface Kept<T> {
  readonly byId: ReadonlyMap<number, T>
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** Answers after which the same may be asked again; what is refused stays unknown. */
const isForLater = (
  answer: RegisterAnswer<unknown>
): answer is Extract<RegisterAnswer<never>, { kind: 'away' | 'throttled' | 'credentials' }> =>
  answer.kind === 'away' || answer.kind === 'throttled' || answer.kind === 'credentials'

export class Dictionaries {
  readonly #now: () => Date
  readonly #companies = new Map<string, Company>()
  #codes: Kept<WasteCode> | undefined
  #processes: Kept<string> | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  /** The card with what its details name by ids; an answer of another kind where the register could not be asked for it. */
  async complete(
    { card, wasteCodeId, wasteProcessId, companyIds }: CardDetails,
    ask: Ask
  ): Promise<RegisterAnswer<Card>> {
    const parties: Partial<Record<(typeof partyRoles)[number], CardParty>> = {}
    for (const role of partyRoles) {
      const [party, id] = [card[role], companyIds[role]]
      if (id === null || (party.name !== null && party.taxNumber !== null)) continue
      const company = await this.#company(id, ask)
      if (company.kind !== 'ok') return company
      const { name, taxNumber } = company.value
      parties[role] = { ...party, name: party.name ?? name, taxNumber: party.taxNumber ?? taxNumber }
    }
    const processes = wasteProcessId === null ? undefined : await this.wasteProcesses(ask)
    if (processes && isForLater(processes)) return processes
    const process = (wasteProcessId !== null && processes?.kind === 'ok' && processes.value.get(wasteProcessId)) || null
    const whole = { ...card, ...parties, process }
    if (card.wasteCode !== null || wasteCodeId === null) return { kind: 'ok', value: whole }
    const codes = await this.wasteCodes(ask)
    if (codes.kind !== 'ok') return codes
    const { code: wasteCode = null, description: wasteCodeDescription = null } = codes.value.get(wasteCodeId) ?? {}
    return { kind: 'ok', value: { ...whole, wasteCode, wasteCodeDescription } }
  }

  async wasteCodes(ask: Ask): Promise<RegisterAnswer<ReadonlyMap<number, WasteCode>>> {
    const now = this.#now().getTime()
    if (this.#codes && this.#codes.until > now) return { kind: 'ok', value: this.#codes.byId }
    const answer = await ask('WasteRegister/v1/WasteCode', wasteCodesOf)
    if (answer.kind === 'ok') this.#codes = { byId: answer.value, until: now + keptMs }
    return answer
  }

  async wasteProcesses(ask: Ask): Promise<RegisterAnswer<ReadonlyMap<number, string>>> {
    const now = this.#now().getTime()
    if (this.#processes && this.#processes.until > now) return { kind: 'ok', value: this.#processes.byId }
    const answer = await ask('WasteRegister/v1/WasteProcess', wasteProcessesOf)
    if (answer.kind === 'ok') this.#processes = { byId: answer.value, until: now + keptMs }
    return answer
  }

  async #company(id: string, ask: Ask): Promise<RegisterAnswer<Company>> {
    const kept = this.#companies.get(id)
    if (kept) return { kind: 'ok', value: kept }
    const query = new URLSearchParams({ [companyIdParameter]: id })
    const answer = await ask(`WasteRegister/v1/Search/getcompanybyid?${query}`, companyOf)
    if (isForLater(answer)) return answer
    if (this.#companies.size >= mostCompanies) this.#companies.clear()
    const company = answer.kind === 'ok' ? answer.value : unknown
    this.#companies.set(id, company)
    return { kind: 'ok', value: company }
  }
}
