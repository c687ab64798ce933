/**
 * The register's answers as our types. Names of fields are taken in any letter case, because it writes both Pascal and camel case; fields
 * that we do not know are passed over. An answer that lacks what we cannot do without is `Unreadable`: it comes from something that is not
 * the register, or from a version of it that we do not know, and must not be taken for a change of a card.
 */
import {
  type Card,
  type CardPage,
  type CardParty,
  type CardState,
  type CardSummary,
  cardStates,
  type RegisterPlace
} from './register.ts'
import { firstPage, processCodeFields, usualTokenSeconds, zoneOfBareInstants } from './unverified.ts'

/** Thrown for an answer that is not what the register says; the message names what is wrong, and no value of a person. */
export class Unreadable extends Error {}

type Fields = ReadonlyMap<string, unknown>

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(`${what} is no object`)
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
}

export const field = (fields: Fields, name: string): unknown => fields.get(name.toLowerCase()) ?? null

/** One line; null where it is empty. Numbers that stand for names are texts, too. */
export function textOf(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = field(fields, name)
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value).replace(/\s+/g, ' ').trim()
    if (text !== '') return text
  }
  return null
}

export function needed(fields: Fields, name: string): string {
  const text = textOf(fields, name)
  if (text === null) throw new Unreadable(`${name} is missing`)
  return text
}

/** A number; also one that is written as text, with a point or a comma. */
export function numberOf(fields: Fields, name: string): number | null {
  const value = field(fields, name)
  if (value === null || value === '') return null
  const number = typeof value === 'string' ? Number(value.trim().replace(',', '.')) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new Unreadable(`${name} is no number`)
  return number
}

const zoneClock = new Intl.DateTimeFormat('en-US', {
  timeZone: zoneOfBareInstants,
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }
})

/** Milliseconds by which the clocks of the zone are ahead of UTC at an instant, to the second. */
function aheadOfUtc(ms: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    zoneClock.formatToParts(ms).map(({ type, value }) => [type, Number(value)])
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

/** ISO 8601 in UTC; null where the register has none, for which it also writes the year 1. */
export function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '' || value.startsWith('0001-')) return null
  const text = value.trim()
  const hasZone = /T.*(z|[+-]\d{2}:?\d{2})$/i.test(text)
  const asUtc = Date.parse(hasZone ? text : `${text.includes('T') ? text : `${text}T00:00:00`}Z`)
  if (Number.isNaN(asUtc)) throw new Unreadable('an instant is unreadable')
  // At the guessed instant the zone may be on the other side of a change of its clocks: the second guess is right.
  const ms = hasZone ? asUtc : asUtc - aheadOfUtc(asUtc - aheadOfUtc(asUtc))
  return new Date(ms).toISOString()
}

const instant = (fields: Fields, name: string): string | null => instantOf(field(fields, name))

function stateOf(fields: Fields): CardState | null {
  const name = textOf(fields, 'cardStatusCodeName')
  if (name === null) return null
  const state = cardStates.find(each => each === name.toUpperCase().replace(/[ -]/g, '_'))
  if (!state) throw new Unreadable(`the state ${name.slice(0, 40)} is unknown`)
  return state
}

function summaryOf(value: unknown): CardSummary {
  const fields = fieldsOf(value, 'a card of the list')
  const state = stateOf(fields)
  const modifiedAt = instant(fields, 'kpoLastModifiedAt')
  if (state === null || modifiedAt === null)
    throw new Unreadable('a card of the list has no state or no time of change')
  return {
    id: needed(fields, 'kpoId'),
    number: textOf(fields, 'cardNumber'),
    state,
    modifiedAt,
    revision: numberOf(fields, 'revisionNumber') ?? 0
  }
}

export interface Part<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly isLast: boolean
}

/**
 * A page of a list. The register cuts the size and the number that were asked for without saying so, so whether there is more is read from
 * its own totals; asked for a page behind the last one, it gives the last one again, of which nothing is taken.
 * @throws Unreadable for a page that has fewer items than its totals demand: a part was lost on the way
 */
