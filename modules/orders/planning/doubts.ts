/**
 * What speaks against a plan before it is made: the form says each, and asks for a tick. The server refuses none of it, because people decide,
 * and other callers cannot tick anything.
 */
import { type Static, Type } from '@sinclair/typebox'
import type { Derivation, FieldHint } from '../../../src/contract/form.ts'
import type { Language } from '../../../src/contract/languages.ts'
import type { Warning } from '../../../src/contract/warning.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { isOver } from './rules.ts'
import type { MatchedVehicle } from './schema.ts'
import { matchedVehicles } from './vehicles.ts'

const doubts = ['overload', 'notCarried', 'driverElsewhere', 'driverAway', 'outOfService'] as const
type Doubt = (typeof doubts)[number]

const Text = Nullable(Type.String())
export const PlanDoubts = Type.Object({
  overload: Nullable(Type.String({ description: 'plates with the load and what they carry' })),
  notCarried: Nullable(Type.String({ description: 'plates with the items that they do not carry' })),
  driverElsewhere: Nullable(Type.String({ description: 'drivers with the plates of their other vehicles of the day' })),
  driverAway: Nullable(Type.String({ description: 'drivers' })),
  outOfService: Nullable(Type.String({ description: 'plates' }))
})

export interface PlanQuestion {
  readonly orderIds: readonly number[]
  /** Without it, all orders keep their days. */
  readonly day: string | undefined
  /** Without it, all orders keep their vehicles. */
  readonly vehicleId: number | undefined
}

/** What speaks against the plan, as texts; null for what does not. Undefined when one of the orders is not there. */
export async function doubtsOf(
  database: Database,
  { orderIds, day, vehicleId }: PlanQuestion,
  language: Language
): Promise<Static<typeof PlanDoubts> | undefined> {
  const question = { orderIds, day, vehicleId, text: undefined, byDriver: false, page: 1, limit: orderIds.length + 1 }
  const rated = await matchedVehicles(database, { ...question, ownVehicles: vehicleId === undefined }, language)
  if (!rated) return undefined
  const isAsked = vehicleId !== undefined || day !== undefined
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
    outOfService: texts(({ registerNumber, outOfService }) => (outOfService ? registerNumber : undefined))
  }
}

const hidden: FieldHint = { control: 'hidden', readOnly: true, transient: Text }

/** The steps of a form that plans: what speaks against its values. They are shown as warnings of its vehicle. */
export const doubtSteps = Object.fromEntries(doubts.map(name => [name, hidden])) as Record<Doubt, FieldHint>

export const doubtWarnings: readonly Warning[] = doubts.map(name => ({
  filled: [name],
  message: `orders.doubt.${name}`,
  tick: true
}))

export const doubtRules: readonly Derivation[] = doubts.map(name => ({
  kind: 'fetched',
  call: '/api/Admin/Orders/plan-doubts?ids={ids}&day={orderRealizationDate?}&vehicleId={vehicleId?}',
  pick: `data.${name}`,
  to: name
}))
