/** Further places of clients that are there: each row is added by the command of staff (`addPlace`), with an order type that the client has. */
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import {
  type ImportColumn,
  type ImportKind,
  type ImportRow,
  idsOf,
  type Made,
  type Outcome,
  rowByRow
} from '../../../src/kernel/imports/kind.ts'
import { recordUnmade } from '../../../src/kernel/imports/record.ts'
import { PlaceOrderType, ReceptionPlace } from '../models.ts'
import type { OrderTypeCode } from '../order-types/sets.ts'
import { addPlace } from '../places/commands/add.ts'
import { becomeDefaultPlace, defaultOf, lockPlaces } from '../places/defaults.ts'
import { setPosition } from '../places/find-positions.ts'
import { StaffAddSchema } from '../places/forms.ts'
import { places } from '../places/resource.ts'
import { tidied } from './clients.ts'
import { column } from './columns.ts'
import { clientOf } from './named-client.ts'

const { properties } = StaffAddSchema

/** A field that places alone have. */
const ofPlace = (name: keyof typeof properties & string, more: Partial<ImportColumn>): ImportColumn => ({
  name,
  label: `companies.place.${name}`,
  also: `companies.import.${name}.also`,
  schema: properties[name],
  ...more
})

const columns: readonly ImportColumn[] = [
  column('taxNumber', { digits: 10, example: '5252248481' }),
  column('name'),
  column('street', { example: 'Rejowiecka 5' }),
  column('postalCode', { example: '22-100' }),
  column('city', { example: 'Chełm' }),
  column('phone', { example: '501502503' }),
  { ...column('email'), label: 'companies.import.placeEmail', schema: properties.email },
  column('bdoNumber', { digits: 9 }),
  column('orderTypeId'),
  ofPlace('receivingFrom', { example: '07:00' }),
  ofPlace('receivingTo', { example: '15:00' })
]

async function take(context: CommandContext, row: ImportRow, seen: Set<string>): Promise<Outcome> {
  const client = await clientOf(context, row)
  const { taxNumber: _1, name: _2, orderTypeId, ...given } = row.values
  const { country: _3, ...fields } = tidied({ ...given, country: client.country })
  const key = [client.id, fields.city, fields.street].join('/').toLocaleLowerCase('pl')
  const present = await queryOne<{ id: number }>(
    context.trx,
    sql`select id from companies.reception_places where company_id = ${client.id}
      and lower(street) = lower(${String(fields.street ?? '')}) and lower(city) = lower(${String(fields.city ?? '')}) limit 1`
  )
  if (present || seen.has(key)) return { skipped: 'companies.import.placeExists' }
  const type = orderTypeId ?? client.orderTypes[0]
  // a type that is new to the client is given by a person, because it would outlive the import's undoing
  if (typeof type === 'number' && !client.orderTypes.includes(type as OrderTypeCode))
    return refuseField('orderTypeId', 'companies.import.noType')
  const body = { bdoNumber: null, ...fields, ...(type === undefined ? {} : { orderTypeId: type }) }
  const params = { departmentId: client.departmentId }
  const former = await defaultOf(context.trx, client.id)
  const { id } = (await context.runCommand(addPlace, { params, body })) as { readonly id: number }
  const flagged = await defaultOf(context.trx, client.id)
  seen.add(key)
  // where the default place is not active, the new one takes its flag
  const isMoved = former !== undefined && former.id !== flagged?.id
  return { made: [{ type: places.subjectType, id, ...(isMoved ? { before: { defaultId: former.id } } : {}) }] }
}

/** Gives default flags back to the places that had them, where the company has no other default place by now. */
async function restoreDefaults(context: CommandContext, made: readonly Made[]): Promise<void> {
  const former = made.flatMap(({ before }) => (before as { readonly defaultId: number } | null)?.defaultId ?? [])
  const lacking = await query<{ id: number }>(
    context.trx,
    sql`select distinct on (p.company_id) p.id from companies.reception_places p
      where p.id = any(${former}::int[]) and not exists (
        select from companies.reception_places other where other.company_id = p.company_id and other.is_default)
      order by p.company_id, p.id`
  )
  for (const { id } of lacking) await context.runAsSystem(becomeDefaultPlace, [id], undefined)
}

async function undo(context: CommandContext, made: readonly Made[]): Promise<void> {
  const ids = idsOf(made, places.subjectType)
  await lockPlaces(context, ids)
  await recordUnmade(context, places, ids, async some => {
    await PlaceOrderType.query(context.trx)
      .delete()
      .whereIn('reception_place_id', [...some])
    await ReceptionPlace.query(context.trx)
      .delete()
      .whereIn('id', [...some])
  })
  await restoreDefaults(context, made)
}

export const placeImport: ImportKind = {
  name: 'places',
  maxRows: 2_000,
  columns,
  begin(context, run) {
    const seen = new Set<string>()
    return rowByRow(context, run, row => take(context, row, seen))
  },
  undo,
  ownChanges: [setPosition.name]
}
