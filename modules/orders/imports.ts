/**
 * Open orders from a spreadsheet: each row is placed as staff place it (`place`), with its price by the rules unless the row has one. A file may have
 * no numbers, and numbers of another system are not kept: a row is left out if an open order wants the same of the same place, so that a file that
 * is imported twice gives no order twice. Rows of one file may be alike.
 */
import { type TSchema, Type } from '@sinclair/typebox'
import { isDay } from '../../src/contract/days.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import {
  type ImportColumn,
  type ImportKind,
  type ImportRow,
  idsOf,
  type Outcome,
  rowByRow
} from '../../src/kernel/imports/kind.ts'
import { recordUnmade } from '../../src/kernel/imports/record.ts'
import { itemsNamed } from '../catalogue/public.ts'
import { placesNamed } from '../companies/public.ts'
import { place } from './commands/place.ts'
import { StaffOrder } from './forms.ts'
import { orders } from './resource.ts'
import { active } from './vetoes.ts'

const { properties } = StaffOrder
const column = (name: string, schema: TSchema, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  label: `orders.import.${name}`,
  also: `orders.import.${name}.also`,
  schema,
  ...more
})
const text = Type.String()

const columns: readonly ImportColumn[] = [
  column('number', text),
  column('taxNumber', text, { digits: 10, example: '5252248481' }),
  column('client', text),
  column('street', text, { example: 'Lubelska 12' }),
  column('item', text),
  column('quantity', properties.quantity, { example: 1 }),
  column('netPrice', properties.netPrice),
  column('wishedDate', properties.wishedDate),
  column('urgent', properties.urgent),
  column('additionalInfo', properties.additionalInfo)
]

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const dayOf = (value: unknown): string | null => (typeof value === 'string' && isDay(value) ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

async function placeIdOf({ trx, reader }: CommandContext, { values }: ImportRow): Promise<number> {
  const [taxNumber, client, street] = [values.taxNumber, values.client, values.street].map(textOf)
  if (!taxNumber && !client) return refuseField('taxNumber', 'check.required')
  const field = taxNumber ? 'taxNumber' : 'client'
  const named = { taxNumber: taxNumber ?? null, client: client ?? null }
  const [found, other] = await placesNamed(trx, { ...named, street: street ?? null }, reader)
  if (!found) return refuseField(street ? 'street' : field, 'orders.import.noPlace')
  return other ? refuseField('street', 'orders.import.severalPlaces') : found.id
}

async function itemIdOf({ trx }: CommandContext, { values }: ImportRow): Promise<number> {
  const name = textOf(values.item)
  if (!name) return refuseField('item', 'check.required')
  const [found, other] = await itemsNamed(trx, name)
  return found && !other ? found.id : refuseField('item', 'orders.import.noItem')
}

/** The number of an open order that wants the same, but those of this import. */
const alikeOf = ({ trx }: CommandContext, body: Readonly<Record<string, unknown>>, made: ReadonlySet<number>) =>
  queryOne<{ number: string }>(
    trx,
    sql`select number from orders.orders
      where reception_place_id = ${body.receptionPlace as number} and order_type_item_id = ${body.orderTypeItemId as number}
        and quantity = ${numberOf(body.quantity)}::numeric and wished_date is not distinct from ${dayOf(body.wishedDate)}::date
        and coalesce(additional_info, '') = ${textOf(body.additionalInfo)?.trim() ?? ''}
        and status = any(${[...active]}::int[]) and id <> all(${[...made]}::int[])
      order by id limit 1`
  )

async function take(context: CommandContext, row: ImportRow, made: Set<number>): Promise<Outcome> {
  const { number, taxNumber: _1, client: _2, street: _3, item: _4, ...given } = row.values
  const present =
    typeof number === 'string' &&
    (await queryOne(context.trx, sql`select id from orders.orders where upper(number) = upper(${number})`))
  if (present) return { skipped: 'orders.import.exists' }
  const receptionPlace = await placeIdOf(context, row)
  const orderTypeItemId = await itemIdOf(context, row)
  const body = { ...given, receptionPlace, orderTypeItemId }
  const alike = await alikeOf(context, body, made)
  if (alike) return { skipped: 'orders.import.alike', params: { number: alike.number } }
  const names: Readonly<Record<string, string>> = { receptionPlace: 'street', orderTypeItemId: 'item' }
  const placed = await context.runCommand(place, { body, fieldOf: path => names[path] ?? path })
  const { id } = placed as { readonly id: number }
  made.add(id)
  return { made: [{ type: orders.subjectType, id }] }
}

export const orderImport: ImportKind = {
  name: 'orders',
  maxRows: 2_000,
  columns,
  begin(context, run) {
    const made = new Set<number>()
    return rowByRow(context, run, row => take(context, row, made))
  },
  undo: (context, made) =>
    recordUnmade(context, orders, idsOf(made, orders.subjectType), async some => {
      await query(context.trx, sql`delete from orders.orders where id = any(${[...some]}::int[])`)
    })
}
