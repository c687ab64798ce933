import { defaultLanguage, isLanguage, type Language } from '../src/contract/languages.ts'

/** The language to start in: Polish in the back office; on the portal the chosen one, else the browser's, else Polish. */
export function firstLanguage(area: 'admin' | 'portal', stored: string | null, preferred: readonly string[]): Language {
  if (area === 'admin') return defaultLanguage
  if (isLanguage(stored)) return stored
  return preferred.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? defaultLanguage
}
