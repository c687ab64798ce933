/** What is wrong with an event by itself. Each is judged alone, so that one bad event does not keep the others on the device. Pure. */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { Id, Nullable } from '../../../src/kernel/schema.ts'
import { type DriverEvent, EventId, type EventType, eventData, eventTypes, Position } from '../contract.ts'

const Instant = Type.String({ format: 'instant', maxLength: 40 })

const schemaOf = (type: EventType): Schema =>
  Type.Object({
    id: EventId,
    orderId: Id,
    type: Type.Literal(type),
    at: Instant,
    sentAt: Instant,
    position: Type.Optional(Nullable(Position)),
    data: eventData[type]
  }) as Schema

const schemas = Object.fromEntries(eventTypes.map(type => [type, schemaOf(type)])) as Record<EventType, Schema>

const isType = (value: unknown): value is EventType => eventTypes.includes(value as EventType)

export type Judged =
  | { readonly kind: 'good'; readonly event: DriverEvent }
  | { readonly kind: 'malformed'; readonly field: string }
  | { readonly kind: 'signature' }

/** Whether something is drawn: a path of SVG with a line or a curve. A point alone, where the finger touched, is no signature. */
export function isDrawn(path: string): boolean {
  if (!/^[MmLlHhVvCcSsQqTtAaZz\d\s,.+eE-]+$/.test(path) || !/^\s*[Mm]/.test(path)) return false
  return /[LlHhVvCcSsQqTtAa][^A-Za-df-z]*\d/.test(path)
}

/** @param given has an id, and else whatever a device has sent */
export function judge(given: { readonly id: string } & Readonly<Record<string, unknown>>): Judged {
  if (!isType(given.type)) return { kind: 'malformed', field: 'type' }
  const [fault] = check(schemas[given.type], given)
  if (fault) return { kind: 'malformed', field: fault.path }
  const event = given as unknown as DriverEvent
  if (event.type === 'signed' && !isDrawn(event.data.path)) return { kind: 'signature' }
  return { kind: 'good', event }
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The same text for the same value, whatever the order of its fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: Json) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )

/** What an event says, and whose it is, without when it was sent, which differs at each try. */
export const hashOfEvent = (accountId: number, { sentAt: _, ...event }: DriverEvent): Buffer =>
  createHash('sha256')
    .update(textOf({ ...event, accountId }))
    .digest()
