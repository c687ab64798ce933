/**
 * The checks as data: the subject of each, what it finds, when an approved finding comes back, and which thresholds its
 * description has. Runs, pages and tests read this table.
 *
 * A check is one statement over all data. It gives a row for each thing that it finds, with the `id` of the thing and the evidence
 * (`since`, and what `gives` names).
 *
 * **New evidence.** After a person has approved a finding, the same thing is found again only with new evidence. Most checks have
 * an instant as evidence: when the container moved, was heard or left, when the order was finished or handed over, or since when its card waits. A later
 * instant is new evidence. For a wrong address the evidence is new if the place has another position, or if its containers stay at another position
 * than before; for another mass, if the order or its cards have other tonnes.
 */
import type { Settings } from '../../config/settings.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { departures, misplacedPlaces, restingContainers, silentContainers } from '../iot/public.ts'
import { movedByOrder, uninvoicedOrders, unsynchronisedOrders } from '../orders/public.ts'
import { movedByDocument } from '../warehouse/public.ts'
import {
  hasRecords,
  hasRegister,
  ordersOfOtherMass,
  ordersToConfirm,
  ordersWithoutCard,
  ordersWithoutEntry
} from '../waste/public.ts'
import { ValidatorKind, ValidatorSubject } from './schema.ts'

export type KindName = keyof typeof ValidatorKind & string
export type KindCode = CodeOf<typeof ValidatorKind>

type Setting = {
  [K in keyof Settings]: Settings[K] extends number ? K : never
}[keyof Settings]

/** The columns of evidence that a check may give. Their types are needed for the columns that a check does not give. */
export const evidence = {
  evidence_at: 'timestamptz',
  place_id: 'integer',
  metres: 'float8',
  latitude: 'float8',
  longitude: 'float8',
  stated_latitude: 'float8',
  stated_longitude: 'float8',
  failed: 'boolean',
  order_tonnes: 'float8',
  card_tonnes: 'float8'
} as const
export type Evidence = Exclude<keyof typeof evidence, 'evidence_at'>

export interface Check {
  readonly subject: CodeOf<typeof ValidatorSubject>
  /** The settings with the thresholds, by their names in the description. */
  readonly thresholds: Readonly<Record<string, Setting>>
  /** The columns that its statement gives besides `id` and `since`. */
  readonly gives: readonly Evidence[]
  found(settings: Settings, now: Date): Sql
  /** A condition over the rows `found` and `approved`, the last approved finding for the same thing. */
  newEvidence(settings: Settings): Sql
  /** The check does not look at older evidence. So it does not resolve findings whose evidence is older. */
  horizon?(now: Date): Date
  /** Whether this installation has what the check is about, by default true. Otherwise nobody sees the check, and no run includes it. */
  isOffered?(settings: Settings): boolean
  /** Whether nightly runs include the check, by default true. A person may run every check that is offered. */
  isNightly?(settings: Settings): boolean
}

const isLater = (): Sql => raw('found.evidence_at > approved.evidence_at')

/** How many days a run looks back for departures. Runs are nightly, but sensors may send late. */
const departureDays = 30
const departureHorizon = (now: Date): Date => new Date(now.getTime() - departureDays * dayMs)

/** How many days a run looks back for orders without a card, and for cards without an entry. */
const cardDays = 90
const cardHorizon = (now: Date): Date => new Date(now.getTime() - cardDays * dayMs)

/** The last departure of each container that no order and no document around that day explains. */
function unexplained({ incidentMetres, incidentDays }: Settings, now: Date): Sql {
  const day = businessDay('gone.left_at')
  const explained = ['gone.place_id', 'gone.next_place_id'].map(
    place => sql`${movedByOrder(place, day, incidentDays)} or ${movedByDocument(place, day, incidentDays)}`
  )
  return sql`select distinct on (gone.id) gone.id, gone.left_at as since, gone.place_id, gone.metres, gone.latitude, gone.longitude
    from (${departures({ since: departureHorizon(now), away: incidentMetres })}) gone
    where not (${explained[0]} or ${explained[1]}) order by gone.id, gone.left_at desc`
}

const distance = (a: string, b: string): Sql =>
  raw(`kernel.metres(kernel.on_earth(${a}.latitude, ${a}.longitude), kernel.on_earth(${b}.latitude, ${b}.longitude))`)

