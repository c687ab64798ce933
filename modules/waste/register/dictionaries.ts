/**
 * What details of cards name by ids alone: waste codes, and firms. Both hardly change, so they are asked once and kept. A firm that the register
 * does not tell stays without a name; that is no reason to do without the card.
 */
import type { Card, CardParty, RegisterAnswer } from './register.ts'
import { companyIdParameter } from './unverified.ts'
import { type CardDetails, type Company, companyOf, partyRoles, type WasteCode, wasteCodesOf } from './wire.ts'

/** Asks the register at a path, and turns its answer into a value. */
export type Ask = <T>(path: string, decode: (body: unknown) => T) => Promise<RegisterAnswer<T>>

const keptMs = 24 * 3_600_000
const mostCompanies = 20_000
const unknown: Company = { name: null, taxNumber: null }

export class Dictionaries {
  readonly #now: () => Date
  readonly #companies = new Map<string, Company>()
  #codes: { readonly byId: ReadonlyMap<number, WasteCode>; readonly until: number } | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  /** The card with what its details name by ids; an answer of another kind where the register could not be asked for it. */
  async complete({ card, wasteCodeId, companyIds }: CardDetails, ask: Ask): Promise<RegisterAnswer<Card>> {
    const parties: Partial<Record<(typeof partyRoles)[number], CardParty>> = {}
    for (const role of partyRoles) {
      const [party, id] = [card[role], companyIds[role]]
      if (id === null || (party.name !== null && party.taxNumber !== null)) continue
      const company = await this.#company(id, ask)
      if (company.kind !== 'ok') return company
      const { name, taxNumber } = company.value
      parties[role] = { ...party, name: party.name ?? name, taxNumber: party.taxNumber ?? taxNumber }
    }
    const whole = { ...card, ...parties }
    if (card.wasteCode !== null || wasteCodeId === null) return { kind: 'ok', value: whole }
    const codes = await this.#wasteCodes(ask)
    if (codes.kind !== 'ok') return codes
    const { code: wasteCode = null, description: wasteCodeDescription = null } = codes.value.get(wasteCodeId) ?? {}
    return { kind: 'ok', value: { ...whole, wasteCode, wasteCodeDescription } }
  }

  async #wasteCodes(ask: Ask): Promise<RegisterAnswer<ReadonlyMap<number, WasteCode>>> {
    const now = this.#now().getTime()
    if (this.#codes && this.#codes.until > now) return { kind: 'ok', value: this.#codes.byId }
    const answer = await ask('WasteRegister/v1/WasteCode', wasteCodesOf)
    if (answer.kind === 'ok') this.#codes = { byId: answer.value, until: now + keptMs }
    return answer
  }

  async #company(id: string, ask: Ask): Promise<RegisterAnswer<Company>> {
    const kept = this.#companies.get(id)
    if (kept) return { kind: 'ok', value: kept }
    const query = new URLSearchParams({ [companyIdParameter]: id })
    const answer = await ask(`WasteRegister/v1/Search/getcompanybyid?${query}`, companyOf)
    if (answer.kind === 'away' || answer.kind === 'throttled' || answer.kind === 'credentials') return answer
    if (this.#companies.size >= mostCompanies) this.#companies.clear()
    const company = answer.kind === 'ok' ? answer.value : unknown
    this.#companies.set(id, company)
    return { kind: 'ok', value: company }
  }
}
