/** What the driver of a called-off route is sent: the stops that he knows of, and that are off. */
import { shortDay } from '../../../src/contract/days.ts'
import { type Database, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import { inPlainLetters, smsParts } from '../../../src/kernel/messaging/plain-letters.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { joinVehicle } from '../../fleet/public.ts'
import type { Say, Words } from '../../notifications/public.ts'
import { joinAccount, personName } from '../../users/public.ts'
import type { Contact, Writing } from '../notify/driver-message.ts'
import { inMessages } from '../notify/notice.ts'
import { type Withdrawn, withdrawnWhere } from '../planning/notified.ts'
import { hasNoMessageUnderWay } from './resource.ts'

/** A called-off route, and whom it is said to. */
export interface CalledOff extends Contact {
  readonly day: string
  readonly registerNumber: string
  readonly driverId: number
  readonly driver: string
  readonly stops: readonly Withdrawn[]
}

/** @param id of a row of `orders.driver_routes` */
export async function calledOffOf(database: Database, id: number): Promise<CalledOff> {
  const found = orNotFound(
    await queryOne<Omit<CalledOff, 'stops'> & { readonly routeId: number }>(
      database,
      sql`select r.id as "routeId", r.day::text as day, v.register_number as "registerNumber", d.id as "driverId",
          ${personName('d')} as driver, d.phone, d.email, d.language
        from orders.driver_routes c join orders.routes r on r.id = c.route_id
          ${joinVehicle('v', 'r.vehicle_id')} ${joinAccount('d', 'c.driver_id')}
        where c.id = ${id}`
    )
  )
  const { routeId, ...called } = found
  const own = sql`w.route_id = ${routeId} and w.driver_id = ${called.driverId} and ${raw(hasNoMessageUnderWay)}`
  return { ...called, stops: await withdrawnWhere(database, own) }
}

export function textOf(
  say: Say,
  { day, registerNumber }: CalledOff,
  stops: readonly Withdrawn[],
  writing: Writing
): Words {
  const { business, isEmail, language, now } = writing
  const params = {
    business,
    count: stops.length,
    day: shortDay(language, day, now),
    vehicle: registerNumber,
    orders: stops.map(({ number, company }) => `${number} (${oneLine(company)})`).join('\n')
  }
  const body = say(`orders.notice.calledOff.${isEmail ? 'email' : 'sms'}`, params)
  return { subject: say('orders.notice.calledOff.subject', params), body: isEmail ? body : inPlainLetters(body) }
}

/** The stops of each message: a letter has all of them, an SMS as many as fit. */
export const messagesOf = (say: Say, called: CalledOff, writing: Writing): Withdrawn[][] =>
  writing.isEmail
    ? [[...called.stops]]
    : inMessages(called.stops, some => smsParts(textOf(say, called, some, writing).body))
