/**
 * The price list from a spreadsheet: a row is the general price of an item, at once or from a later day, as the commands of general prices set it.
 * An item that has this price already is left out.
 */
import { Type } from '@sinclair/typebox'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import {
  type ImportColumn,
  type ImportKind,
  type ImportRow,
  type Made,
  type Outcome,
  rowByRow
} from '../../src/kernel/imports/kind.ts'
import { recordUnmade } from '../../src/kernel/imports/record.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import { itemsNamed } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { addPrice, editPrice } from './general/commands.ts'
import { EditForm } from './general/forms.ts'
import { prices } from './general/resource.ts'

const { properties } = EditForm.schema

const columns: readonly ImportColumn[] = [
  { name: 'item', label: 'pricing.import.item', also: 'pricing.import.item.also', schema: Type.String() },
  {
    name: 'orderTypeId',
    label: 'pricing.import.orderTypeId',
    also: 'pricing.import.orderTypeId.also',
    schema: EnumOf(OrderType)
  },
  {
    name: 'price',
    label: 'pricing.import.price',
    also: 'pricing.import.price.also',
    schema: properties.price,
    example: 450
  },
  { name: 'validFrom', label: 'pricing.import.validFrom', schema: properties.validFrom }
]

/** The item, and all rows of its prices as they are: what undoing an import sets them back to. */
async function pricesOf({ trx }: CommandContext, id: number) {
  const row = await queryOne<{ item: object | null; periods: readonly object[] }>(
    trx,
    sql`select (select to_jsonb(item) from pricing.priced_items item where item.order_type_item_id = ${id}) as item,
      coalesce((select jsonb_agg(period order by period.id) from pricing.price_periods period
        where period.order_type_item_id = ${id}), '[]') as periods`
  )
  return row ?? { item: null, periods: [] }
}

async function itemOf({ trx }: CommandContext, { values }: ImportRow): Promise<number> {
  const { item, orderTypeId } = values
  if (typeof item !== 'string') return refuseField('item', 'check.required')
  const [found, other] = await itemsNamed(trx, item, typeof orderTypeId === 'number' ? orderTypeId : null)
  if (!found) return refuseField('item', 'pricing.import.noItem')
  return other ? refuseField('orderTypeId', 'pricing.import.severalItems') : found.id
}

async function take(context: CommandContext, row: ImportRow, done: Set<number>): Promise<Outcome> {
  const id = await itemOf(context, row)
  if (done.has(id)) return { skipped: 'pricing.import.twice' }
  const { price, validFrom } = row.values
  const before = await pricesOf(context, id)
  const present = await queryOne<{ value: number; hasPlanned: boolean }>(
    context.trx,
    sql`select period.value, exists (select from pricing.price_periods later where later.order_type_item_id = ${id}
          and later.valid_from > ${context.now}::timestamptz) as "hasPlanned"
      from pricing.price_periods period join pricing.priced_items item on item.order_type_item_id = period.order_type_item_id
      where period.order_type_item_id = ${id} and period.digit is null and item.ended_at is null
        and coalesce(period.valid_from, '-infinity') <= ${context.now}::timestamptz
        and coalesce(period.valid_to, 'infinity') > ${context.now}::timestamptz`
  )
  if (present && Number(present.value) === price && !validFrom) return { skipped: 'pricing.import.same' }
  const body = { price, ...(validFrom ? { validFrom } : {}) }
  const isPriced = before.item !== null && (before.item as { ended_at: string | null }).ended_at === null
  if (isPriced) await context.runCommand(editPrice, { ids: [id], params: { id }, body })
  else await context.runCommand(addPrice, { params: { orderTypeItemId: id }, body })
  done.add(id)
  return { made: [{ type: prices.subjectType, id, before }] }
}

/** What was there is written back as it was. */
async function undo(context: CommandContext, made: readonly Made[]): Promise<void> {
  const { trx } = context
  for (const { id, before } of made) {
    const { item, periods } = before as Awaited<ReturnType<typeof pricesOf>>
    await recordUnmade(context, prices, [id], async () => {
      await query(trx, sql`delete from pricing.price_periods where order_type_item_id = ${id}`)
      await query(trx, sql`delete from pricing.priced_items where order_type_item_id = ${id}`)
      if (item === null) return
      await query(
        trx,
        sql`insert into pricing.priced_items
          select * from jsonb_populate_record(null::pricing.priced_items, ${JSON.stringify(item)}::jsonb)`
      )
      await query(
        trx,
        sql`insert into pricing.price_periods
          select * from jsonb_populate_recordset(null::pricing.price_periods, ${JSON.stringify(periods)}::jsonb)`
      )
    })
  }
}

export const priceImport: ImportKind = {
  name: 'prices',
  maxRows: 2_000,
  columns,
  begin(context, run) {
    const done = new Set<number>()
    return rowByRow(context, run, row => take(context, row, done))
  },
  undo
}
