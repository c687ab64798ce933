/**
 * The text of a message to a driver, in the driver's language: the stops in the order of the route, with the vehicle, and what to collect at
 * each, also the cash, the part of the day that the client wishes, whether it is urgent, and what the client has written.
 */
import { shortDay, timeZone } from '../../../src/contract/days.ts'
import type { Language } from '../../../src/contract/languages.ts'
import { grossOf } from '../../../src/contract/money.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import { inPlainLetters, maxParts, smsParts } from '../../../src/kernel/messaging/plain-letters.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import { PaymentType } from '../../companies/schema.ts'
import { leftJoinVehicle } from '../../fleet/public.ts'
import { type Say, snapshotParts, type Words } from '../../notifications/public.ts'
import { owedFor, type Priced } from '../owed.ts'
import { type Withdrawn, withdrawnRoute, withdrawnText } from '../planning/notified.ts'
import { dayPartText } from '../schema.ts'
import type { Writing } from './driver-message.ts'

export interface Stop {
  readonly orderId: number
  readonly number: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly sequence: number | null
  readonly plate: string | null
  readonly company: string
  readonly address: string
  readonly phone: string | null
  readonly quantity: number
  readonly item: string
  /** Whether the quantity is in tonnes. */
  readonly isTonnage: boolean
  readonly urgent: boolean
  /** The part of the day that the client wishes; null: any. */
  readonly wishedPart: number | null
  /** What the client has written, as a line of at most `maxNote` characters. */
  readonly note: string | null
  /** What the driver takes in cash, in PLN; null: nothing. What is paid by the tonne is known only after weighing. */
  readonly cash: { readonly amount: number; readonly perTonne: boolean } | null
  /** The plan that the message gives, as `planText` writes it. */
  readonly plan: string
}

/** An SQL expression for the plan of an order `o` with its stop `s` as one text: vehicle, day, place and number in the route. */
export const planText = `concat_ws(' ', coalesce(o.vehicle_id, 0), coalesce(o.realization_date::text, '-'), o.reception_place_id,
  coalesce(s.sequence, 0))`

/** The stop in a text that `planText` wrote; undefined if the order had none. */
export function stopOfPlan(plan: string): PlannedStop | undefined {
  const [, vehicleId, day, sequence] = /^(\d+) (\d{4}-\d\d-\d\d) \d+ (\d+)$/.exec(plan) ?? []
  return day === undefined || Number(sequence) === 0
    ? undefined
    : { vehicleId: Number(vehicleId), day, sequence: Number(sequence) }
}

interface PlannedStop {
  readonly vehicleId: number
  /** `YYYY-MM-DD` */
  readonly day: string
  /** Its number in the route. */
  readonly sequence: number
}

/** What a message says about an order: its plan, and the routes that it is no longer in. Stored as a text by `textOfFacts`. */
export interface Facts {
  readonly plan?: string
  /** Ids of routes. */
  readonly withdrawn: readonly number[]
}

export const textOfFacts = ({ plan, withdrawn }: Facts): string =>
  [...(plan === undefined ? [] : [plan]), ...withdrawn.map(withdrawnText)].join(snapshotParts)

export function factsOf(text: string): Facts {
  const parts = text.split(snapshotParts)
  const plan = parts.find(part => withdrawnRoute(part) === undefined)
  return { ...(plan === undefined ? {} : { plan }), withdrawn: parts.flatMap(part => withdrawnRoute(part) ?? []) }
}

type Row = Omit<Stop, 'cash'> & Priced & { readonly isCash: boolean }

/** The stops of these orders by day, vehicle and in the order of the route. */
export async function stopsOf(database: Database, orderIds: readonly number[], language: Language): Promise<Stop[]> {
  const rows = await query<Row>(
    database,
    sql`select o.id as "orderId", o.number, coalesce(o.realization_date, (now() at time zone ${timeZone})::date)::text as day, s.sequence,
        v.register_number as plate, o.urgent, o.wished_part as "wishedPart", o.additional_info as note, o.payment_type = ${PaymentType.cash} as "isCash",
        o.order_type_id as "orderTypeId", o.net_price as "netPrice", o.tonnage, o.vat_rate as "vatRate",
        c.name as company, ${placeAddress('p')} as address, p.phone, o.quantity, ${itemName('i', language)} as item,
        o.order_type_id = ${OrderType.tonnage} as "isTonnage", ${raw(planText)} as plan
      from orders.orders o
        ${joinCompany('c', 'o.company_id')}
        ${joinPlace('p', 'o.reception_place_id')}
        ${joinItems('i', 'o.order_type_item_id')}
        ${leftJoinVehicle('v', 'o.vehicle_id')}
        left join orders.stops s on s.order_id = o.id
      where o.id = any(${orderIds}::int[])
      order by o.realization_date, v.register_number nulls last, s.sequence nulls last, o.number`
  )
  return rows.map(({ isCash, orderTypeId, netPrice, tonnage, vatRate, note, ...stop }) => ({
    ...stop,
    note: shortNote(note),
    cash: isCash ? cashOf({ orderTypeId, netPrice, quantity: stop.quantity, tonnage, vatRate }) : null
  }))
}

/** What is owed; before weighing the gross price of a tonne. */
export function cashOf(order: Priced): NonNullable<Stop['cash']> {
  const owed = owedFor(order)
  return owed
    ? { amount: owed.gross, perTonne: false }
    : { amount: grossOf(order.netPrice, order.vatRate), perTonne: true }
}

/** How many characters of a client's note a message has: an SMS is paid by its length. */
export const maxNote = 80

