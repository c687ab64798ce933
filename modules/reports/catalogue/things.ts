/** Reports of the present state: containers, clients, prices. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay } from '../../../src/kernel/resources/fields.ts'
import { Day, EnumOf, ExactInstant, Money } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { clientPlaces } from '../../companies/public.ts'
import { containerLines } from '../../iot/public.ts'
import { BatteryStatus, ContainerStatus } from '../../iot/schema.ts'
import { generalPriceLines, specialPriceLines } from '../../pricing/public.ts'
import { stockLevelLines } from '../../warehouse/public.ts'
import { choose, column, defineReport } from '../definition.ts'
import { atLeast, containing, equal } from './conditions.ts'

const text = Type.String()
const whole = Type.Integer()
const pieces = Type.Integer({ unit: 'pieces' })
const group = { group: true }
const sum = { sum: true }
const client = column('client', text, { ...group, label: 'orders.order.company' })
const place = column('place', text, { ...group, label: 'orders.order.receptionPlace' })
const orderType = column('order_type', EnumOf(OrderType), { ...group, label: 'orders.order.type' })
const item = column('item', text, { ...group, label: 'orders.order.orderTypeItemName' })
const prices = [
  column('net_price', Money, { label: 'orders.order.netPrice' }),
  column('gross_price', Money, { label: 'orders.order.grossPrice' })
]

export const containerStock = defineReport({
  name: 'containerStock',
  parameters: { MinimumAmount: choose.number },
  columns: [
    column('store_type', Type.Unsafe({ type: 'integer', vocabulary: 'warehouse.storeType' }), group),
    column('store', text, group),
    client,
    place,
    column('amount', pieces, sum),
    column('reserved', pieces, sum),
    column('free', pieces, sum)
  ],
  sort: '-amount',
  statement: ({ MinimumAmount }) => sql`
    select line.id as key, line.* from (${stockLevelLines}) line where ${atLeast('line.amount', MinimumAmount)}`
})

export const containerActivity = defineReport({
  name: 'containerActivity',
  parameters: { SilentDays: choose.number, Text: choose.text },
  columns: [
    column('container_number', text),
    column('serial_number', text),
    column('status', EnumOf(ContainerStatus), { ...group, label: 'common.field.status' }),
    column('last_active', ExactInstant),
    column('silent_days', whole),
    column('voltage', Type.Number({ format: 'volts' })),
    column('battery', EnumOf(BatteryStatus), group),
    column('store', text, group),
    client,
    place,
    column('distance', Type.Number({ format: 'metres' }))
  ],
  sort: '-silent_days',
  // A container that never sent anything counts as silent for any number of days.
  statement: ({ SilentDays, Text }) => sql`
    select line.id as key, line.* from (${containerLines}) line
    where ${atLeast('coalesce(line.silent_days, 1000000)', SilentDays)}
      and ${Text ? containing("concat_ws(' ', line.container_number, line.serial_number)", Text) : raw('true')}`
})

export const clientsAndPlaces = defineReport({
  name: 'clientsAndPlaces',
  parameters: { City: choose.text, OrderType: choose.orderType },
  columns: [
    client,
    column('tax_number', text),
    column('active', Type.Boolean(), group),
    column('city', text, group),
    column('street', text),
    column('postal_code', text, group),
    column('phone', text, { label: 'common.field.phone' }),
    column('place_bdo', text),
    column('place_active', Type.Boolean(), group),
    column('order_types', Type.Array(EnumOf(OrderType)))
  ],
  sort: 'client',
  statement: ({ City, OrderType: type }) => sql`
    select line.company_id::bigint * 1000000 + coalesce(line.place_id, 0) as key, line.* from (${clientPlaces}) line
    where ${City ? containing('line.city', City) : raw('true')}
      and ${type === undefined ? raw('true') : sql`${type} = any(line.order_types)`}`
})

export const priceList = defineReport({
  name: 'priceList',
  parameters: { OrderType: choose.orderType },
  columns: [orderType, item, column('postal_codes', text), ...prices],
  sort: 'order_type',
  statement: ({ OrderType: type }, { language }) => sql`
    select line.item_id * 11 + coalesce(line.digit, 0) as key, line.*, line.digit || 'x-xxx' as postal_codes
    from (${generalPriceLines(language)}) line where ${equal('line.order_type', type)}`
})

/** Special prices that end within a number of days. */
export const specialPrices = defineReport({
  name: 'specialPrices',
  parameters: { Days: choose.requiredNumber(30), Company: choose.company },
  columns: [
    client,
    place,
    orderType,
    item,
    column('date_from', Day),
    column('date_to', Day, group),
    column('days_left', whole),
    ...prices
  ],
  sort: 'date_to',
  statement: ({ Days, Company }, { language }) => sql`
    select line.id as key, line.*, line.date_to - ${raw(businessDay('now()'))} as days_left
    from (${specialPriceLines(language)}) line
    where line.date_to <= ${raw(businessDay('now()'))} + ${Days}::int and ${equal('line.company_id', Company)}`
})
