/**
 * Values that the browser remembers, as JSON: in its local storage or, for this visit only, in the session storage.
 */
const prefix = 'opony.remembered.'

export function recall(key: string, storage = localStorage): unknown {
  const text = storage.getItem(prefix + key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    storage.removeItem(prefix + key)
    return undefined
  }
}

export function remember(key: string, value: unknown, storage = localStorage): void {
  if (value === undefined || value === null) storage.removeItem(prefix + key)
  else storage.setItem(prefix + key, JSON.stringify(value))
}