/** A note as one line of whole words, at most `maxNote` characters; null for a blank one. */
export function shortNote(text: string | null): string | null {
  const line = oneLine(text ?? '')
  if (line.length <= maxNote) return line || null
  const room = maxNote - '...'.length
  const end = line.lastIndexOf(' ', room)
  return `${line.slice(0, end > 0 ? end : room).replace(/[\s,;:.–-]+$/, '')}...`
}

const choice = (value: boolean): string => (value ? 'yes' : 'no')

const amountText = (language: Language, amount: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(
    amount
  )

const stopText = (say: Say, stop: Stop, language: Language): string => {
  const { sequence, phone, isTonnage, company, address, note, cash, number, quantity, item, urgent, wishedPart } = stop
  return say('orders.notice.stop', {
    number,
    quantity,
    item,
    note: note ?? '',
    hasNote: choice(note !== null),
    urgent: choice(urgent),
    part: wishedPart === null ? '' : say(dayPartText(wishedPart)),
    hasPart: choice(wishedPart !== null),
    cash: cash ? amountText(language, cash.amount) : '',
    pays: cash ? (cash.perTonne ? 'perTonne' : 'all') : 'none',
    company: oneLine(company),
    address: oneLine(address),
    place: sequence ?? '',
    hasPlace: choice(sequence !== null),
    phone: phone ?? '',
    hasPhone: choice(Boolean(phone)),
    isTonnage: choice(isTonnage)
  })
}

/** The days in a subject: each of them, or from the first to the last if there are more than three. */
function daysText(stops: readonly Stop[], { language, now }: Writing): string {
  const days = [...new Set(stops.map(({ day }) => day))].map(day => shortDay(language, day, now))
  return days.length > 3 ? `${days[0]} – ${days.at(-1)}` : days.join(', ')
}

interface WithdrawnTexts {
  readonly day: string
  readonly vehicle: string
  readonly orders: string
}

/** The withdrawn stops of each route as one text: a driver of two vehicles must know from which of them. */
const byRoute = (withdrawn: readonly Withdrawn[]): WithdrawnTexts[] =>
  [...new Map(withdrawn.map(stop => [stop.routeId, stop])).values()].map(({ routeId, day, vehicle }) => {
    const off = withdrawn.filter(stop => stop.routeId === routeId)
    return { day, vehicle, orders: off.map(({ number, company }) => `${number} (${oneLine(company)})`).join(', ') }
  })

/** A text for each day and vehicle, with its stops. */
function dayTexts(say: Say, stops: readonly Stop[], { language, now }: Writing): string[] {
  const headingOf = ({ day, plate }: Stop): string => `${shortDay(language, day, now)}${plate ? `, ${plate}` : ''}:`
  return [...new Set(stops.map(headingOf))].map(heading => {
    const some = stops.filter(stop => headingOf(stop) === heading)
    return [heading, ...some.map(stop => stopText(say, stop, language))].join('\n')
  })
}

/**
 * The text of a message about these stops, and about withdrawn ones, which the driver must no longer drive to.
 * @param isFirst of the messages to the driver: it says where the route is on the phone
 */
export function noticeOf(
  say: Say,
  stops: readonly Stop[],
  writing: Writing,
  withdrawn: readonly Withdrawn[] = [],
  isFirst = true
): Words {
  const { business, language, now, app, isEmail } = writing
  const off = byRoute(withdrawn).map(({ day, vehicle, orders }) =>
    say('orders.notice.withdrawn', { day: shortDay(language, day, now), vehicle, orders })
  )
  const where = isFirst && app ? [say(`orders.notice.app.${isEmail ? 'email' : 'sms'}`, { address: app.masked })] : []
  const params = {
    business,
    count: stops.length,
    number: stops[0]?.number ?? '',
    days: daysText(stops, writing),
    // e-mails have paragraphs, SMS only lines
    stops: [...dayTexts(say, stops, writing), ...off, ...where].join(isEmail ? '\n\n' : '\n')
  }
  const body = say(`orders.notice.${isEmail ? 'email' : 'sms'}`, params)
  return { subject: say('orders.notice.subject', params), body: isEmail ? body : inPlainLetters(body) }
}

/** Divides stops into as few messages as possible, without splitting a stop. A stop that is too long has a message of its own. */
export function inMessages<S>(stops: readonly S[], partsOf: (some: readonly S[]) => number): S[][] {
  const messages: S[][] = []
  for (const stop of stops) {
    const last = messages.at(-1)
    if (last && partsOf([...last, stop]) <= maxParts) last.push(stop)
    else messages.push([stop])
  }
  return messages
}

/** One of the messages to a driver: its stops, and, in the last message, the withdrawn ones. */
export interface Part {
  readonly stops: readonly Stop[]
  readonly withdrawn: readonly Withdrawn[]
  readonly isFirst: boolean
}

/** The messages to one driver: one e-mail with all stops, or as many SMS as are needed. */
export function messagesOf(
  say: Say,
  stops: readonly Stop[],
  writing: Writing,
  withdrawn: readonly Withdrawn[] = []
): Part[] {
  // a letter of the text stands for each that the address will be longer by
  const longer = 'x'.repeat(writing.app?.longer ?? 0)
  const partsOf = (some: readonly Stop[]): number => {
    const isFirst = some[0] === stops[0]
    return smsParts(noticeOf(say, some, writing, withdrawn, isFirst).body + (isFirst ? longer : ''))
  }
  const parts = writing.isEmail ? [[...stops]] : inMessages(stops, partsOf)
  return parts.map((some, at) => ({
    stops: some,
    withdrawn: at === parts.length - 1 ? withdrawn : [],
    isFirst: at === 0
  }))
}
