/**
 * When the transport of an order begins, as its card says it: a time by the clock of Poland, on the day of the order. A person chooses it, and
 * begins with what is known: when the driver is expected, else the part of the day that the client wishes for, else the begin of the working day.
 */
import { type Static, Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import type { Derivation, FieldHint } from '../../../src/contract/form.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { expectedArrival, minutesOf } from '../../driver/public.ts'
import { type OrderToSend, orderToSend } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { DayPart, OrderStatus } from '../../orders/schema.ts'

const pattern = '^([01]\\d|2[0-3]):[0-5]\\d$'

export const CardTime = Type.String({
  pattern,
  maxLength: 5,
  description:
    'when the transport is planned to begin, `HH:MM` by the clock of Poland; without it the time that `card-time` proposes',
  messages: { pattern: 'waste.draft.plannedTime.pattern' }
})
export type CardTime = Static<typeof CardTime>

/** Whether a text is a whole time, and not one that is still being typed. */
export const isCardTime = (text: string | undefined): text is CardTime => new RegExp(pattern).test(text ?? '')

const noon = '12:00'
const minutesOfDay = 24 * 60
/** What is proposed for today lies ahead, and people have time to send it. */
const quarter = 15
const rounding = 10

const clockTime = (minutes: number): string => {
  const within = Math.min(minutes, minutesOfDay - 1)
  return [Math.floor(within / 60), within % 60].map(part => String(part).padStart(2, '0')).join(':')
}

interface Known {
  /** `YYYY-MM-DD` of the transport. */
  readonly day: string
  readonly expectedAt: Date | undefined
  /** A code of `DayPart`. */
  readonly wishedPart: number | null
  /** `HH:MM` */
  readonly workdayStart: string
  readonly now: Date
}

/** Pure: the time that is proposed. Of today it is never over. */
export function timeFrom({ day, expectedAt, wishedPart, workdayStart, now }: Known): CardTime {
  const usual = wishedPart === DayPart.afternoon && workdayStart < noon ? noon : workdayStart
  const isExpected = expectedAt !== undefined && dayOf(expectedAt) === day
  const known = isExpected ? clockTime(Math.round(minutesOf(expectedAt) / rounding) * rounding) : usual
  if (day !== dayOf(now)) return known
  const soonest = clockTime((Math.floor(minutesOf(now) / quarter) + 1) * quarter)
  return known > soonest ? known : soonest
}

/** The time that is proposed for the card of an order; undefined: it has no day. */
export async function proposedTime(
  services: Pick<Services, 'settings' | 'now'>,
  database: Database,
  id: number,
  { day, wishedPart, status }: Pick<OrderToSend, 'day' | 'wishedPart' | 'status'>
): Promise<CardTime | undefined> {
  if (day === null || status !== OrderStatus.inProgress) return undefined
  const expectedAt = await expectedArrival(services, database, id)
  return timeFrom({ day, expectedAt, wishedPart, workdayStart: services.settings.workdayStart, now: services.now() })
}

const url = '/api/Admin/Orders/:id/card-time'

export const cardTimeRoute = defineRoute({
  url,
  access: orderResources.orders.access,
  summary: 'The time that is proposed for the transport of an order on its transfer card',
  answer: ItemResponse(
    Type.Object({ time: Nullable(Type.String({ description: '`HH:MM` by the clock of Poland; null: not planned' })) })
  ),
  run: async ({ services, caller, id }) => {
    const order = orNotFound(await orderToSend(services.db, id, caller))
    return { data: { time: (await proposedTime(services, services.db, id, order)) ?? null } }
  }
})

/** The field of a form; in those of other things than a draft with `timeLabel`. */
export const timeField = {
  help: 'waste.draft.plannedTime.help',
  mask: '99:99'
} as const satisfies FieldHint

export const timeLabel = 'waste.draft.plannedTime'

/** Fills the field in. @param id the field of the form, or the row, that is the order */
export const timeOf = (id: 'id' | 'orderId'): Derivation => ({
  kind: 'fetched',
  call: url.replace(':id', `{${id}}`),
  pick: 'data.time',
  to: 'plannedTime'
})
