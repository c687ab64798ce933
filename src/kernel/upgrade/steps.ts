/**
 * What the name of a step says of the versions that it runs beside.
 *
 * A step runs while processes of the version before it work: it only adds (a table, a column that may be absent, an index that is built
 * beside writers), so that they notice nothing, and those that are started anew meanwhile find all that they know. What takes away, or forbids
 * what was allowed, is a contract step of its own, and its name says so: `330_contract_since_325_old_phones` takes away what the versions that
 * know step 325 do without. It is in the name because the name is all that an older version knows of it, by the table of steps. It waits until
 * no process of a version before 325 is connected, and no version needs it to have been taken.
 */

const contract = /^\d{3}_contract_since_(\d{3})_/

/** Its place among all steps. */
export const numberOf = (step: string): number => Number.parseInt(step, 10)

/** From which step on a version does without what the step takes away; undefined for one that only adds. */
export function contractSince(step: string): number | undefined {
  const since = contract.exec(step)?.[1]
  return since === undefined ? undefined : Number(since)
}

export interface Judgement {
  /** Steps that only add, which this version needs and the database lacks. */
  readonly missing: readonly string[]
  /** Contract steps that the database lacks: taken once nobody needs what they take away. */
  readonly contracts: readonly string[]
  /** Contract steps of later versions that have taken away what this version needs. */
  readonly broken: readonly string[]
}

/**
 * Whether a version may work on a database.
 * @param known the steps of the version, in their order
 * @param taken those that the database has
 */
export function judge(known: readonly string[], taken: readonly string[]): Judgement {
  const lacking = known.filter(step => !taken.includes(step))
  const own = Math.max(0, ...known.map(numberOf))
  return {
    missing: lacking.filter(step => contractSince(step) === undefined),
    contracts: lacking.filter(step => contractSince(step) !== undefined),
    broken: taken.filter(step => !known.includes(step) && (contractSince(step) ?? 0) > own)
  }
}
