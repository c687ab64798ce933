/** What a card of an order says: a draft sends these values, and the sheet for clients without keys prints them. */
import type { Settings } from '../../../config/settings.ts'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { instantAt } from '../../driver/public.ts'
import type { OrderToSend } from '../../orders/public.ts'
import type { RegisterPlace } from '../register/register.ts'

/** The law lets a card be made at most so many days before the transport. */
export const mostDaysAhead = 30

export interface CardValues {
  /** Such as 16 01 03. */
  readonly wasteCode: string
  /** Of recovery or disposal, such as R12. */
  readonly process: string
  /** As the register writes it; null: no vehicle is planned. */
  readonly plate: string | null
  /** Tonnes; what a draft says is chosen by a person, who begins with these. */
  readonly mass: number
  /** Null: the order has no day, or one of which the register takes no card. */
  readonly plannedAt: Date | null
  /** Why the register would not take a card of the order's day. */
  readonly dayFault: 'draftDayOver' | 'draftDayFar' | undefined
  /** The time of today has passed. */
  readonly isTimeOver: boolean
  /** The name of the store to which the load is brought. */
  readonly store: string | null
}

const faultOf = (day: string, today: string): CardValues['dayFault'] => {
  if (day < today) return 'draftDayOver'
  return day > addDays(today, mostDaysAhead) ? 'draftDayFar' : undefined
}

/** @param time `HH:MM` by the clock of Poland; undefined: the order has no day */
export function valuesOf(
  { day, plate, load, store }: Pick<OrderToSend, 'day' | 'plate' | 'load' | 'store'>,
  { wasteCode, wasteProcess }: Pick<Settings, 'wasteCode' | 'wasteProcess'>,
  now: Date,
  time: string | undefined
): CardValues {
  const dayFault = day === null ? undefined : faultOf(day, dayOf(now))
  const plannedAt = day === null || dayFault || time === undefined ? null : instantAt(day, time)
  return {
    ...{ wasteCode, process: wasteProcess, mass: load, dayFault, store },
    plate: plate === null ? null : plate.replace(/\s/g, '').toUpperCase(),
    plannedAt,
    isTimeOver: plannedAt !== null && plannedAt <= now
  }
}

/** Where the load is brought: the place of the business that is called as the order's store, else its first. */
export const receivingPlace = (places: readonly RegisterPlace[], store: string | null): RegisterPlace | undefined =>
  places.find(({ name }) => store !== null && name.trim().toLowerCase() === store.trim().toLowerCase()) ?? places[0]
