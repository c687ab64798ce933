/**
 * The record of waste (KEO) in the demo's register: record cards of a place, code and year, and the entries of transfer cards that were received there.
 * As strict as the state's: a date of another year, a card of another receiver or code, or one that is not received is refused. A second entry of one
 * transfer card is taken, because nobody knows whether the state's register refuses it.
 */
import { randomUUID } from 'node:crypto'
import { yearOf } from '../../../src/contract/days.ts'
import type { Answer } from './service.ts'
import { page } from './waste-register-answers.ts'
import { type RecordCard, type RecordEntry, type RegisterWorld, wasteCodes } from './waste-register-states.ts'

type Fields = Readonly<Record<string, unknown>>

export interface RecordCall {
  readonly method: string
  /** Below the path of records. */
  readonly end: string
  /** Names in small letters, as those of the body are. */
  readonly query: ReadonlyMap<string, string>
  readonly body: Fields
  /** The place whose token calls. */
  readonly eupId: string
  readonly at: string
  readonly pageAsked: { readonly index: number; readonly size: number }
  readonly pageSize: number
}

const refused = (message: string, status = 400): Answer => ({ status, json: { Message: message } })
const codeOf = ({ wasteCodeId }: { readonly wasteCodeId: number }): string =>
  wasteCodes.find(each => each.wasteCodeId === wasteCodeId)?.code ?? ''

const cardsOf = (world: RegisterWorld, eupId: string): RecordCard[] =>
  (world.recordCards ?? []).filter(card => card.eupId === eupId)
const entriesOf = (world: RegisterWorld, keoId: string): RecordEntry[] =>
  (world.recordEntries ?? []).filter(entry => entry.keoId === keoId)
const numberOf = (world: RegisterWorld, kpoId: string): string | null =>
  world.cards.find(card => card.kpoId === kpoId)?.cardNumber ?? null

/** Record cards of each of its places for each code and year, as a firm makes them in January. */
export function addRecordCards(world: RegisterWorld, eupIds: readonly string[], years: readonly number[]): void {
  world.recordCards ??= []
  for (const eupId of eupIds)
    for (const year of years)
      for (const { wasteCodeId, code } of wasteCodes) {
        const isThere = cardsOf(world, eupId).some(card => card.year === year && card.wasteCodeId === wasteCodeId)
        if (isThere) continue
        const cardNumber = `KEO/${year}/${code.replaceAll(' ', '')}/${world.recordCards.length + 1}`
        world.recordCards.push({ keoId: randomUUID(), eupId, cardNumber, year, wasteCodeId, isWasteCollecting: true })
      }
}

const recordDto = ({ keoId, cardNumber, year, wasteCodeId, isWasteCollecting }: RecordCard) => ({
  ...{ keoId, cardNumber, year, wasteCodeId, isWasteCollecting },
  ...{ isWasteGenerating: false, isSalvage: false, isNeutralization: false, wasteMass: 0, canBeDeleted: false },
  ...{ wasteCodeExtended: false, hazardousWasteReclassification: false }
})

/** Why an entry is not taken; undefined where it is. */
function faultOf(world: RegisterWorld, card: RecordCard, body: Fields): string | undefined {
  const { kpoid, collecteddate, collectedmass } = body
  if (body.isentrybasedonkpo !== true) return 'Pole IsEntryBasedOnKpo jest wymagane.'
  if (typeof collectedmass !== 'number' || !(collectedmass > 0)) return 'Pole CollectedMass jest wymagane.'
  if (typeof collecteddate !== 'string' || Number.isNaN(Date.parse(collecteddate)))
    return 'Pole CollectedDate jest wymagane.'
  const kpo = world.cards.find(each => each.kpoId === kpoid)
  if (!kpo || kpo.receiverEupId !== card.eupId) return 'Nie znaleziono karty przekazania odpadów.'
  if (kpo.state !== 'RECEIVE_CONFIRMATION' && kpo.state !== 'TRANSPORT_CONFIRMATION')
    return 'Karta przekazania odpadów nie ma potwierdzonego przejęcia.'
  if (kpo.wasteCodeId !== card.wasteCodeId) return 'Kod odpadu nie jest zgodny z kartą ewidencji.'
  if (!card.isWasteCollecting) return 'Karta ewidencji nie dotyczy zbierania odpadów.'
  return yearOf(new Date(collecteddate)) === card.year
    ? undefined
    : 'Data przyjęcia nie należy do roku karty ewidencji.'
}

