/** The last values of a report's form, which are kept while the window is open. */
const keyOf = (id: number): string => `opony.report.${id}`

export function keptValues(id: number): Readonly<Record<string, unknown>> | undefined {
  try {
    const values: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : undefined
  } catch {
    sessionStorage.removeItem(keyOf(id))
    return undefined
  }
}

export const keepValues = (id: number, values: Readonly<Record<string, unknown>>): void =>
  sessionStorage.setItem(keyOf(id), JSON.stringify(values))
