import type { DayStop, StopState } from '../../modules/driver/contract.ts'
import type { KeptDay, KeptEvent, KeptPhoto } from './database.ts'
import { days } from './days.ts'
import { type Outbox, outbox } from './outbox.ts'
import { toldOf } from './told.ts'

export const useOutbox = outbox.useValue
export const useDays = days.useValue
export const useDay = (date: string): KeptDay | undefined => days.useValue().byDate[date]

/** How many photos the server does not have yet. */
export const photosWaiting = (photos: Outbox['photos']): number => photos.filter(one => one.state === 'kept').length

export interface Stop {
  readonly stop: DayStop
  readonly vehicle: string
  readonly told: StopState
  /** The taps of this phone at this stop, and what the server said to them. */
  readonly taps: readonly KeptEvent[]
  readonly photos: readonly Omit<KeptPhoto, 'blob'>[]
}

/** The stops of a day in the order of their routes, with what this phone has kept of them. */
export function stopsOf(day: KeptDay, { events, photos }: Outbox): readonly Stop[] {
  return day.day.routes.flatMap(route =>
    route.stops.map(stop => {
      const taps = events.filter(({ event }) => event.orderId === stop.orderId)
      return {
        stop,
        vehicle: route.vehicle.registerNumber,
        told: toldOf(stop, taps, day.day.driver.id),
        taps,
        photos: photos.filter(photo => photo.orderId === stop.orderId)
      }
    })
  )
}
