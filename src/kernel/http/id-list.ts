const integer = /^[1-9]\d{0,9}$/
const largest = 2_147_483_647

/**
 * Ids of a query parameter as they come: `1,2,3`, repeated, or both; each once, in the order given. Undefined for what is no list of
 * ids, and for an empty one.
 */
export function readIds(given: string | readonly string[]): number[] | undefined {
  const parts = [given].flat().flatMap(text => text.split(','))
  const ids = [...new Set(parts.map(part => part.trim()))].filter(part => part !== '')
  const areIds = ids.length > 0 && ids.every(id => integer.test(id) && Number(id) <= largest)
  return areIds ? ids.map(Number) : undefined
}
