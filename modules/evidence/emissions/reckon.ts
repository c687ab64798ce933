/**
 * The emissions of a statement's rows, by the factors that are valid on their days: those of transport, and those that recovery avoids. They stand
 * beside each other and are never set off against each other. A kind of which no factor is valid in the period is left out; else each row
 * is counted, or named among those that are not.
 */
import { groupedBy } from '../../../src/kernel/grouped.ts'
import type { WayOfLoad } from '../../orders/public.ts'
import { EmissionKind, FactorBasis, NotCounted } from './schema.ts'

export interface Factor {
  readonly id: number
  readonly name: string
  /** A code of `FactorBasis`. */
  readonly basis: number
  readonly process: string | null
  /** Kilograms of CO2 equivalent. */
  readonly value: number
  readonly source: string
  readonly year: number
  /** `YYYY-MM-DD`, both included; null: until further notice. */
  readonly firstDay: string
  readonly lastDay: string | null
}

export interface RowToReckon {
  readonly orderId: number
  readonly day: string
  readonly process: string | null
  readonly kilograms: number
}

/** What one factor gives, or rows that were not counted. */
export interface Emission {
  /** A code of `EmissionKind`. */
  readonly kind: number
  readonly factor: Factor | null
  /** A code of `NotCounted`. */
  readonly reason: number | null
  readonly rows: number
  readonly kilograms: number
  /** In the unit of the factor's basis, to three decimals. */
  readonly quantity: number | null
  /** Kilograms of CO2 equivalent, to the gram. */
  readonly emissions: number | null
}

/** One row by one kind: the factor with what it is multiplied by, or the reason. */
type Part =
  | { readonly row: RowToReckon; readonly factor: Factor; readonly quantity: number }
  | { readonly row: RowToReckon; readonly reason: number }

const isValidOn = ({ firstDay, lastDay }: Factor, day: string): boolean =>
  firstDay <= day && (lastDay === null || day <= lastDay)

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** A row's part of what belongs to its order. */
function partOfOrder(rows: readonly RowToReckon[], row: RowToReckon): number {
  const own = rows.filter(({ orderId }) => orderId === row.orderId)
  const whole = own.reduce((sum, { kilograms }) => sum + kilograms, 0)
  return whole > 0 ? row.kilograms / whole : 1 / own.length
}

function together(kind: number, parts: readonly Part[]): Emission[] {
  const groups = [...groupedBy(parts, part => ('factor' in part ? `f${part.factor.id}` : `r${part.reason}`)).values()]
  return groups.flatMap(([first, ...others]): Emission[] => {
    if (!first) return []
    const group = [first, ...others]
    const counts = { kind, rows: group.length, kilograms: group.reduce((sum, { row }) => sum + row.kilograms, 0) }
    if (!('factor' in first))
      return [{ ...counts, factor: null, reason: first.reason, quantity: null, emissions: null }]
    const quantity = group.reduce((sum, part) => sum + ('quantity' in part ? part.quantity : 0), 0)
    const { factor } = first
    const sums = { quantity: thousandths(quantity), emissions: thousandths(quantity * factor.value) }
    return [{ ...counts, ...sums, factor, reason: null }]
  })
}

/** What was counted first, by the names of the factors, then what was not. */
const byName = (one: Emission, other: Emission): number =>
  one.kind - other.kind ||
  (one.reason ?? -1) - (other.reason ?? -1) ||
  (one.factor?.name ?? '').localeCompare(other.factor?.name ?? '') ||
  (one.factor?.id ?? 0) - (other.factor?.id ?? 0)

/** @param factors those that are valid on a day of the statement's period */
export function emissionsOf(
  rows: readonly RowToReckon[],
  ways: ReadonlyMap<number, WayOfLoad>,
  factors: readonly Factor[]
): Emission[] {
  const ofTransport = factors.filter(({ basis }) => basis !== FactorBasis.tonne)
  const ofRecovery = factors.filter(({ basis }) => basis === FactorBasis.tonne)
  const byOrder = groupedBy(rows, ({ orderId }) => orderId)

  const transported = (row: RowToReckon): Part => {
    const factor = ofTransport.find(one => isValidOn(one, row.day))
    if (!factor) return { row, reason: NotCounted.noFactor }
    const way = ways.get(row.orderId)
    if (!way) return { row, reason: NotCounted.noKilometres }
    const isByTonne = factor.basis === FactorBasis.tonneKilometre
    const kilometres = isByTonne ? way.carried : way.share * partOfOrder(byOrder.get(row.orderId) ?? [], row)
    return { row, factor, quantity: isByTonne ? (row.kilograms / 1000) * kilometres : kilometres }
  }
  const recovered = (row: RowToReckon): Part => {
    if (row.process === null) return { row, reason: NotCounted.noProcess }
    const factor = ofRecovery.find(one => one.process === row.process && isValidOn(one, row.day))
    return factor ? { row, factor, quantity: row.kilograms / 1000 } : { row, reason: NotCounted.noFactor }
  }
  return [
    ...(ofTransport.length > 0 ? together(EmissionKind.transport, rows.map(transported)) : []),
    ...(ofRecovery.length > 0 ? together(EmissionKind.avoided, rows.map(recovered)) : [])
  ].sort(byName)
}
