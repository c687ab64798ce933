/**
 * What a change of an item's prices does to their periods. Pure: no database, no clock.
 *
 * The general price and the price of each digit are each valid from an instant to the next. A price that has begun is never
 * overwritten: its period ends where another price begins, or where the price is withdrawn. A price that will begin later is planned;
 * nobody has ever paid it, so a change from the same instant on replaces it, and it can be withdrawn. What is planned for later than a
 * change stays planned.
 *
 * Instants are texts of equal length in UTC (`2026-11-22T10:00:00.000000Z`), which compare as the instants do.
 */

/** A price of one series. */
interface Terms {
  /** Net, in PLN. */
  readonly value: number
  /** With a general price: whether the item is priced by postal codes; null with the price of a digit. */
  readonly postalCodePrices: boolean | null
}

export interface Period extends Terms {
  readonly id: number
  /** First digit of the postal codes; null: the general price. */
  readonly digit: number | null
  /** Null: unknown. */
  readonly validFrom: string | null
  /** The first instant at which it is no longer valid; null: open. */
  readonly validTo: string | null
}

/** What a series shall cost from an instant on; null: nothing is valid. */
export interface Wanted {
  readonly digit: number | null
  readonly terms: Terms | null
}

export interface PeriodChanges {
  /** Ids of planned prices that will not begin. */
  readonly removed: readonly number[]
  /** Periods that end earlier or later than they would have. */
  readonly moved: readonly { readonly id: number; readonly validTo: string | null }[]
  readonly added: readonly Omit<Period, 'id'>[]
}

const nothing: PeriodChanges = { removed: [], moved: [], added: [] }

export const isEmpty = ({ removed, moved, added }: PeriodChanges): boolean =>
  removed.length + moved.length + added.length === 0

const beginsAfter = ({ validFrom }: Period, at: string): boolean => validFrom !== null && validFrom > at
const endsAfter = ({ validTo }: Period, at: string): boolean => validTo === null || validTo > at

/** The period of a series that is valid at an instant. */
export const periodAt = (periods: readonly Period[], digit: number | null, at: string): Period | undefined =>
  periods.find(period => period.digit === digit && !beginsAfter(period, at) && endsAfter(period, at))

/** When the next period of a series begins after an instant; null: none does. */
function nextBeginning(series: readonly Period[], at: string): string | null {
  const later = series.flatMap(({ validFrom }) => (validFrom !== null && validFrom > at ? [validFrom] : []))
  return later.toSorted()[0] ?? null
}

const isSame = (a: Terms | null | undefined, b: Terms | null): boolean =>
  a?.value === b?.value && a?.postalCodePrices === b?.postalCodePrices

function changeSeries(periods: readonly Period[], { digit, terms }: Wanted, at: string): PeriodChanges {
  const series = periods.filter(period => period.digit === digit)
  const present = periodAt(series, digit, at)
  if (isSame(present, terms)) return nothing
  const until = present ? present.validTo : nextBeginning(series, at)
  const isReplaced = present?.validFrom === at
  const removed = present && isReplaced ? [present.id] : []
  const cut = present && !isReplaced ? [{ id: present.id, validTo: at }] : []
  if (!terms) return { removed, moved: cut, added: [] }
  const before = series.find(({ validTo }) => validTo === at)
  if (before && isSame(before, terms)) return { removed, moved: [{ id: before.id, validTo: until }], added: [] }
  return { removed, moved: cut, added: [{ digit, ...terms, validFrom: at, validTo: until }] }
}

const together = (changes: readonly PeriodChanges[]): PeriodChanges => ({
  removed: changes.flatMap(({ removed }) => removed),
  moved: changes.flatMap(({ moved }) => moved),
  added: changes.flatMap(({ added }) => added)
})

const seriesOf = (periods: readonly Period[]): (number | null)[] => [...new Set(periods.map(({ digit }) => digit))]

/** What changes if from an instant on the given series cost what is wanted. Series that are not given stay. */
export const changeFrom = (periods: readonly Period[], wanted: readonly Wanted[], at: string): PeriodChanges =>
  together(wanted.map(one => changeSeries(periods, one, at)))

/** What changes if all prices are withdrawn at an instant. Planned prices will not begin. */
export const withdrawAll = (periods: readonly Period[], at: string): PeriodChanges => ({
  removed: periods.filter(({ validFrom }) => validFrom !== null && validFrom >= at).map(({ id }) => id),
  moved: periods
    .filter(period => !(period.validFrom !== null && period.validFrom >= at) && endsAfter(period, at))
    .map(({ id }) => ({ id, validTo: at })),
  added: []
})

/**
 * What changes if the change planned for an instant does not take place: prices that would have begun then do not, and those that would
 * have ended then stay valid, until the next planned change.
 */
export const withdrawPlanned = (periods: readonly Period[], at: string): PeriodChanges =>
  together(
    seriesOf(periods).map(digit => {
      const series = periods.filter(period => period.digit === digit)
      const beginning = series.find(({ validFrom }) => validFrom === at)
      const ending = series.find(({ validTo }) => validTo === at)
      const validTo = beginning ? beginning.validTo : nextBeginning(series, at)
      return {
        removed: beginning ? [beginning.id] : [],
        moved: ending ? [{ id: ending.id, validTo }] : [],
        added: []
      }
    })
  )

/** The instants after `now` at which something changes, the earliest first. */
export const plannedInstants = (periods: readonly Period[], now: string): string[] =>
  [...new Set(periods.flatMap(({ validFrom, validTo }) => [validFrom, validTo]))]
    .filter(instant => instant !== null)
    .filter(instant => instant > now)
    .toSorted()

/** Whether an item has a price at an instant, or will have one. */
export const hasPrice = (periods: readonly Period[], at: string): boolean =>
  periods.some(period => endsAfter(period, at))

/**
 * A price that is changed by a percentage, in whole PLN, because general prices are; a half is rounded up.
 * @param percent with at most one decimal, such as 4.5 or -10
 */
export const byPercent = (value: number, percent: number): number =>
  Math.round((Math.round(value * 100) * (1000 + Math.round(percent * 10))) / 100_000)

/** All prices of an item that are valid at an instant, changed by a percentage. */
export const allByPercent = (periods: readonly Period[], at: string, percent: number): Wanted[] =>
  seriesOf(periods).flatMap(digit => {
    const present = periodAt(periods, digit, at)
    if (!present) return []
    const { value, postalCodePrices } = present
    return [{ digit, terms: { value: byPercent(value, percent), postalCodePrices } }]
  })
