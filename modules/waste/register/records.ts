/**
 * The firm's record of waste as the register keeps it: record cards (KEO), each of one place, waste code and calendar year, and the entries of what was
 * received. One confirmed transfer card is one entry.
 */
import { userAgent } from '../../../src/kernel/outbound/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { decoded, nothingOf, openCalls, type RegisterOptions } from './calls.ts'
import { Pace } from './pace.ts'
import { entryOf, entryPageOf, recordCardOf, recordCardPageOf } from './record-wire.ts'
import type { RegisterAnswer } from './register.ts'
import {
  entryColumn,
  entryParameter,
  firstPage,
  recordCardColumn,
  recordCardParameter,
  recordCodeOf
} from './unverified.ts'
import type { Part } from './wire.ts'

/** What is entered: a transfer card that was received. */
export interface Received {
  /** The id of the transfer card. */
  readonly kpoId: string
  readonly number: string | null
  /** In megagrams. */
  readonly mass: number
  /** ISO 8601, in UTC. */
  readonly receivedAt: string
}

export interface RecordSearch {
  readonly wasteCode: string
  readonly year: number
}

/** As `WasteRegister`; `place` is always one of the firm. */
export interface RecordRegister {
  /** The ids of the record cards of a code and year on which received waste is entered. */
  recordCards(place: string, search: RecordSearch): Promise<RegisterAnswer<readonly string[]>>
  /** The id of the entry that a transfer card has on a record card. */
  entry(place: string, recordCard: string, received: Received): Promise<RegisterAnswer<string>>
  /** Makes the entry. The register may make it twice: whoever calls looks for it first. */
  enter(place: string, recordCard: string, received: Received): Promise<RegisterAnswer<null>>
}

const records = 'WasteRegister/WasteRecordCard/v1/Keo'
const pageSize = 50
/** Of one list: a place has ten thousand entries of a code in a year at most. */
const mostPages = 200
const callsASecond = 5
const processPace = new Pace({ perSecond: callsASecond })

/** Codes of people and of the register, with and without blanks and stars. */
const bare = (code: string): string => code.replace(/[\s*]/g, '')
export const roundedMass = (mass: number): number => Math.round(mass * 10_000) / 10_000

export function openRecords(options: RegisterOptions): RecordRegister {
  const { pace = processPace } = options
  const { call } = openCalls(options)

  async function ask<T>(
    place: string,
    path: string,
    decode: (body: unknown) => T,
    body?: object
  ): Promise<RegisterAnswer<T>> {
    await pace.turn()
    return decoded(await call(place, { path: `${records}/${path}`, ...(body === undefined ? {} : { body }) }), decode)
  }

  /** Goes through a list; whatever `take` answers ends it. */
  async function each<T, R>(
    read: (page: number) => Promise<RegisterAnswer<Part<T>>>,
    take: (items: readonly T[]) => Promise<RegisterAnswer<R> | undefined>
  ): Promise<RegisterAnswer<R> | undefined> {
    for (let page = 1; page <= mostPages; page++) {
      const answer = await read(page)
      if (answer.kind !== 'ok') return answer
      const taken = await take(answer.value.items)
      if (taken || answer.value.isLast) return taken
    }
    return { kind: 'away', problem: `over ${mostPages} pages of a record` }
  }

  const pageOf = (page: number, column: string) => ({
    PaginationParameters: {
      Order: { IsAscending: false, OrderColumn: column },
      Page: { Index: page - 1 + firstPage, Size: pageSize }
    }
  })

  return {
    async recordCards(place, { wasteCode, year }) {
      const found: string[] = []
      const failed = await each<{ id: string; code: string }, never>(
        page =>
          ask(place, 'search', body => recordCardPageOf(body, page), {
            WasteCode: recordCodeOf(wasteCode),
            ...pageOf(page, recordCardColumn)
          }),
        async items => {
          for (const { id, code } of items) {
            if (bare(code) !== bare(wasteCode)) continue
            const query = new URLSearchParams({ [recordCardParameter]: id })
            const card = await ask(place, `card?${query}`, recordCardOf)
            if (card.kind === 'notFound') continue
            if (card.kind !== 'ok') return card
            if (card.value.year === year && card.value.isCollecting) found.push(id)
          }
          return undefined
        }
      )
      return failed ?? { kind: 'ok', value: found }
    },

    async entry(place, recordCard, { kpoId, number, mass }) {
      const found = await each<{ id: string; number: string | null; mass: number | null }, string>(
        page =>
          ask(place, 'KeoCollected/search', body => entryPageOf(body, page), {
            KeoId: recordCard,
            ...pageOf(page, entryColumn)
          }),
        async items => {
          for (const item of items) {
            const isLike = (number !== null && item.number === number) || item.mass === roundedMass(mass)
            if (!isLike) continue
            const query = new URLSearchParams({ [entryParameter]: item.id })
            const entry = await ask(place, `KeoCollected/card?${query}`, entryOf)
            if (entry.kind === 'notFound') continue
            if (entry.kind !== 'ok') return entry
            if (entry.value.kpoId === kpoId) return { kind: 'ok', value: item.id }
          }
          return undefined
        }
      )
      return found ?? { kind: 'notFound' }
    },

    async enter(place, recordCard, { kpoId, mass, receivedAt }) {
      await pace.turn()
      const body = {
        KeoId: recordCard,
        KpoId: kpoId,
        CollectedDate: receivedAt,
        CollectedMass: roundedMass(mass),
        IsEntryBasedOnKpo: true,
        IsImportToRp: false,
        IsEquipmentOwnerExemptFromRecord: false
      }
      return decoded(await call(place, { path: `${records}/KeoCollected/create`, body, takesText: true }), nothingOf)
    }
  }
}

const opened = new WeakMap<Services, RecordRegister>()

/** The records in the register that the settings name; undefined where they name none. */
export function recordsOf(services: Services): RecordRegister | undefined {
  const { settings, now } = services
  if (!/^https?:/.test(settings.bdoUrl)) return undefined
  const register = opened.get(services) ?? openRecords({ settings, agent: userAgent(settings), now })
  opened.set(services, register)
  return register
}