export function partOf<T>(body: unknown, page: number, item: (value: unknown) => T): Part<T> {
  const fields = fieldsOf(body, 'the list')
  const values = field(fields, 'items')
  const total = numberOf(fields, 'totalResultNumber')
  if (!Array.isArray(values) || total === null) throw new Unreadable('the list has no items or no total')
  const asked = page - 1 + firstPage
  const given = numberOf(fields, 'pageNumber') ?? asked
  const pages = numberOf(fields, 'totalPagesNumber')
  const hasNext = field(fields, 'hasNextPage')
  const isLast = typeof hasNext === 'boolean' ? !hasNext : pages === null ? values.length === 0 : page >= pages
  if (given < asked) return { items: [], total, isLast: true }
  const least = isLast ? (page === 1 ? total : 0) : Math.ceil(total / Math.max(pages ?? total, 1))
  if (values.length < least) throw new Unreadable('the list has fewer items than its total says')
  return { items: values.map(item), total, isLast }
}

export const pageOf = (body: unknown, page: number): CardPage => {
  const { items: cards, total, isLast } = partOf(body, page, summaryOf)
  return { cards, total, isLast }
}

export const placesOf = (body: unknown, page: number): Part<RegisterPlace> =>
  partOf(body, page, value => {
    const fields = fieldsOf(value, 'a place')
    const [street, ...numbers] = ['street', 'buildingNumber', 'localNumber'].map(name => textOf(fields, name))
    const building = numbers.filter(part => part !== null).join('/')
    const address = [[street, building].filter(Boolean).join(' '), textOf(fields, 'locality')]
      .filter(Boolean)
      .join(', ')
    return {
      id: needed(fields, 'eupId'),
      companyId: textOf(fields, 'companyId') ?? '',
      name: textOf(fields, 'name') ?? '',
      identificationNumber: textOf(fields, 'identificationNumber') ?? '',
      address
    }
  })

export function tokenOf(body: unknown): { readonly token: string; readonly seconds: number } {
  const fields = fieldsOf(body, 'the token')
  const seconds = Number(field(fields, 'expiresIn') ?? Number.NaN)
  return { token: needed(fields, 'accessToken'), seconds: seconds > 0 ? seconds : usualTokenSeconds }
}

export const partyRoles = ['sender', 'carrier', 'receiver'] as const

/** Digits only; null where there are none. */
const taxNumberOf = (fields: Fields, name: string): string | null => textOf(fields, name)?.replace(/\D/g, '') || null

function partyOf(fields: Fields, role: (typeof partyRoles)[number]): CardParty {
  return {
    name: textOf(fields, `${role}Name`, `${role}CompanyName`, `${role}NameOrFirstNameAndLastName`),
    taxNumber: taxNumberOf(fields, `${role}Nip`),
    identificationNumber: textOf(fields, `${role}IdentificationNumber`)
  }
}

/** The times at which a card was changed, which details tell instead of `kpoLastModifiedAt`. */
const changes = [
  ...['cardApprovalTime', 'generatingConfirmationTime', 'receiveConfirmationTime', 'transportConfirmationTime'],
  ...['cardRejectionTime', 'cardWithdrawalTime', 'revisedAt']
]

const epoch = new Date(0).toISOString()

/** A card, and the ids by which its details name what they do not write. */
export interface CardDetails {
  readonly card: Card
  readonly wasteCodeId: number | null
  readonly wasteProcessId: number | null
  /** What the sender has written beside the card. */
  readonly additionalInfo: string | null
  readonly companyIds: Readonly<Record<(typeof partyRoles)[number], string | null>>
}

export interface Company {
  readonly name: string | null
  readonly taxNumber: string | null
}

export const companyOf = (body: unknown): Company => {
  const fields = fieldsOf(body, 'the firm')
  return { name: textOf(fields, 'name'), taxNumber: taxNumberOf(fields, 'nip') }
}

