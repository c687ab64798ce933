const integer = /^[1-9]\d{0,9}$/
const largest = 2_147_483_647

/**
 * The ids of a query parameter: `1,2,3`, a repeated parameter, or both; each id once, in the given order. Undefined for anything
 * that is not a list of ids, and for an empty list.
 */
export function readIds(given: string | readonly string[]): number[] | undefined {
  const parts = [given].flat().flatMap(text => text.split(','))
  const ids = [...new Set(parts.map(part => part.trim()))].filter(part => part !== '')
  const areIds = ids.length > 0 && ids.every(id => integer.test(id) && Number(id) <= largest)
  return areIds ? ids.map(Number) : undefined
}
