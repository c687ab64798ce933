/** Sheets by the routes that their orders are in. */
import type { Static } from '@sinclair/typebox'
import type { PrintSheet } from '../../../modules/orders/printing/schema.ts'

export type Sheet = Static<typeof PrintSheet>

export interface RouteSheets {
  readonly sheets: readonly Sheet[]
  readonly stop: NonNullable<Sheet['details']['stop']>
  /** Tonnes of all of it. */
  readonly load: number
}

const keyOf = ({ details: { stop, realizationDate } }: Sheet): string | undefined =>
  stop ? `${stop.vehicleId} ${realizationDate}` : undefined

/** What is printed, in its order: runs of sheets of one route, and those of none. */
export function runsOf(sheets: readonly Sheet[]): readonly (readonly Sheet[])[] {
  const runs: Sheet[][] = []
  for (const sheet of sheets) {
    const last = runs.at(-1)
    const isSame = last?.[0] !== undefined && keyOf(last[0]) === keyOf(sheet)
    if (last && isSame) last.push(sheet)
    else runs.push([sheet])
  }
  return runs
}

/** The route that a run's cover is about: one sheet alone says all of it itself, and needs none. */
export function routeOf(run: readonly Sheet[]): RouteSheets | undefined {
  const stop = run[0]?.details.stop
  if (!stop || run.length < 2) return undefined
  const hundredths = run.reduce((sum, { details }) => sum + Math.round(details.load * 100), 0)
  return { sheets: run, stop, load: hundredths / 100 }
}
