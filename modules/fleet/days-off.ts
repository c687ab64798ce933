/** Days on which a vehicle is out of service, or a driver absent: periods that are read and replaced as a whole, and asked for by planning. */
import type { Static } from '@sinclair/typebox'
import type { FieldHint } from '../../src/contract/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { type Database, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import type { DaysOff as DaysOffSchema } from './schema.ts'

type DaysOff = Static<typeof DaysOffSchema>

interface Kind {
  readonly table: string
  /** The column of the vehicle, or of the driver's account. */
  readonly of: string
  readonly field: string
}
export const outOfService: Kind = { table: 'fleet.out_of_service', of: 'vehicle_id', field: 'outOfService' }
export const absences: Kind = { table: 'fleet.absences', of: 'driver_id', field: 'absences' }

/** How a form edits them. */
export const daysOffHint: FieldHint = {
  rows: {
    fields: {
      from: { label: 'fleet.daysOff.from', initial: 'today', half: true },
      to: { label: 'fleet.daysOff.to', help: 'fleet.daysOff.to.help', initial: 'today', half: true }
    },
    add: 'fleet.daysOff.add'
  }
}

/** An expression of the periods as JSON. @param id an expression of the vehicle's or driver's id */
export const daysOffOf = ({ table, of }: Kind, id: string): string =>
  `(select coalesce(json_agg(json_build_object('from', off.from_day, 'to', nullif(off.to_day, 'infinity')) order by off.from_day, off.to_day), '[]')
    from ${table} off where off.${of} = ${id})`

/** Those of today and later as a text, `24.11.2026–26.11.2026, 1.12.2026–…`; null without any. */
export const daysOffText = ({ table, of }: Kind, id: string): string =>
  `(select string_agg(to_char(off.from_day, 'FMDD.MM.YYYY') || case when off.to_day = 'infinity' then '–…'
      when off.to_day > off.from_day then '–' || to_char(off.to_day, 'FMDD.MM.YYYY') else '' end, ', ' order by off.from_day, off.to_day)
    from ${table} off where off.${of} = ${id} and off.to_day >= ${businessDay('now()')})`

/** A condition that one of the days, `YYYY-MM-DD`, is in a period. */
export const isOffOn = ({ table, of }: Kind, id: string, days: readonly string[]): Sql =>
  sql`exists (select 1 from ${raw(table)} off, unnest(${[...days]}::date[]) as asked (day)
    where off.${raw(of)} = ${raw(id)} and asked.day between off.from_day and off.to_day)`

/** Conditions that a vehicle is out of service, or a driver absent, on a day. @param id,day expressions */
export const isVehicleOff = (id: string, day: string): Sql => isOff(outOfService, id, day)
export const isDriverOff = (id: string, day: string): Sql => isOff(absences, id, day)
const isOff = ({ table, of }: Kind, id: string, day: string): Sql =>
  raw(`exists (select 1 from ${table} off where off.${of} = ${id} and ${day} between off.from_day and off.to_day)`)

/**
 * Replaces the periods; undefined leaves them as they are. Refuses one that ends before it begins. One without an end is kept as one that
 * ends in infinity, so that all that asks for a day compares two days.
 * @returns whether they have changed
 */
export async function replaceDaysOff(
  trx: Database,
  { table, of, field }: Kind,
  id: number,
  given: DaysOff | undefined
): Promise<boolean> {
  if (!given) return false
  if (given.some(({ from, to }) => to !== null && to < from)) refuseField(field, 'fleet.daysOff.order')
  const changed = await query<{ changed: boolean }>(
    trx,
    sql`with wanted as (
        select distinct * from unnest(${given.map(({ from }) => from)}::date[], ${given.map(({ to }) => to ?? 'infinity')}::date[]) as wanted (from_day, to_day)
      ), gone as (
        delete from ${raw(table)} off where off.${raw(of)} = ${id}
          and (off.from_day, off.to_day) not in (select from_day, to_day from wanted)
        returning 1
      ), added as (
        insert into ${raw(table)} (${raw(of)}, from_day, to_day) select ${id}, from_day, to_day from wanted
        on conflict do nothing returning 1
      )
      select exists (select 1 from gone) or exists (select 1 from added) as changed`
  )
  return changed[0]?.changed ?? false
}
