/**
 * When a mass on a scale counts: after so many equal stable frames, once for each load. The next one counts when the scale was empty in
 * between, or stands at another mass that differs by more than a vehicle's sway.
 */
import type { ScaleFrame } from './protocols.ts'

export interface StableOptions {
  /** How many equal stable frames in a row. */
  readonly equal: number
  /** Kilograms below which the scale is empty. */
  readonly least: number
  /** Kilograms by which a further mass of the same load must differ. */
  readonly change: number
}

export function stableMasses({ equal, least, change }: StableOptions): (frame: ScaleFrame) => number | undefined {
  let [mass, count]: [number | undefined, number] = [undefined, 0]
  let reported: number | undefined
  return ({ weight, isStable }) => {
    if (weight !== undefined && weight < least && isStable) reported = undefined
    if (weight === undefined || !isStable || weight < least) {
      ;[mass, count] = [undefined, 0]
      return undefined
    }
    ;[mass, count] = weight === mass ? [mass, count + 1] : [weight, 1]
    if (count < equal || (reported !== undefined && Math.abs(weight - reported) <= change)) return undefined
    reported = weight
    return weight
  }
}
