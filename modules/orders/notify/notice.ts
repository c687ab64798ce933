/** What a driver's message says, in the driver's language: where to go, in the order of the route, and what to take. */
import { shortDay, timeZone } from '../../../src/contract/days.ts'
import type { Language } from '../../../src/contract/languages.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import type { Say, Words } from '../../notifications/public.ts'

export interface Stop {
  readonly orderId: number
  readonly number: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly sequence: number | null
  readonly company: string
  readonly address: string
  readonly phone: string | null
  readonly quantity: number
  readonly item: string
  /** The quantity is in tonnes. */
  readonly isTonnage: boolean
  /** The plan that the message gives, as `planText` writes it. */
  readonly plan: string
}

/** SQL: the plan of an order as one text: vehicle, day, place and number in the route. Over the order `o` and its stop `s`. */
export const planText = `concat_ws(' ', coalesce(o.vehicle_id, 0), coalesce(o.realization_date::text, '-'), o.reception_place_id,
  coalesce(s.sequence, 0))`

/** Where the orders lead, day by day, in the order of the route. */
export const stopsOf = (database: Database, orderIds: readonly number[], language: Language): Promise<Stop[]> =>
  query<Stop>(
    database,
    sql`select o.id as "orderId", o.number, coalesce(o.realization_date, (now() at time zone ${timeZone})::date)::text as day, s.sequence,
        c.name as company, ${raw(placeAddress('p'))} as address, p.phone, o.quantity, ${itemName('i', language)} as item,
        o.order_type_id = ${OrderType.tonnage} as "isTonnage", ${raw(planText)} as plan
      from orders.orders o
        ${raw(joinCompany('c', 'o.company_id'))}
        ${raw(joinPlace('p', 'o.reception_place_id'))}
        ${raw(joinItems('i', 'o.order_type_item_id'))}
        left join orders.stops s on s.order_id = o.id
      where o.id = any(${orderIds}::int[])
      order by o.realization_date, s.sequence nulls last, o.number`
  )

const choice = (value: boolean): string => (value ? 'yes' : 'no')

const stopText = (say: Say, { sequence, phone, isTonnage, ...stop }: Stop): string =>
  say('orders.notice.stop', {
    ...stop,
    place: sequence ?? '',
    hasPlace: choice(sequence !== null),
    phone: phone ?? '',
    hasPhone: choice(Boolean(phone)),
    isTonnage: choice(isTonnage)
  })

/** How the days of a message are written. */
export interface Writing {
  /** A letter has room for a whole date; an SMS has `pon. 23.11`. */
  readonly isEmail: boolean
  readonly language: Language
  readonly now: Date
}

const heading = (say: Say, day: string, { isEmail, language, now }: Writing): string =>
  isEmail ? `${say('orders.notice.day', { day: new Date(`${day}T12:00:00Z`) })}:` : `${shortDay(language, day, now)}:`

/** The stops under their days. */
function listText(say: Say, stops: readonly Stop[], writing: Writing): string {
  const days = [...new Set(stops.map(({ day }) => day))]
  const dayText = (day: string): string =>
    [heading(say, day, writing), ...stops.filter(stop => stop.day === day).map(stop => stopText(say, stop))].join('\n')
  return days.map(dayText).join('\n')
}

/** The text of a message about these stops. */
export function noticeOf(say: Say, stops: readonly Stop[], writing: Writing): Words {
  const params = { count: stops.length, stops: listText(say, stops, writing) }
  return {
    subject: say('orders.notice.subject', params),
    body: say(`orders.notice.${writing.isEmail ? 'email' : 'sms'}`, params)
  }
}

/** A gateway joins ten SMS into one message: with letters that are not plain Latin, 670 characters. */
export const smsLimit = 670

/** The stops in as few messages as hold them, and none cut in two: a stop too long for one has a message of its own. */
export function inMessages(stops: readonly Stop[], lengthOf: (some: readonly Stop[]) => number): Stop[][] {
  const messages: Stop[][] = []
  for (const stop of stops) {
    const last = messages.at(-1)
    if (last && lengthOf([...last, stop]) <= smsLimit) last.push(stop)
    else messages.push([stop])
  }
  return messages
}

/** The stops of one receiver as they are sent: a letter holds them all, an SMS as many as fit. */
export function messagesOf(say: Say, stops: readonly Stop[], writing: Writing): Stop[][] {
  const lengthOf = (some: readonly Stop[]): number => noticeOf(say, some, writing).body.length
  return writing.isEmail ? [[...stops]] : inMessages(stops, lengthOf)
}
