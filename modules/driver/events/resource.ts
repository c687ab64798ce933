/** What drivers have reported, as the office reads it: in the panel of an order, and those events about which it has to decide. */
import { Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { join, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { readMessages } from '../../../src/kernel/i18n/messages.ts'
import { filter, filterOf, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, ExactInstant, Id, Kilograms, Nullable, Version } from '../../../src/kernel/schema.ts'
import { leftJoinCompany } from '../../companies/public.ts'
import { leftJoinOrder } from '../../orders/public.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { leftJoinStore } from '../../warehouse/public.ts'
import { failureReasons, tyreKinds } from '../contract.ts'
import { joinStoredPhoto } from '../photos/fragments.ts'
import { Conflict, EventKind, EventState, Failure } from '../schema.ts'

const of = (name: string): string => `(event.data ->> '${name}')`
const failure: Sql = raw(
  `(case ${of('reason')} ${failureReasons.map(name => `when '${name}' then ${Failure[name]}`).join(' ')} end)::smallint`
)
const messages = readMessages([new URL('../messages/', import.meta.url)])
/** `osobowe: 40, dostawcze: 2`: the counted kinds, in the language of the reader. */
const tyres = ({ language }: Reader): Sql => {
  const counts = tyreKinds.map(kind => {
    const counted = raw(`nullif(event.data -> 'tyres' ->> '${kind}', '0')`)
    const word = messages.say(language, 'driver.say.tyres', { kind, count: '' })
    return sql`${word}::text || ${counted}`
  })
  return sql`nullif(concat_ws(', ', ${join(counts, ', ')}), '')`
}

export const events = defineResource({
  type: 'driver.event',
  title: 'event of a driver',
  titles: 'events of drivers',
  path: '/api/Admin/DriverEvents',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    orderId: Id,
    orderNumber: Type.String(),
    company: Type.String(),
    driver: Nullable(Type.String()),
    kind: EnumOf(EventKind),
    state: EnumOf(EventState),
    conflict: Nullable(EnumOf(Conflict)),
    occurredAt: ExactInstant,
    at: Type.String({ ...ExactInstant, description: 'by the clock of the device' }),
    receivedAt: ExactInstant,
    clockOffset: Type.Integer({ format: 'seconds', description: 'how far the clock of the device was behind' }),
    quantity: Nullable(Type.Number({ decimals: 2, description: 'in the unit of the order' })),
    tyres: Nullable(Type.String()),
    kilograms: Nullable(Kilograms),
    kpo: Nullable(Type.String()),
    failure: Nullable(EnumOf(Failure)),
    note: Nullable(Type.String()),
    storeName: Nullable(Type.String()),
    signer: Nullable(Type.String()),
    signature: Nullable(
      Type.String({ format: 'signature', description: 'the `d` of an SVG path in a box of 600 × 240' })
    ),
    picture: Nullable(
      Type.String({ format: 'picture', description: 'GET of the API that answers where the picture is' })
    ),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number())
  }),
  table: 'driver.events',
  alias: 'event',
  joins: {
    told: leftJoinOrder('told', 'event.order_id'),
    company: { sql: leftJoinCompany('company', 'told.company_id'), after: 'told' },
    driver: leftJoinAccount('driver', 'event.account_id'),
    store: leftJoinStore('store', `${of('storeId')}::int`),
    photo: joinStoredPhoto('photo', 'event')
  },
  fields: {
    orderNumber: joined('told', 'number', { sort: ['event.order_id'] }),
    company: joined('company', 'name'),
    driver: { sql: personName('driver'), join: 'driver' },
    kind: 'type',
    conflict: 'reason',
    clockOffset: { sql: 'extract(epoch from event.received_at - event.sent_at)::bigint' },
    quantity: { sql: `${of('quantity')}::float8` },
    tyres: { sql: tyres },
    kilograms: { sql: `${of('kilograms')}::int` },
    kpo: { sql: of('number') },
    failure: { sql: failure },
    note: { sql: of('note') },
    storeName: { sql: 'store.name', join: 'store' },
    signer: { sql: of('name') },
    signature: { sql: of('path') },
    picture: {
      sql: "case when photo.file_id is not null then '/api/Admin/DriverEvents/' || event.id || '/picture' end",
      join: 'photo'
    }
  },
  // names of people and what they write stay out of the history
  views: { history: ['state'] },
  filters: {
    State: filter(EnumOf(EventState), code => sql`event.state = ${code}`),
    Kind: filterOf(
      'kind',
      filter(EnumOf(EventKind), code => sql`event.type = ${code}`)
    ),
    OrderId: filter(Id, id => sql`event.order_id = ${id}`)
  },
  named: 'orderNumber',
  sort: '-occurredAt'
})
