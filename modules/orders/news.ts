/**
 * News about orders. The person who placed an order gets news of what the staff do to it; if the staff placed it, or that person is gone,
 * the client administrators get them. Changes by clients themselves are no news.
 */
import { longDay, shortDay } from '../../src/contract/days.ts'
import { memberOf, metadataOf } from '../../src/contract/vocabulary.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { oneLine } from '../../src/kernel/messaging/letter.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { joinPlace, placeAddress } from '../companies/public.ts'
import { PaymentType } from '../companies/schema.ts'
import { clientNews, type NetChange, type News, type NewsContext, type NewsEvent } from '../notifications/public.ts'
import { ClientNews } from '../notifications/schema.ts'
import { toldOf } from '../users/public.ts'
import { type CollectionTold, collectionsTold } from './points.ts'
import { orders } from './resource.ts'
import { dayPartText, OrderStatus, unitOf } from './schema.ts'

const { new: placed, accepted, inProgress, completed, invoiced, canceled } = OrderStatus
const {
  orderPlaced,
  orderAccepted,
  orderPlanned,
  orderChanged,
  orderCanceled,
  orderCompleted,
  orderInvoiced,
  orderAnswered
} = ClientNews

/** Fields that an edit changes; all of them are in the history of clients, too. */
const edited = [
  'receptionPlace',
  'orderTypeItemName',
  'quantity',
  'netPrice',
  'vatRate',
  'paymentType',
  'wishedDate',
  'wishedPart',
  'urgent',
  'additionalInfo'
] as const
/** What was collected: news once the order is completed. */
const collected = ['receivingDate', 'quantityTaken', 'tonnage', 'kpo'] as const
const reasons = ['reasonForCancellation', 'cancellationComment'] as const
type Field = (typeof edited)[number] | (typeof collected)[number] | (typeof reasons)[number]

/** What happens without a changed field. */
const occasions = { placed: 'isPlaced', answered: 'isAnswered' } as const
/** The longest part of a comment that a letter quotes. */
const maxQuoted = 400

interface Row {
  readonly id: number
  readonly number: string
  readonly status: number
  readonly type: number
  /** In the language of the reader; the history has it in that of who changed the order. */
  readonly item: string
  readonly quantity: number
  readonly place: string
  readonly invoiceNumber: string | null
  readonly wishedDate: string | null
  readonly wishedPart: number | null
  readonly urgent: boolean
}

const rowsOf = ({ trx, reader }: NewsContext, ids: readonly number[]): Promise<Row[]> =>
  query<Row>(
    trx,
    sql`select o.id, o.number, o.status, o.order_type_id as type, ${itemName('item', reader.language)} as item, o.quantity,
        o.invoice_number as "invoiceNumber", o.wished_date::text as "wishedDate", o.wished_part as "wishedPart", o.urgent,
        ${placeAddress('place')} as place
      from orders.orders o ${joinItems('item', 'o.order_type_item_id')} ${joinPlace('place', 'o.reception_place_id')}
      where o.id = any(${[...ids]}::int[]) and ${visibleTo(reader, 'o.company_id', 'o.department_id')} order by o.id`
  )

/** A changed order, as the functions below speak of it. */
interface Changed {
  /** What the client knows of the collection by the driver's report. */
  readonly told: CollectionTold | undefined

  readonly context: NewsContext
  readonly row: Row
  readonly net: NetChange
}

const isDone = (status: unknown): boolean => status === completed || status === invoiced

const numberText = ({ reader }: NewsContext, value: unknown, decimals = 0): string =>
  new Intl.NumberFormat(reader.language, { minimumFractionDigits: decimals }).format(Number(value))

const dayText = ({ reader, now }: NewsContext, value: unknown): string => longDay(reader.language, String(value), now)

/** A value of the history as people read it; null where there is none. */
function valueText({ context, row }: Changed, field: Field, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const unit = unitOf(row.type) === 'tonnes' ? ' t' : ''
  if (field === 'orderTypeItemName') return oneLine(row.item)
  if (field === 'quantity' || field === 'quantityTaken') return `${numberText(context, value)}${unit}`
  if (field === 'tonnage') return `${numberText(context, value)} t`
  if (field === 'netPrice') return `${numberText(context, value, 2)} zł`
  if (field === 'vatRate') return `${numberText(context, value)}%`
  if (field === 'receivingDate' || field === 'wishedDate') return dayText(context, value)
  if (field === 'wishedPart') return context.say(dayPartText(Number(value)))
  if (field === 'urgent') return context.say(value ? 'common.yes' : 'common.no')
  if (field === 'paymentType')
    return context.say(`${metadataOf(PaymentType).name}.${memberOf(PaymentType, Number(value))}`)
  return oneLine(String(value))
}

