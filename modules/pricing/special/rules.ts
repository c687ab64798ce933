/**
 * How a new list of special prices replaces the present one. Pure: no database, no clock.
 *
 * The price that was valid on a day must stay known, because it explains the orders of that day. So a price that has begun is never
 * rewritten. If the new list does not have it, it is ended and kept. If the new list has it with another value, item or first day,
 * it is ended and a new price begins. Only its last day can change, to today or later. A price begins on its first day, so a price
 * from today has begun. A price that has not begun can be changed freely. A price whose period is over is not changed, and does not
 * have to be in the list.
 *
 *   in the list                 not begun     has begun                                        over
 *   unchanged                   stays         stays                                            stays
 *   with another last day       changed       changed                                          a new one
 *   changed otherwise           changed       ended, and a new one from today or later         a new one
 *   not there                   ended         ended                                            stays
 */

/** Days are `YYYY-MM-DD` in Warsaw, and the period includes both. Values are PLN net. */
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

/** A row of the new list. A row with an id is for that existing price. A row without an id is usually a new price. */
export interface WantedTerms extends Terms {
  readonly id?: number | null
}

export type SpecialFault = 'dateTaken' | 'beforeToday' | 'endsBeforeStart' | 'unknownSpecialPrice'

export interface Replacement {
  readonly added: readonly Terms[]
  readonly changed: readonly { readonly before: AgreedTerms; readonly after: AgreedTerms }[]
  readonly ended: readonly AgreedTerms[]
  /** Each fault names the field and the row of the list, counted from 0: `{ row: 1, field: 'dateFrom', code: 'dateTaken' }`. */
  readonly faults: readonly { readonly row: number; readonly field: keyof WantedTerms; readonly code: SpecialFault }[]
}

type Outcome =
  | { readonly kind: 'stays' | 'changed' | 'added' | 'renewed'; readonly terms: Terms }
  | { readonly kind: 'fault'; readonly field: keyof WantedTerms; readonly code: SpecialFault }

const fault = (field: keyof WantedTerms, code: SpecialFault): Outcome => ({ kind: 'fault', field, code })

const isSame = (a: Terms, b: Terms): boolean =>
  a.orderTypeItemId === b.orderTypeItemId && a.dateFrom === b.dateFrom && a.dateTo === b.dateTo && a.value === b.value

/** What happens with one row of the list. */
function outcomeOf(terms: Terms, present: AgreedTerms | undefined, today: string): Outcome {
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
  // The row still has the day on which the old price began.
  return { kind: 'renewed', terms: { ...terms, dateFrom: today } }
}

const overlap = (a: Terms, b: Terms): boolean =>
  a.orderTypeItemId === b.orderTypeItemId && a.dateFrom <= b.dateTo && b.dateFrom <= a.dateTo

/**
 * The present price that each row of the list means: the one with its id, or else one with exactly the same terms. So a list that is
 * sent twice changes nothing the second time.
 */
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

/** What changes if the list replaces the present prices today. If there are faults, the caller must change nothing. */
export function replaceSpecialPrices(
  present: readonly AgreedTerms[],
  list: readonly WantedTerms[],
  today: string
): Replacement {
  const named = namedBy(list, present)
  const outcomes = list.map((row, at): Outcome => {
    const { id, ...terms } = row
    return !named[at] && !isNew(row) ? fault('id', 'unknownSpecialPrice') : outcomeOf(terms, named[at], today)
  })
  const termsAt = outcomes.map(outcome => (outcome.kind === 'fault' ? undefined : outcome.terms))
  const faults = outcomes.flatMap((outcome, row) => {
    if (outcome.kind === 'fault') return [{ row, field: outcome.field, code: outcome.code }]
    const isTaken = termsAt.slice(0, row).some(other => other && overlap(other, outcome.terms))
    return isTaken ? [{ row, field: 'dateFrom' as const, code: 'dateTaken' as const }] : []
  })
  const of = (kind: 'changed' | 'renewed') =>
    outcomes.flatMap((outcome, at) => {
      const before = named[at]
      return outcome.kind === kind && before ? [{ before, terms: outcome.terms }] : []
    })
  const isOver = ({ dateTo }: AgreedTerms): boolean => dateTo < today
  const renewed = of('renewed')
  const gone = present.filter(price => !named.includes(price))
  return {
    added: [
      ...outcomes.flatMap(outcome => (outcome.kind === 'added' ? [outcome.terms] : [])),
      ...renewed.map(({ terms }) => terms)
    ],
    changed: of('changed').map(({ before, terms }) => ({ before, after: { ...terms, id: before.id } })),
    ended: [...gone, ...renewed.map(({ before }) => before)].filter(price => !isOver(price)),
    faults
  }
}
