/** When places let drivers in, and which of their contacts are told of arrivals. */
import type { Random } from './random.ts'

interface Receiving {
  /** `HH:MM` */
  readonly from: string
  readonly to: string
  /** 1 for Monday. */
  readonly days: readonly number[]
}

export interface PlaceContact {
  /** When drivers are let in; null: not known. */
  receiving: Receiving | null
  /** Whether its contact has agreed to messages about drivers' arrivals. */
  arrivalMessages: boolean
}

const workdays = [1, 2, 3, 4, 5]
const usual: Receiving = { from: '07:00', to: '15:00', days: workdays }
const various: readonly Receiving[] = [
  usual,
  { from: '08:00', to: '16:00', days: workdays },
  { from: '07:00', to: '17:00', days: [...workdays, 6] },
  { from: '10:00', to: '14:00', days: workdays }
]

export const unknownContact: PlaceContact = { receiving: null, arrivalMessages: false }

/** Of every fourth place the hours are known, and every tenth contact has agreed. @param isShown of a place that visitors of the demo see */
export function contactOf(random: Random, isShown: boolean): PlaceContact {
  if (isShown) return { receiving: usual, arrivalMessages: true }
  return { receiving: random.chance(0.25) ? random.pick(various) : null, arrivalMessages: random.chance(0.1) }
}
