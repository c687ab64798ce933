/**
 * Containers from a spreadsheet: each row is added by the command of a person (`addContainer`). The secret with which its sensor signs in is given
 * to nobody; who installs the sensor makes a new one.
 */
import { Type } from '@sinclair/typebox'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import {
  type ImportColumn,
  type ImportKind,
  type ImportRow,
  idsOf,
  type Outcome,
  rowByRow
} from '../../../src/kernel/imports/kind.ts'
import { recordUnmade } from '../../../src/kernel/imports/record.ts'
import { storesNamed } from '../../warehouse/public.ts'
import { addContainer, NewForm } from './commands.ts'
import { containers } from './resource.ts'

const { properties } = NewForm.schema
const column = (name: keyof typeof properties & string, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  label: `iot.import.${name}`,
  also: `iot.import.${name}.also`,
  schema: properties[name],
  ...more
})

const columns: readonly ImportColumn[] = [
  column('imei', { digits: 15, example: '490154203237518' }),
  column('containerNumber', { example: 'K-0412' }),
  column('serNo', { example: 'SN-100412' }),
  column('iccid'),
  // a store is named
  column('assignedStoreId', { schema: Type.String() }),
  column('description')
]

async function take(context: CommandContext, { values }: ImportRow): Promise<Outcome> {
  const { trx } = context
  const { imei, assignedStoreId: store, ...given } = values
  const present = await queryOne<{ id: number }>(
    trx,
    sql`select id from iot.containers where imei = ${String(imei ?? '')}`
  )
  if (present) return { skipped: 'iot.import.exists' }
  const [found, other] = typeof store === 'string' ? await storesNamed(trx, store) : []
  if (typeof store === 'string' && (!found || other)) return refuseField('assignedStoreId', 'iot.import.noStore')
  const body = { imei, ...given, ...(found ? { assignedStoreId: found.id } : {}) }
  const { id } = (await context.runCommand(addContainer, { body })) as { readonly id: number }
  return { made: [{ type: containers.subjectType, id }] }
}

export const containerImport: ImportKind = {
  name: 'containers',
  maxRows: 2_000,
  columns,
  begin(context, run) {
    const seen = new Set<unknown>()
    return rowByRow(context, run, async row => {
      const { imei, containerNumber } = row.values
      // in a dry run nothing of the rows before is there
      const number = typeof containerNumber === 'string' ? `number ${containerNumber.toLowerCase()}` : undefined
      if (seen.has(imei) || (number && seen.has(number))) return { skipped: 'iot.import.twice' }
      const outcome = await take(context, row)
      seen.add(imei)
      if (number) seen.add(number)
      return outcome
    })
  },
  undo: (context, made) =>
    recordUnmade(context, containers, idsOf(made, containers.subjectType), async some => {
      await query(context.trx, sql`delete from iot.containers where id = any(${[...some]}::int[])`)
    })
}