function labelOf({ context, row }: Changed, field: Field): string {
  const isPerTonne = field === 'netPrice' && unitOf(row.type) === 'tonnes'
  return context.say(`orders.order.${field}${isPerTonne ? '.perTonne' : ''}`)
}

/** Lines such as `Ilość: 3 (poprzednio 2)`, of those fields that have changed. */
function linesOf(changed: Changed, fields: readonly Field[], was: boolean): string[] {
  const { context, net } = changed
  return fields.flatMap(field => {
    if (!(field in net.after)) return []
    const after = valueText(changed, field, net.after[field]) ?? '–'
    // of the item the former name is known in another language only
    const before = was && field !== 'orderTypeItemName' ? valueText(changed, field, net.before[field]) : null
    const params = {
      label: labelOf(changed, field),
      after,
      before: before ?? '',
      hasBefore: before === null ? 'no' : 'yes'
    }
    return context.say('orders.news.value', params)
  })
}

/** The event of a kind; further lines may follow its sentences. */
function event(
  { context: { say } }: Changed,
  kind: NewsEvent['kind'],
  name: string,
  {
    days = {},
    lines = []
  }: { days?: { readonly [K in 'day' | 'short' | 'before']?: string }; lines?: readonly string[] } = {}
): NewsEvent {
  const { short = '', ...long } = days
  const text = say(`orders.news.${name}.text`, { day: '', before: '', ...long })
  return { kind, short: say(`orders.news.${name}.short`, { day: short }), text: [text, ...lines].join('\n') }
}

/** The day of the collection, now and before. */
function daysOf({ context, net }: Changed) {
  const { realizationDate: is } = net.after
  const { realizationDate: was } = net.before
  const { reader, now } = context
  return {
    ...(is ? { day: dayText(context, is), short: shortDay(reader.language, String(is), now) } : {}),
    ...(was ? { before: dayText(context, was) } : {})
  }
}

/** Whether the finish by the office says what the driver's report has not said: another quantity, mass or day, or another number of the card. */
function saysMore({ told, net: { after } }: Changed): boolean {
  if (!told) return true
  const { receivingDate, quantityTaken, tonnage, kpo } = after
  const kilograms = typeof tonnage === 'number' ? Math.round(tonnage * 1000) : tonnage
  const differs = (value: unknown, known: unknown): boolean => value !== undefined && (value ?? null) !== known
  return (
    differs(receivingDate, told.day) ||
    differs(quantityTaken, told.quantity) ||
    differs(kilograms, told.kilograms) ||
    (kpo !== null && differs(kpo, told.kpo))
  )
}

/** The events of an order whose status is another one in the end. */
function statusEvents(changed: Changed, was: unknown, is: unknown): NewsEvent[] {
  const days = daysOf(changed)
  const planned = days.day ? [event(changed, orderPlanned, 'planned', { days })] : []
  if (is === canceled) return [event(changed, orderCanceled, 'canceled', { lines: linesOf(changed, reasons, false) })]
  if (isDone(is) && !saysMore(changed)) return []
  if (isDone(is)) return [event(changed, orderCompleted, 'completed', { lines: linesOf(changed, collected, false) })]
  if (was === canceled) return [event(changed, orderCanceled, 'revived'), ...planned]
  if (isDone(was)) return [event(changed, orderCompleted, 'unfinished'), ...planned]
  if (is === placed) return [event(changed, orderAccepted, 'reopened')]
  if (is === accepted && was === placed) return [event(changed, orderAccepted, 'accepted')]
  if (is === accepted) return [event(changed, orderPlanned, 'unplanned', { days })]
  return [...(was === placed ? [event(changed, orderAccepted, 'acceptedForDay')] : []), ...planned]
}

const invoiceLines = ({ context: { say }, row: { invoiceNumber } }: Changed): string[] =>
  invoiceNumber === null
    ? []
    : [
        say('orders.news.value', {
          label: say('orders.order.invoiceNumber'),
          after: oneLine(invoiceNumber),
          before: '',
          hasBefore: 'no'
        })
      ]

function eventsOf(changed: Changed): NewsEvent[] {
  const { row, net } = changed
  const { currentStatus: is } = net.after
  const { currentStatus: was } = net.before
  const hasOtherStatus = is !== undefined && !(isDone(is) && isDone(was))
  const days = daysOf(changed)
  const isMoved = !hasOtherStatus && row.status === inProgress && days.day !== undefined
  const fields = hasOtherStatus || !isDone(row.status) ? edited : [...edited, ...collected]
  const lines = linesOf(changed, fields, true)
  const invoice =
    row.status === invoiced && (is === invoiced || net.after.invoiceNumber) ? row.invoiceNumber : undefined
  // of an order that is no longer new, the other events say more
  const isPlaced = occasions.placed in net.after && row.status === placed
  return [
    ...(isPlaced ? [event(changed, orderPlaced, 'placed')] : []),
    ...(hasOtherStatus ? statusEvents(changed, was, is) : []),
    ...(isMoved ? [event(changed, orderPlanned, 'moved', { days })] : []),
    ...(lines.length > 0 && row.status !== canceled ? [event(changed, orderChanged, 'changed', { lines })] : []),
    ...(invoice === undefined ? [] : [event(changed, orderInvoiced, 'invoiced', { lines: invoiceLines(changed) })])
  ]
}

