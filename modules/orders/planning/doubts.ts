/**
 * What speaks against a plan before it is made: the form says each, and asks for a tick. The server refuses none of it, because people decide,
 * and other callers cannot tick anything.
 */
import { type Static, Type } from '@sinclair/typebox'
import { dayOf, shortDay } from '../../../src/contract/days.ts'
import type { Derivation, FieldHint } from '../../../src/contract/form.ts'
import type { Language } from '../../../src/contract/languages.ts'
import type { Warning } from '../../../src/contract/warning.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { joinCompany } from '../../companies/public.ts'
import { isOver } from './rules.ts'
import type { MatchedVehicle } from './schema.ts'
import { matchedVehicles } from './vehicles.ts'

const ofVehicle = ['overload', 'notCarried', 'driverElsewhere', 'driverAway', 'outOfService', 'clientInactive'] as const
const ofDay = ['notAsWished'] as const
const ofDriver = ['driverElsewhere', 'driverAway'] as const
const doubts = [...ofVehicle, ...ofDay]
type Doubt = (typeof doubts)[number]

const Text = Nullable(Type.String())
export const PlanDoubts = Type.Object({
  overload: Nullable(Type.String({ description: 'plates with the load and what they carry' })),
  notCarried: Nullable(Type.String({ description: 'plates with the items that they do not carry' })),
  driverElsewhere: Nullable(Type.String({ description: 'drivers with the plates of their other vehicles of the day' })),
  driverAway: Nullable(Type.String({ description: 'drivers' })),
  outOfService: Nullable(Type.String({ description: 'plates' })),
  clientInactive: Nullable(Type.String({ description: 'deactivated clients' })),
  notAsWished: Nullable(Type.String({ description: 'orders with the days that were wished, where those are others' }))
})

/** How many orders or clients a sentence names. */
const maxNamed = 5

const named = (texts: readonly string[]): string | null => {
  const all = [...new Set(texts)]
  const more = all.length > maxNamed ? [`… +${all.length - maxNamed}`] : []
  return [...all.slice(0, maxNamed), ...more].join('; ') || null
}

/**
 * What the orders themselves say against the day that they would have. A wished day that is over cannot be planned any more, and is not asked
 * about.
 */
async function doubtsOfOrders(
  database: Database,
  orderIds: readonly number[],
  { day, language, now }: Telling & { readonly day: string | undefined }
): Promise<Pick<Static<typeof PlanDoubts>, 'clientInactive' | 'notAsWished'>> {
  const today = dayOf(now)
  const rows = await query<{
    number: string
    wished: string | null
    day: string | null
    company: string
    active: boolean
  }>(
    database,
    sql`select o.number, o.wished_date::text as wished, coalesce(${day ?? null}::date, o.realization_date)::text as day,
        c.name as company, c.active
      from orders.orders o ${joinCompany('c', 'o.company_id')} where o.id = any(${[...orderIds]}::int[]) order by o.number`
  )
  return {
    clientInactive: named(rows.flatMap(({ company, active }) => (active ? [] : company))),
    notAsWished: named(
      rows.flatMap(({ number, wished, day: planned }) =>
        wished && planned && wished !== planned && wished >= today
          ? `${number}: ${shortDay(language, wished, now)}`
          : []
      )
    )
  }
}

export interface PlanQuestion {
  readonly orderIds: readonly number[]
  /** Without it, all orders keep their days. */
  readonly day: string | undefined
  /** Without it, all orders keep their vehicles. */
  readonly vehicleId: number | undefined
  /** Without it, whoever drives the vehicles. */
  readonly driverId: number | undefined
}

interface Telling {
  readonly language: Language
  readonly now: Date
}

/** What speaks against the plan, as texts; null for what does not. Undefined when one of the orders is not there. */
export async function doubtsOf(
  database: Database,
  { orderIds, day, vehicleId, driverId }: PlanQuestion,
  { language, now }: Telling
): Promise<Static<typeof PlanDoubts> | undefined> {
  const shown = { text: undefined, byDriver: false, page: 1, limit: orderIds.length + 1 }
  const question = { orderIds, day, vehicleId, driverId, ...shown }
  const rated = await matchedVehicles(database, { ...question, ownVehicles: vehicleId === undefined }, language)
  if (!rated) return undefined
  const isAsked = [day, vehicleId, driverId].some(part => part !== undefined)
  const texts = (textOf: (vehicle: Static<typeof MatchedVehicle>) => string | undefined): string | null =>
    (isAsked && [...new Set(rated.data.flatMap(vehicle => textOf(vehicle) ?? []))].join('; ')) || null
  const tonnes = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return {
    overload: texts(({ registerNumber, load, plannedLoad, capacity }) =>
      isOver(load + plannedLoad, capacity)
        ? `${registerNumber}: ${tonnes.format(load + plannedLoad)} / ${tonnes.format(capacity)} t`
        : undefined
    ),
    notCarried: texts(({ registerNumber, missing }) =>
      missing.length > 0 ? `${registerNumber}: ${missing.join(', ')}` : undefined
    ),
    driverElsewhere: texts(({ driver, driverElsewhere }) =>
      driverElsewhere.length > 0 ? `${driver}: ${driverElsewhere.join(', ')}` : undefined
    ),
    driverAway: texts(({ driver, driverAway }) => (driverAway ? driver : undefined)),
    outOfService: texts(({ registerNumber, outOfService }) => (outOfService ? registerNumber : undefined)),
    ...(isAsked
      ? await doubtsOfOrders(database, orderIds, { day, language, now })
      : { clientInactive: null, notAsWished: null })
  }
}

const hidden: FieldHint = { control: 'hidden', readOnly: true, transient: Text }

const stepsOf = <D extends Doubt>(names: readonly D[]): Record<D, FieldHint> =>
  Object.fromEntries(names.map(name => [name, hidden])) as Record<D, FieldHint>
const warningsOf = (names: readonly Doubt[]): readonly Warning[] =>
  names.map(name => ({ filled: [name], message: `orders.doubt.${name}`, tick: true }))
const rulesOf = (names: readonly Doubt[], plan: string): readonly Derivation[] =>
  names.map(name => ({
    kind: 'fetched',
    call: `/api/Admin/Orders/plan-doubts?ids={ids}&${plan}`,
    pick: `data.${name}`,
    to: name
  }))

/** The steps of a form that plans: what speaks against its values. They are shown as warnings of its vehicle or its day. */
export const doubtSteps = stepsOf(doubts)
export const vehicleDoubts = warningsOf(ofVehicle)
export const dayDoubts = warningsOf(ofDay)
export const doubtRules = rulesOf(doubts, 'day={orderRealizationDate?}&vehicleId={vehicleId?}')

/** The same of a form that names who drives on the days of the orders. */
export const driverSteps = stepsOf(ofDriver)
export const driverDoubts = warningsOf(ofDriver)
export const driverRules = rulesOf(ofDriver, 'driverId={driverId}')
