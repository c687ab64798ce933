/**
 * The register as the sender of waste calls it, with the sender's own keys: its places, and its planned cards. A planned card carries a mark in its
 * additional information, by which it is found again where the answer to its making was lost: a card is never made twice.
 */
import { openCalls, type RegisterOptions } from './calls.ts'
import { Dictionaries } from './dictionaries.ts'
import type { CardState, RegisterAnswer, RegisterPlace } from './register.ts'
import { transportModeOf, versionAt } from './version.ts'
import { type Company, companyOf, madeCardOf } from './wire.ts'

/** What a planned card says. Codes are those of people, such as 16 01 03 and R12. */
export interface PlannedCard {
  readonly carrierCompanyId: string
  readonly receiverCompanyId: string
  /** The id of the receiver's place in the register. */
  readonly receiverPlace: string
  readonly wasteCode: string
  readonly process: string
  readonly plate: string
  /** In megagrams. */
  readonly mass: number
  /** ISO 8601, in UTC. */
  readonly plannedAt: string
  readonly mark: string
}

/** A card of the sender as far as this part needs it. */
export interface SentCard {
  readonly id: string
  readonly number: string | null
  readonly state: CardState
}

/** As `WasteRegister`, with the keys of the firm that hands over the waste. `place` is always one of its own. */
export interface SenderRegister {
  places(): Promise<RegisterAnswer<readonly RegisterPlace[]>>
  /** Name and tax number of a firm. */
  company(place: string, companyId: string): Promise<RegisterAnswer<Company>>
  /** `refused` where the register does not know the waste code or the process. */
  plan(place: string, card: PlannedCard): Promise<RegisterAnswer<SentCard>>
  /** The card with the mark, among those changed since an instant (ISO 8601). */
  find(place: string, mark: string, since: string): Promise<RegisterAnswer<SentCard>>
  /** The card; `state` is where it is looked for first. */
  card(place: string, id: string, state: CardState): Promise<RegisterAnswer<SentCard>>
  /** Makes a planned card binding; it has its number then. */
  approve(place: string, id: string): Promise<RegisterAnswer<null>>
}

/** Pages of the sender's cards that are looked through for a mark: a firm has far fewer cards in the minutes of a try. */
const mostPages = 20

const bare = (code: string): string => code.replace(/[\s*]/g, '').toUpperCase()

export function openSender(options: RegisterOptions): SenderRegister {
  const { settings, now } = options
  const { change, create, ask, places, search, details } = openCalls(options)
  const dictionaries = new Dictionaries(now)

  /** The ids that the register has for the codes. */
  async function idsOf(
    place: string,
    { wasteCode, process }: PlannedCard
  ): Promise<RegisterAnswer<{ readonly WasteCodeId: number; readonly WasteProcessId: number }>> {
    const codes = await dictionaries.wasteCodes(ask(place))
    if (codes.kind !== 'ok') return codes
    const processes = await dictionaries.wasteProcesses(ask(place))
    if (processes.kind !== 'ok') return processes
    const [codeId] = [...codes.value].find(([, { code }]) => bare(code) === bare(wasteCode)) ?? []
    const [processId] = [...processes.value].find(([, code]) => code === bare(process)) ?? []
    if (codeId === undefined) return { kind: 'refused', words: wasteCode }
    if (processId === undefined) return { kind: 'refused', words: process }
    return { kind: 'ok', value: { WasteCodeId: codeId, WasteProcessId: processId } }
  }

  return {
    places,

    company: (place, companyId) =>
      ask(place)(`WasteRegister/v1/Search/getcompanybyid?${new URLSearchParams({ companyId })}`, companyOf),

    async plan(place, card) {
      const ids = await idsOf(place, card)
      if (ids.kind !== 'ok') return ids
      const body = {
        CarrierCompanyId: card.carrierCompanyId,
        ReceiverCompanyId: card.receiverCompanyId,
        ReceiverEupId: card.receiverPlace,
        ...ids.value,
        VehicleRegNumber: card.plate,
        WasteMass: Math.round(card.mass * 10_000) / 10_000,
        PlannedTransportTime: card.plannedAt,
        AdditionalInfo: card.mark,
        WasteCodeExtended: false,
        HazardousWasteReclassification: false,
        IsWasteGenerating: false,
        ...transportModeOf(versionAt(settings.bdoVersion, now()))
      }
      return create(place, 'create/plannedcard', body, madeCardOf)
    },

    async find(place, mark, since) {
      for (let page = 1; page <= mostPages; page++) {
        const list = await search({ place, role: 'sender', page })
        if (list.kind !== 'ok') return list
        const changed = list.value.cards.filter(({ modifiedAt }) => modifiedAt >= since)
        for (const { id, state } of changed) {
          const found = await details(place, 'sender', id, state)
          if (found.kind === 'notFound') continue
          if (found.kind !== 'ok') return found
          const { card, additionalInfo } = found.value
          if (additionalInfo?.includes(mark)) return { kind: 'ok', value: card }
        }
        if (list.value.isLast || changed.length < list.value.cards.length) return { kind: 'notFound' }
      }
      return { kind: 'away', problem: `over ${mostPages} pages of cards since ${since}` }
    },

    async card(place, id, state) {
      const found = await details(place, 'sender', id, state)
      return found.kind === 'ok' ? { kind: 'ok', value: found.value.card } : found
    },

    approve: (place, id) => change(place, 'approve', { KpoId: id })
  }
}
