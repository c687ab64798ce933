/** Language codes in the order of their numbers: 1 pl … 6 cs. */
export const languages = ['pl', 'en', 'de', 'sk', 'et', 'cs'] as const
export type Language = (typeof languages)[number]

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** The language to start in: Polish in the back office; on the portal the chosen one, else the browser's, else Polish. */
export function firstLanguage(area: 'admin' | 'portal', stored: string | null, preferred: readonly string[]): Language {
  if (area === 'admin') return 'pl'
  if (isLanguage(stored)) return stored
  return preferred.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'pl'
}
