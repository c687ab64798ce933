/** When a place lets drivers in, and whether its contact gets messages about arrivals. */
import { Type } from '@sinclair/typebox'
import type { FieldHint } from '../../../src/contract/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { EnumOf, Nullable } from '../../../src/kernel/schema.ts'
import { Weekday } from './schema.ts'

const Time = Type.String({
  maxLength: 5,
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  messages: { pattern: 'companies.place.receiving.time' }
})

export const ReceivingFields = {
  receivingFrom: Type.Optional(Nullable(Time)),
  receivingTo: Type.Optional(Nullable(Time)),
  receivingDays: Type.Optional(Type.Array(EnumOf(Weekday), { maxItems: 7, uniqueItems: true }))
}

const time: FieldHint = { mask: '99:99', half: true }

export const receivingHints = {
  receivingFrom: time,
  receivingTo: time
} as const satisfies Readonly<Record<string, FieldHint>>

interface Hours {
  readonly receivingFrom?: string | null
  readonly receivingTo?: string | null
}

/** Refuses one end without the other, and an end before the beginning. @param present the hours that the call leaves as they are */
export function requireHours(given: Hours, present: Hours = {}): void {
  const { receivingFrom = null, receivingTo = null } = { ...present, ...given }
  if (receivingFrom && !receivingTo) refuseField('receivingTo', 'companies.receivingHours.both')
  if (receivingTo && !receivingFrom) refuseField('receivingFrom', 'companies.receivingHours.both')
  if (receivingFrom && receivingTo && receivingFrom >= receivingTo)
    refuseField('receivingTo', 'companies.receivingHours.order')
}
