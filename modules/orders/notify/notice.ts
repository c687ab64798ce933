/** What a driver is told of his orders, in his language: where to go, in the order of the route, and what to take. */

import { type Language, languageOf } from '../../../src/contract/languages.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import type { Say, Words } from '../../notifications/public.ts'
import { leftJoinAccount } from '../../users/public.ts'

export interface Load {
  readonly orderId: number
  readonly number: string
  /** Null: the order has no driver. */
  readonly driverId: number | null
  readonly phone: string | null
  readonly email: string | null
  readonly language: number
}

/** Whose each order is, in the order of the ids. */
export const loadsOf = (database: Database, ids: readonly number[]): Promise<Load[]> =>
  query<Load>(
    database,
    sql`select o.id as "orderId", o.number, d.id as "driverId", d.phone, d.email, coalesce(d.language, 1) as language
      from orders.orders o ${raw(leftJoinAccount('d', 'o.driver_id'))}
      where o.id = any(${ids}::int[]) order by o.id`
  )

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
}

/** Where the orders lead, day by day, in the order of the route. */
export const stopsOf = (database: Database, ids: readonly number[], language: Language): Promise<Stop[]> =>
  query<Stop>(
    database,
    sql`select o.id as "orderId", o.number, coalesce(o.realization_date, current_date)::text as day, s.sequence,
        c.name as company, ${raw(placeAddress('p'))} as address, p.phone, o.quantity, ${itemName('i', language)} as item
      from orders.orders o
        ${raw(joinCompany('c', 'o.company_id'))}
        ${raw(joinPlace('p', 'o.reception_place_id'))}
        ${raw(joinItems('i', 'o.order_type_item_id'))}
        left join orders.stops s on s.order_id = o.id
      where o.id = any(${ids}::int[])
      order by o.realization_date, s.sequence nulls last, o.number`
  )

export const driverLanguage = ({ language }: Load): Language => languageOf(language)

const line = (say: Say, { sequence, phone, ...stop }: Stop): string =>
  say('orders.notice.stop', {
    ...stop,
    place: String(sequence ?? '–'),
    phone: phone ?? '',
    hasPhone: phone ? 'yes' : 'no'
  })

const heading = (say: Say, day: string): string => `${say('orders.notice.day', { day: new Date(`${day}T12:00:00Z`) })}:`

/** The stops under their days. */
function listed(say: Say, stops: readonly Stop[]): string {
  const days = [...new Set(stops.map(({ day }) => day))]
  return days
    .map(day => [heading(say, day), ...stops.filter(stop => stop.day === day).map(stop => line(say, stop))].join('\n'))
    .join('\n')
}

/** The words of a message about these stops. */
export function noticeOf(say: Say, stops: readonly Stop[], isLetter: boolean): Words {
  const args = { count: stops.length, stops: listed(say, stops) }
  return {
    subject: say('orders.notice.subject', args),
    body: say(`orders.notice.${isLetter ? 'letter' : 'sms'}`, args)
  }
}

/** A gateway joins ten SMS into one message: with letters that are not plain Latin, 670 of them. */
export const smsLimit = 670

/** The stops in as few messages as hold them, and none cut through: a stop too long for one has a message of its own. */
export function inMessages(stops: readonly Stop[], lengthOf: (some: readonly Stop[]) => number): Stop[][] {
  const messages: Stop[][] = []
  for (const stop of stops) {
    const last = messages.at(-1)
    if (last && lengthOf([...last, stop]) <= smsLimit) last.push(stop)
    else messages.push([stop])
  }
  return messages
}
