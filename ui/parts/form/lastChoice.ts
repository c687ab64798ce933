/** What the browser remembers of a last choice, in its local storage: numbers come back as numbers. */
const prefix = 'opony.remembered.'

export function recall(key: string): unknown {
  const kept = localStorage.getItem(prefix + key)
  if (kept === null) return undefined
  try {
    return JSON.parse(kept)
  } catch {
    localStorage.removeItem(prefix + key)
    return undefined
  }
}

export function remember(key: string, value: unknown): void {
  if (value === undefined || value === null) localStorage.removeItem(prefix + key)
  else localStorage.setItem(prefix + key, JSON.stringify(value))
}
