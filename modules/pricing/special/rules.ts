/**
 * How a list of special prices takes the place of another. Pure: no database, no clock.
 *
 * What was valid on a day stays known for that day, because orders of the day are explained by it. So a price that has begun is
 * never rewritten: taken away, it is ended and kept; with another value, item or first day, it is ended and a new one begins. Its
 * last day alone may move, not before today. A price begins with its first day, so one of today has begun. What has not begun is
 * changed freely. What is over is history, and the list neither needs nor changes it.
 *
 *   in the list                 not begun     has begun                                        over
 *   as it is                    stays         stays                                            stays
 *   with another last day       changed       changed                                          a new one
 *   changed otherwise           changed       ended, and a new one from today or later         a new one
 *   not there                   ended         ended                                            stays
 */

/** Days are `YYYY-MM-DD` in Warsaw, both inside the period; values are PLN net. */
export interface Terms {
  readonly orderTypeItemId: number
  readonly dateFrom: string
  readonly dateTo: string
  readonly value: number
}

/** A price that has not been ended. */
export interface AgreedTerms extends Terms {
  readonly id: number
}

/** A row of the new list: with the id of a price that there is, or a new one. */
export interface WantedTerms extends Terms {
  readonly id?: number | null
}

export type SpecialFault = 'dateTaken' | 'beforeToday' | 'endsBeforeStart' | 'unknownSpecialPrice'

export interface Replacement {
  readonly added: readonly Terms[]
  readonly changed: readonly { readonly before: AgreedTerms; readonly after: AgreedTerms }[]
  readonly ended: readonly AgreedTerms[]
  /** At a field of a row of the list, counted from 0: `{ row: 1, field: 'dateFrom', code: 'dateTaken' }`. */
  readonly faults: readonly { readonly row: number; readonly field: keyof WantedTerms; readonly code: SpecialFault }[]
}

type Fate =
  | { readonly kind: 'stays' | 'changed' | 'added' | 'renewed'; readonly terms: Terms }
  | { readonly kind: 'fault'; readonly field: keyof WantedTerms; readonly code: SpecialFault }

const fault = (field: keyof WantedTerms, code: SpecialFault): Fate => ({ kind: 'fault', field, code })

const isSame = (a: Terms, b: Terms): boolean =>
  a.orderTypeItemId === b.orderTypeItemId && a.dateFrom === b.dateFrom && a.dateTo === b.dateTo && a.value === b.value

/** What becomes of one row of the list. */
function fateOf(terms: Terms, present: AgreedTerms | undefined, today: string): Fate {
  if (present && isSame(present, terms)) return { kind: 'stays', terms }
  if (terms.dateTo < terms.dateFrom) return fault('dateTo', 'endsBeforeStart')
  if (terms.dateTo < today) return fault('dateTo', 'beforeToday')
  const hasBegun = present !== undefined && present.dateFrom <= today
  if (!hasBegun || terms.dateFrom !== present.dateFrom) {
    if (terms.dateFrom < today) return fault('dateFrom', 'beforeToday')
    if (!present) return { kind: 'added', terms }
    return { kind: hasBegun ? 'renewed' : 'changed', terms }
  }
  const onlyLonger = isSame(present, { ...terms, dateTo: present.dateTo })
  if (onlyLonger && present.dateTo >= today) return { kind: 'changed', terms }
  // The row still names the day on which the old price began.
  return { kind: 'renewed', terms: { ...terms, dateFrom: today } }
}

const overlap = (a: Terms, b: Terms): boolean =>
  a.orderTypeItemId === b.orderTypeItemId && a.dateFrom <= b.dateTo && b.dateFrom <= a.dateTo

/** The price that a row of the list names: by its id, or by being the same in everything, so that a list sent again changes nothing. */
function namedBy(list: readonly WantedTerms[], present: readonly AgreedTerms[]): (AgreedTerms | undefined)[] {
  const free = new Map(present.map(price => [price.id, price]))
  const byId = list.map(({ id }) => {
    const own = free.get(id ?? 0)
    free.delete(id ?? 0)
    return own
  })
  return list.map((row, at) => {
    const own = byId[at] ?? (isNew(row) ? [...free.values()].find(price => isSame(price, row)) : undefined)
    free.delete(own?.id ?? 0)
    return own
  })
}

const isNew = ({ id }: WantedTerms): boolean => id === undefined || id === null

/** What replacing the present prices by the list means today. Nothing of it may be done where there are faults. */
export function replaceSpecialPrices(
  present: readonly AgreedTerms[],
  list: readonly WantedTerms[],
  today: string
): Replacement {
  const named = namedBy(list, present)
  const fates = list.map((row, at): Fate => {
    const { id, ...terms } = row
    return !named[at] && !isNew(row) ? fault('id', 'unknownSpecialPrice') : fateOf(terms, named[at], today)
  })
  const termsAt = fates.map(fate => (fate.kind === 'fault' ? undefined : fate.terms))
  const faults = fates.flatMap((fate, row) => {
    if (fate.kind === 'fault') return [{ row, field: fate.field, code: fate.code }]
    const isTaken = termsAt.slice(0, row).some(other => other && overlap(other, fate.terms))
    return isTaken ? [{ row, field: 'dateFrom' as const, code: 'dateTaken' as const }] : []
  })
  const of = (kind: 'changed' | 'renewed') =>
    fates.flatMap((fate, at) => {
      const before = named[at]
      return fate.kind === kind && before ? [{ before, terms: fate.terms }] : []
    })
  const isOver = ({ dateTo }: AgreedTerms): boolean => dateTo < today
  const renewed = of('renewed')
  const gone = present.filter(price => !named.includes(price))
  return {
    added: [
      ...fates.flatMap(fate => (fate.kind === 'added' ? [fate.terms] : [])),
      ...renewed.map(({ terms }) => terms)
    ],
    changed: of('changed').map(({ before, terms }) => ({ before, after: { ...terms, id: before.id } })),
    ended: [...gone, ...renewed.map(({ before }) => before)].filter(price => !isOver(price)),
    faults
  }
}
