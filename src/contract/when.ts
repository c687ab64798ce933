/**
 * A rule over one row, as data: each named field holds one of the listed values. It crosses the wire unchanged, so the
 * button in the browser and the check of the locked row on the server read the same rule.
 *
 * Only booleans, vocabulary codes and `null` may be named. There is no `or`, no `not` and no expression on purpose: a
 * rule that needs more gets a computed field with a name of its own in the row.
 */
type Scalar = boolean | number | null

/** Only fields with a closed set of values; a free number or text cannot be used in a rule. */
export type Nameable<Row> = {
  [K in keyof Row]-?: Row[K] extends Scalar ? (number extends Exclude<Row[K], null> ? never : K) : NullableKey<Row, K>
}[keyof Row]

type NullableKey<Row, K extends keyof Row> = null extends Row[K] ? K : never

type Values<T> = T extends Scalar ? (number extends Exclude<T, null> ? Extract<T, null> : T) : Extract<T, null>

export type When<Row> = { readonly [K in Nameable<Row>]?: readonly Values<Row[K]>[] }

/** The rule as JSON. */
export type WhenMetadata = { readonly [field: string]: readonly Scalar[] }

/** The first field whose value breaks the rule; undefined when the row satisfies it. */
export function refusedBy(when: WhenMetadata | undefined, row: Record<string, unknown>): string | undefined {
  if (!when) return undefined
  return Object.keys(when).find(field => !when[field]?.includes((row[field] ?? null) as Scalar))
}

export const matches = (when: WhenMetadata | undefined, row: Record<string, unknown>): boolean =>
  refusedBy(when, row) === undefined
