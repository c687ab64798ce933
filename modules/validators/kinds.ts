/**
 * The six checks as data: what each is about, what it finds, when an approved finding comes back, and which figures its
 * description has. Runs, pages, the page of types and the tests read this table.
 *
 * A check is one statement over the whole of the business. It gives a row for each thing that is found: `id` of the thing, and
 * the evidence (`since`, `place_id`, `metres`, `latitude`, `longitude`, `stated_latitude`, `stated_longitude`, `failed`).
 *
 * **New evidence.** What a person has approved is not found again until something has happened since. For five checks an
 * instant says so: the container has moved, been heard, or left again; the order was finished, or handed over, again. It is
 * new where it is later than the approved one. A wrong address has no such instant: there the place was given another position,
 * or its containers rest somewhere else than they did.
 */
import type { Settings } from '../../config/settings.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { departures, misplacedPlaces, restingContainers, silentContainers } from '../iot/public.ts'
import { movedByOrder, uninvoicedOrders, unsynchronisedOrders } from '../orders/public.ts'
import { movedByDocument } from '../warehouse/public.ts'
import { ValidatorKind, ValidatorSubject } from './schema.ts'

export type KindName = keyof typeof ValidatorKind & string
export type KindCode = CodeOf<typeof ValidatorKind>

type Setting = {
  [K in keyof Settings]: Settings[K] extends number ? K : never
}[keyof Settings]

/** The evidence of a finding: what a check may give, and the type of what it does not give. */
export const evidence = {
  evidence_at: 'timestamptz',
  place_id: 'integer',
  metres: 'float8',
  latitude: 'float8',
  longitude: 'float8',
  stated_latitude: 'float8',
  stated_longitude: 'float8',
  failed: 'boolean'
} as const
export type Evidence = Exclude<keyof typeof evidence, 'evidence_at'>

export interface Check {
  readonly subject: CodeOf<typeof ValidatorSubject>
  /** The thresholds that its description names, by their names there. */
  readonly thresholds: Readonly<Record<string, Setting>>
  /** What its statement gives besides `id` and `since`. */
  readonly gives: readonly Evidence[]
  found(settings: Settings, now: Date): Sql
  /** Over the rows `found` and `approved`, the last finding of the same thing that a person has approved. */
  newEvidence(settings: Settings): Sql
  /** Findings with older evidence are out of the check's sight: that it does not find them says nothing. */
  horizon?(now: Date): Date
  /** Whether a nightly run has it; a person may run each. By default it has. */
  isNightly?(settings: Settings): boolean
}

const isLater = (): Sql => raw('found.evidence_at > approved.evidence_at')

/** How far a run looks back for departures: nightly runs see each, and sensors send late. */
const departureDays = 30
const departureHorizon = (now: Date): Date => new Date(now.getTime() - departureDays * dayMs)

/** Departures that no order and no document around their day explains, of each container the last. */
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
    // Without the shared secret no invoice can be reported: every order would be found.
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
  }
}

export const kindNames = Object.keys(checks) as KindName[]

export const nameOfKind = (code: number): KindName => {
  const name = kindNames.find(each => ValidatorKind[each] === code)
  if (!name) throw new Error(`There is no validator ${code}`)
  return name
}

/** The kinds that a nightly run has. */
export const nightlyKinds = (settings: Settings): KindCode[] =>
  kindNames.filter(name => checks[name].isNightly?.(settings) ?? true).map(name => ValidatorKind[name])

/** The specification's detailed columns of each subject, by the names of their fields. */
export const columnsOf = {
  [ValidatorSubject.container]: { SerNo: 'serNo', ContainerName: 'containerName', Address: 'address' },
  [ValidatorSubject.order]: { Number: 'number', CompanyName: 'companyName', Address: 'address' },
  [ValidatorSubject.receptionPlace]: { Address: 'address', CompanyName: 'companyName' }
} as const