function create(world: RegisterWorld, { body, eupId, at }: RecordCall): Answer {
  const card = cardsOf(world, eupId).find(({ keoId }) => keoId === body.keoid)
  if (!card) return refused('Nie znaleziono karty ewidencji.', 404)
  const fault = faultOf(world, card, body)
  if (fault) return refused(fault)
  const entry: RecordEntry = {
    keoCollectedId: randomUUID(),
    keoId: card.keoId,
    kpoId: String(body.kpoid),
    collectedDate: String(body.collecteddate),
    collectedMass: Number(body.collectedmass)
  }
  world.recordEntries = [...(world.recordEntries ?? []), entry]
  world.log.push({ at, act: 'KeoCollected/create', kpoId: entry.kpoId, eupId })
  return { status: 200 }
}

function searchEntries(world: RegisterWorld, { body, eupId, pageAsked, pageSize }: RecordCall): Answer {
  const card = cardsOf(world, eupId).find(({ keoId }) => keoId === body.keoid)
  if (!card) return refused('Nie znaleziono karty ewidencji.', 404)
  const entries = entriesOf(world, card.keoId).toReversed()
  const lines = entries.map(({ keoCollectedId, kpoId, collectedDate, collectedMass }) => ({
    ...{ keoCollectedId, collectedDate, collectedMass, isEntryBasedOnKpo: true, createdByUser: 'Anna Nowak' },
    ...{ cardNumber: numberOf(world, kpoId), isImportToRp: false, isEquipmentOwnerExemptFromRecord: false }
  }))
  const collectedSum = entries.reduce((sum, { collectedMass }) => sum + collectedMass, 0)
  return {
    status: 200,
    json: { collectedSum, keoDto: recordDto(card), collectedKeos: page(lines, pageAsked, pageSize) }
  }
}

function searchCards(world: RegisterWorld, { body, eupId, pageAsked, pageSize }: RecordCall): Answer {
  const code = typeof body.wastecode === 'string' ? body.wastecode : ''
  const found = cardsOf(world, eupId).filter(card => codeOf(card).includes(code))
  const lines = found.map(card => ({
    ...{ keoId: card.keoId, cardNumber: card.cardNumber, wasteCode: codeOf(card), createdByUser: 'Anna Nowak' },
    ...{ canBeDeleted: false, wasteCodeExtended: false, hazardousWasteReclassification: false }
  }))
  return { status: 200, json: page(lines, pageAsked, pageSize) }
}

/** Undefined where the register has no such call. */
export function records(world: RegisterWorld, call: RecordCall): Answer | undefined {
  const { method, end, query, eupId } = call
  switch (`${method} ${end}`) {
    case 'POST search':
      return searchCards(world, call)
    case 'GET card': {
      const card = cardsOf(world, eupId).find(({ keoId }) => keoId === query.get('keoid'))
      return card ? { status: 200, json: recordDto(card) } : refused('Nie znaleziono karty ewidencji.', 404)
    }
    case 'POST KeoCollected/search':
      return searchEntries(world, call)
    case 'GET KeoCollected/card': {
      const entry = world.recordEntries?.find(({ keoCollectedId }) => keoCollectedId === query.get('keocollectedid'))
      const isOwn = cardsOf(world, eupId).some(({ keoId }) => keoId === entry?.keoId)
      return entry && isOwn
        ? { status: 200, json: { ...entry, isEntryBasedOnKpo: true } }
        : refused('Nie znaleziono wpisu.', 404)
    }
    case 'POST KeoCollected/create':
      return create(world, call)
    default:
      return undefined
  }
}