const quoted = (content: string): string => {
  const line = oneLine(content)
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line
}

/** What the staff have written for the client since then, by order. */
async function answersTo(
  { trx, say }: NewsContext,
  nets: readonly NetChange[]
): Promise<ReadonlyMap<number, string[]>> {
  const since = nets.flatMap(({ id, before }) => {
    const at = before[occasions.answered]
    return typeof at === 'string' ? [{ id, at }] : []
  })
  if (since.length === 0) return new Map()
  const found = await query<{ id: number; content: string }>(
    trx,
    sql`select comment.order_id as id, comment.content from orders.comments comment
      join jsonb_to_recordset(${JSON.stringify(since)}::jsonb) as answered (id int, at timestamptz)
        on answered.id = comment.order_id and comment.created_at >= answered.at
      where not comment.internal and not comment.by_client order by comment.id`
  )
  const answersOf = (order: number): string[] =>
    found.flatMap(({ id, content }) => (id === order ? say('orders.news.quote', { text: quoted(content) }) : []))
  return new Map(found.map(({ id }) => [id, answersOf(id)]))
}

/** `2 × Kontener 30 m³`, or tonnes. */
const orderedText = (context: NewsContext, { type, item, quantity }: Row): string =>
  unitOf(type) === 'tonnes'
    ? `${oneLine(item)}, ${numberText(context, quantity)} t`
    : quantity === 1
      ? oneLine(item)
      : `${numberText(context, quantity)} × ${oneLine(item)}`

/** What the client wishes, in every letter until the order is collected: beside a planned day it shows whether that is the wished one. */
function wishLines(context: NewsContext, { status, wishedDate, wishedPart, urgent }: Row): string[] {
  const { say } = context
  const wishes = [
    ...(wishedDate === null ? [] : [dayText(context, wishedDate)]),
    ...(wishedPart === null ? [] : [say(dayPartText(wishedPart))]),
    ...(urgent ? [say('orders.news.wish.urgent')] : [])
  ]
  if (wishes.length === 0 || isDone(status) || status === canceled) return []
  return [say('orders.news.wish', { wish: wishes.join(', ') })]
}

/** Those who are told of the order, and every client who has written a comment on it. */
const whoAsked = (ids: readonly number[]) => sql`select o.id as subject_id, told.id as account_id
    from orders.orders o cross join lateral (${raw(toldOf('o.company_id', 'o.created_by'))}) told
    where o.id = any(${[...ids]}::int[])
  union select comment.order_id, comment.account_id from orders.comments comment
    where comment.order_id = any(${[...ids]}::int[]) and comment.by_client and comment.account_id is not null`

export const orderNews = clientNews.fill({
  resourceType: orders.type,
  fields: ['currentStatus', 'realizationDate', 'invoiceNumber', ...edited, ...collected, ...reasons],
  occasions: {
    'orders.place': { field: occasions.placed, ofClients: true, ofSelf: true },
    'orders.placeForNewClient': { field: occasions.placed, ofClients: true, ofSelf: true },
    'orders.placeAgain': { field: occasions.placed, ofClients: true, ofSelf: true },
    'orders.addComment': { field: occasions.answered, told: whoAsked }
  },
  told: ids => sql`select o.id as subject_id, told.id as account_id
    from orders.orders o cross join lateral (${raw(toldOf('o.company_id', 'o.created_by'))}) told
    where o.id = any(${[...ids]}::int[])`,
  async newsOf(context, nets) {
    const byId = new Map(nets.map(net => [net.id, net]))
    const rows = await rowsOf(context, [...byId.keys()])
    const answers = await answersTo(context, nets)
    const told = await collectionsTold.of(context.extensions)(context.trx, [...byId.keys()])
    return rows.flatMap((row): News[] => {
      const net = byId.get(row.id)
      const lines = answers.get(row.id)
      const changed = net && { context, row, net, told: told.get(row.id) }
      const events = changed
        ? [...eventsOf(changed), ...(lines ? [event(changed, orderAnswered, 'answered', { lines })] : [])]
        : []
      if (events.length === 0) return []
      return [
        {
          id: row.id,
          title: context.say('orders.news.title', { number: row.number }),
          details: [`${orderedText(context, row)}, ${oneLine(row.place)}`, ...wishLines(context, row)],
          path: `/client/orders?row=${row.id}&panel=${row.id}`,
          events
        }
      ]
    })
  }
})
