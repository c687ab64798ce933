/**
 * What a lower module needs from a higher one. The lower module exports a typed extension point, the higher one fills it
 * (`extends: [beforeVehicleRemoval.fill(…)]` in its index.ts), and neither imports internals of the other. The application
 * does not start when a point is filled that no module owns, when a single one is filled twice, or when a required one is
 * not filled at all.
 */
import type { Knex } from 'knex'
import type { Sql } from './database/sql.ts'

/** What `fill` makes: the point and what it is filled with. */
export interface Extension {
  readonly point: Point
  readonly value: unknown
}

interface Point {
  readonly name: string
  /** At most one module may fill it. */
  readonly isSingle: boolean
  /** The application does not start without a filling. */
  readonly isRequired: boolean
}

/** All fillings, by point. */
export type Extensions = ReadonlyMap<Point, readonly unknown[]>

export interface ExtensionPoint<T> extends Point {
  fill(value: T): Extension
  /** Everything that modules have filled in, in the order of modules. */
  all(extensions: Extensions): readonly T[]
}

export interface Slot<T> extends Point {
  fill(value: T): Extension
  /** What was filled in, else the fallback. */
  of(extensions: Extensions): T
}

/** A point that any number of modules may fill. */
export function defineExtensionPoint<T>(name: string): ExtensionPoint<T> {
  const point: ExtensionPoint<T> = {
    name,
    isSingle: false,
    isRequired: false,
    fill: value => ({ point, value }),
    all: extensions => (extensions.get(point) ?? []) as readonly T[]
  }
  return point
}

/** A point that one module fills. Without a fallback it must be filled. */
export function defineSlot<T>(name: string, fallback?: T): Slot<T> {
  const slot: Slot<T> = {
    name,
    isSingle: true,
    isRequired: fallback === undefined,
    fill: value => ({ point: slot, value }),
    of: extensions => (extensions.get(slot)?.[0] ?? fallback) as T
  }
  return slot
}

/** A field that a higher module provides: an SQL expression over the alias that the owner documents. */
export const defineField = (name: string, fallback: Sql): Slot<Sql> => defineSlot(name, fallback)

/** Throws to refuse a change of these rows; runs in the transaction, after they were locked. */
export type VetoCheck = (trx: Knex.Transaction, ids: readonly number[]) => Promise<void>

export interface Veto extends ExtensionPoint<VetoCheck> {
  /** Calls every module that may refuse. */
  check(context: { readonly trx: Knex.Transaction; readonly services: Holder }, ids: readonly number[]): Promise<void>
}

interface Holder {
  readonly extensions: Extensions
}

/** A veto against a command: `await beforeVehicleRemoval.check(context, [id])`. */
export function defineVeto(name: string): Veto {
  const point: Veto = {
    name,
    isSingle: false,
    isRequired: false,
    fill: value => ({ point, value }),
    all: extensions => (extensions.get(point) ?? []) as readonly VetoCheck[],
    async check({ trx, services: { extensions } }, ids) {
      for (const refuseIfNeeded of point.all(extensions)) await refuseIfNeeded(trx, ids)
    }
  }
  return point
}

interface Contributor {
  readonly name: string
  readonly extensionPoints?: readonly Point[]
  readonly extends?: readonly Extension[]
}

/**
 * Collects the fillings of all modules. Throws for a point without an owner, a single one filled twice, and a required one left
 * empty.
 */
export function collectExtensions(modules: readonly Contributor[], own: readonly Point[] = []): Extensions {
  const owned = [...own, ...modules.flatMap(module => module.extensionPoints ?? [])]
  const names = new Set(owned.map(({ name }) => name))
  if (names.size !== owned.length) throw new Error('Two extension points share a name')
  const filled = new Map<Point, unknown[]>(owned.map(point => [point, []]))
  for (const module of modules)
    for (const { point, value } of module.extends ?? []) {
      const values = filled.get(point)
      if (!values) throw new Error(`${module.name} fills ${point.name}, which no module owns`)
      if (point.isSingle && values.length > 0) throw new Error(`${module.name} fills ${point.name} a second time`)
      values.push(value)
    }
  for (const [point, values] of filled)
    if (point.isRequired && values.length === 0) throw new Error(`No module fills ${point.name}`)
  return filled
}
