/** Reading and writing the values that a page keeps in its query string. */

/** The non-negative whole number in a text, of at most 15 digits, so that it is exact; undefined for other texts. */
export const wholeNumber = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** The query string with its `?`, or ''. Commas stay readable: `?row=5,6`. */
export function queryText(params: URLSearchParams): string {
  const text = params.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

export type Query = Readonly<Record<string, unknown>>

/** The path with its query. Values that are undefined, null or blank are left out; an array repeats its key. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  const text = search.toString()
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path
}
