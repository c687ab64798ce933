/** Groups the sheets by the routes of their orders. */
import type { Static } from '@sinclair/typebox'
import type { PrintAnswer, PrintSheet } from '../../../modules/orders/printing/schema.ts'

export type Sheet = Static<typeof PrintSheet>
/** What is the same on all papers. */
export type Paper = Pick<Static<typeof PrintAnswer>, 'business' | 'wasteCode'>

export interface RouteSheets {
  readonly sheets: readonly Sheet[]
  readonly stop: NonNullable<Sheet['details']['stop']>
  /** The whole load in tonnes. */
  readonly load: number
}

const keyOf = ({ details: { stop, realizationDate } }: Sheet): string | undefined =>
  stop ? `${stop.vehicleId} ${realizationDate}` : undefined

/** The sheets in the order of printing, in runs of sheets that have the same route, or no route. */
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

/** The route for the cover of a run; undefined if the run needs no cover, such as one with a single sheet. */
export function routeOf(run: readonly Sheet[]): RouteSheets | undefined {
  const stop = run[0]?.details.stop
  if (!stop || run.length < 2) return undefined
  const hundredths = run.reduce((sum, { details }) => sum + Math.round(details.load * 100), 0)
  return { sheets: run, stop, load: hundredths / 100 }
}

/**
 * What the driver takes in cash of these orders: the amount that is known, in PLN gross, and how many orders are to be weighed first.
 * @param cash the code of the payment in cash
 */
export function cashOf(sheets: readonly Sheet[], cash: number | undefined): { amount: number; unknown: number } {
  const owed = sheets.flatMap(({ paymentType, details }) => (paymentType === cash ? [details.grossOwed] : []))
  const groszy = owed.reduce<number>((sum, gross) => sum + Math.round((gross ?? 0) * 100), 0)
  return { amount: groszy / 100, unknown: owed.filter(gross => gross === null).length }
}