export const checks: { readonly [K in KindName]: Check } = {
  noMovement: {
    subject: ValidatorSubject.container,
    thresholds: { days: 'noMovementDays', metres: 'noMovementMetres' },
    gives: ['place_id', 'latitude', 'longitude'],
    found: ({ noMovementDays, noMovementMetres }) =>
      restingContainers({ days: noMovementDays, spread: noMovementMetres }),
    newEvidence: isLater
  },
  incident: {
    subject: ValidatorSubject.container,
    thresholds: { metres: 'incidentMetres', days: 'incidentDays' },
    gives: ['place_id', 'metres', 'latitude', 'longitude'],
    found: unexplained,
    newEvidence: isLater,
    horizon: departureHorizon
  },
  noResponse: {
    subject: ValidatorSubject.container,
    thresholds: { days: 'noResponseDays' },
    gives: ['place_id'],
    found: ({ noResponseDays }, now) => silentContainers({ now, days: noResponseDays }),
    newEvidence: isLater
  },
  missingInvoice: {
    subject: ValidatorSubject.order,
    thresholds: { days: 'missingInvoiceDays' },
    gives: ['place_id'],
    found: ({ missingInvoiceDays }, now) => uninvoicedOrders({ now, days: missingInvoiceDays }),
    newEvidence: isLater,
    // Without the shared secret the accounting system cannot report invoices, so every order would be found.
    isNightly: ({ accountingSecret }) => accountingSecret !== ''
  },
  badSync: {
    subject: ValidatorSubject.order,
    thresholds: { hours: 'badSyncHours' },
    gives: ['place_id', 'failed'],
    found: ({ badSyncHours }, now) => unsynchronisedOrders({ now, hours: badSyncHours }),
    newEvidence: isLater
  },
  wrongAddress: {
    subject: ValidatorSubject.receptionPlace,
    thresholds: { metres: 'wrongAddressMetres' },
    gives: ['metres', 'latitude', 'longitude', 'stated_latitude', 'stated_longitude'],
    found: ({ wrongAddressMetres }) => misplacedPlaces({ away: wrongAddressMetres }),
    newEvidence: ({ wrongAddressMetres }) => sql`(found.stated_latitude, found.stated_longitude)
        is distinct from (approved.stated_latitude, approved.stated_longitude)
      or ${distance('found', 'approved')} > ${wrongAddressMetres}`
  },
  missingCard: {
    subject: ValidatorSubject.order,
    thresholds: { days: 'missingCardDays' },
    gives: ['place_id'],
    found: ({ missingCardDays }, now) => ordersWithoutCard({ now, days: missingCardDays, since: cardHorizon(now) }),
    newEvidence: isLater,
    horizon: cardHorizon,
    isOffered: hasRegister
  },
  otherMass: {
    subject: ValidatorSubject.order,
    thresholds: {},
    gives: ['place_id', 'order_tonnes', 'card_tonnes'],
    found: ordersOfOtherMass,
    newEvidence: () =>
      raw(`(found.order_tonnes, found.card_tonnes) is distinct from (approved.order_tonnes, approved.card_tonnes)`),
    isOffered: hasRegister
  },
  unconfirmedCard: {
    subject: ValidatorSubject.order,
    thresholds: { days: 'unconfirmedCardDays' },
    gives: ['place_id'],
    found: ({ unconfirmedCardDays }, now) => ordersToConfirm({ now, days: unconfirmedCardDays }),
    newEvidence: isLater,
    isOffered: hasRegister
  },
  missingEntry: {
    subject: ValidatorSubject.order,
    thresholds: { days: 'missingEntryDays' },
    gives: ['place_id'],
    found: ({ missingEntryDays }, now) => ordersWithoutEntry({ now, days: missingEntryDays, since: cardHorizon(now) }),
    newEvidence: isLater,
    horizon: cardHorizon,
    isOffered: hasRecords
  }
}

export const kindNames = Object.keys(checks) as KindName[]

export const nameOfKind = (code: number): KindName => {
  const name = kindNames.find(each => ValidatorKind[each] === code)
  if (!name) throw new Error(`There is no validator ${code}`)
  return name
}

const isOffered = (name: KindName, settings: Settings): boolean => checks[name].isOffered?.(settings) ?? true

/** The kinds of checks that this installation has. */
export const offeredKinds = (settings: Settings): KindCode[] =>
  kindNames.filter(name => isOffered(name, settings)).map(name => ValidatorKind[name])

/** The kinds of checks that nightly runs include. */
export const nightlyKinds = (settings: Settings): KindCode[] =>
  offeredKinds(settings).filter(code => checks[nameOfKind(code)].isNightly?.(settings) ?? true)

/** The detailed columns of each subject, by the specification: their names and the fields that they show. */
export const columnsOf = {
  [ValidatorSubject.container]: { SerNo: 'serNo', ContainerName: 'containerName', Address: 'address' },
  [ValidatorSubject.order]: { Number: 'number', CompanyName: 'companyName', Address: 'address' },
  [ValidatorSubject.receptionPlace]: { Address: 'address', CompanyName: 'companyName' }
} as const
