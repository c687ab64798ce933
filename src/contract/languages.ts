/** The six languages, by the specification's numbers. Every message, flag and name of an item exists in each of them. */
export const languageNumbers = { pl: 1, en: 2, de: 3, sk: 4, et: 5, cs: 6 } as const
export type Language = keyof typeof languageNumbers

/** In the order of their numbers. */
export const languages = Object.keys(languageNumbers) as readonly Language[]

/** The language of the back office, and of people who have chosen no other. */
export const defaultLanguage: Language = 'pl'

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

export const numberOf = (language: Language): number => languageNumbers[language]

/** The language with this number; the default language for an unknown number. */
export const languageOf = (number: number): Language =>
  languages.find(language => languageNumbers[language] === number) ?? defaultLanguage
