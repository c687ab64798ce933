/** The round that a person works: its stops, and which is next. */
import type { Reads } from '../../answers.ts'

export type Round = NonNullable<Reads['/IoT/rounds/current']['data']>
export type WorkedStop = Round['stops'][number]

/** The paths of the page, and of the list that containers of a round are chosen on. The router's types do not know them. */
export const roundPath: string = '/store/round'
export const servicePath: string = '/store/service'

/** Codes of the vocabulary `iot.stop`. */
export const stopState = { open: 0, done: 1, notPossible: 2 } as const

interface Progress {
  readonly decided: number
  readonly count: number
}

/** How many of the stops are decided: done, or not possible. */
export const progressOf = (stops: readonly { readonly state: number }[]): Progress => ({
  decided: stops.filter(({ state }) => state !== stopState.open).length,
  count: stops.length
})

/** The first stop that is open; undefined once all are decided. */
export const nextOf = <S extends { readonly state: number }>(stops: readonly S[]): S | undefined =>
  stops.find(({ state }) => state === stopState.open)