/** @param state the state under whose path the details were found */
export function cardOf(body: unknown, state: CardState): CardDetails {
  const fields = fieldsOf(body, 'the card')
  const changed = changes.map(name => instant(fields, name)).filter(at => at !== null)
  const card: Card = {
    id: needed(fields, 'kpoId'),
    number: textOf(fields, 'cardNumber'),
    state: stateOf(fields) ?? state,
    modifiedAt: instant(fields, 'kpoLastModifiedAt') ?? changed.sort().at(-1) ?? epoch,
    revision: numberOf(fields, 'revisionNumber') ?? (field(fields, 'isRevised') === true ? 1 : 0),
    year: numberOf(fields, 'year'),
    wasteCode: textOf(fields, 'wasteCode'),
    wasteCodeDescription: textOf(fields, 'wasteCodeDescription'),
    process: null,
    plate: textOf(fields, 'vehicleRegNumber'),
    plannedAt: instant(fields, 'plannedTransportTime'),
    transportedAt: instant(fields, 'realTransportTime'),
    mass: numberOf(fields, 'wasteMass'),
    revisedMass: numberOf(fields, 'revisedWasteMass'),
    receivedMass: numberOf(fields, 'correctedWasteMass'),
    remarks: textOf(fields, 'remarks'),
    sender: partyOf(fields, 'sender'),
    carrier: partyOf(fields, 'carrier'),
    receiver: partyOf(fields, 'receiver'),
    approvedAt: instant(fields, 'cardApprovalTime'),
    confirmationGeneratedAt: instant(fields, 'generatingConfirmationTime'),
    receivedAt: instant(fields, 'receiveConfirmationTime'),
    receivedBy: textOf(fields, 'receiveConfirmationUser'),
    transportConfirmedAt: instant(fields, 'transportConfirmationTime'),
    rejectedAt: instant(fields, 'cardRejectionTime'),
    withdrawnAt: instant(fields, 'cardWithdrawalTime')
  }
  const companyIds = {
    sender: textOf(fields, 'senderCompanyId'),
    carrier: textOf(fields, 'carrierCompanyId'),
    receiver: textOf(fields, 'receiverCompanyId')
  }
  return {
    ...{ card, companyIds, additionalInfo: textOf(fields, 'additionalInfo') },
    ...{ wasteCodeId: numberOf(fields, 'wasteCodeId'), wasteProcessId: numberOf(fields, 'wasteProcessId') }
  }
}

/** A planned card as the register answers its making. */
export const madeCardOf = (body: unknown): Pick<Card, 'id' | 'number' | 'state'> => {
  const fields = fieldsOf(body, 'the planned card')
  return { id: needed(fields, 'kpoId'), number: textOf(fields, 'cardNumber'), state: stateOf(fields) ?? 'PLANNED' }
}

export interface WasteCode {
  readonly code: string
  readonly description: string | null
}

/** The dictionary of waste codes, by their ids. */
export function wasteCodesOf(body: unknown): ReadonlyMap<number, WasteCode> {
  if (!Array.isArray(body)) throw new Unreadable('the waste codes are no list')
  return new Map(
    body.map(value => {
      const fields = fieldsOf(value, 'a waste code')
      const id = numberOf(fields, 'wasteCodeId')
      if (id === null) throw new Unreadable('a waste code has no id')
      return [id, { code: needed(fields, 'code'), description: textOf(fields, 'description') }]
    })
  )
}

/**
 * The dictionary of processes of recovery and disposal: their codes, such as R3, by their ids. One without a code is passed over, because a card is
 * read without its process, too.
 */
export function wasteProcessesOf(body: unknown): ReadonlyMap<number, string> {
  if (!Array.isArray(body)) throw new Unreadable('the processes are no list')
  return new Map(
    body.flatMap(value => {
      const fields = fieldsOf(value, 'a process')
      const id = numberOf(fields, 'wasteProcessId')
      const code = textOf(fields, ...processCodeFields)
        ?.replace(/\s/g, '')
        .toUpperCase()
      return id === null || !code || !/^[RD]\d{1,2}$/.test(code) ? [] : [[id, code] as const]
    })
  )
}

/** The bytes of a PDF, which is sent as base64 text, bare or as a JSON string. */
export function pdfOf(body: unknown): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'base64') : Buffer.alloc(0)
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Unreadable('the confirmation is no PDF')
  return bytes
}

/** What the register says of a call that it refuses: texts anywhere in its answer, shortened to one line. */
export function wordsOf(body: unknown, status: number): string {
  const texts: string[] = []
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && !value.trimStart().startsWith('<')) texts.push(value)
    else if (typeof value === 'object' && value !== null && depth < 4)
      for (const [name, part] of Object.entries(value))
        if (!/^(type|traceid|instance|status|code|propertyname)$/i.test(name)) collect(part, depth + 1)
  }
  collect(body, 0)
  const text = [...new Set(texts)]
    .join('; ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
  return text || `HTTP ${status}`
}
