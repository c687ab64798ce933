/** What the dashboard remembers in its URL: `?day=2026-11-19&regions=0,2`. Without a day: yesterday; without regions: all. */
export interface DashboardUrl {
  readonly day: string | undefined
  readonly regions: readonly number[]
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)

/** Reads a query string; what is no day and no known region is left out. */
export function readDashboardUrl(query: string, regions: readonly number[]): DashboardUrl {
  const params = new URLSearchParams(query)
  const day = params.get('day')
  const asked = (params.get('regions') ?? '').split(',')
  return { day: isDay(day) ? day : undefined, regions: regions.filter(region => asked.includes(String(region))) }
}

/** The query string (with `?`, or '') after a change. All regions together are none: nothing is left out then. */
export function writeDashboardUrl(query: string, change: Partial<DashboardUrl>): string {
  const params = new URLSearchParams(query)
  if ('day' in change) {
    if (change.day) params.set('day', change.day)
    else params.delete('day')
  }
  if (change.regions) {
    if (change.regions.length > 0) params.set('regions', change.regions.join(','))
    else params.delete('regions')
  }
  const text = params.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}
