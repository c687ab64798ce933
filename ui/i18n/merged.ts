import type { Texts } from '../i18n.ts'

/** Merges the catalogues of one language. No key is in two of them: `npm test` checks that. */
export const merged = (files: Record<string, Texts>): Texts => Object.assign({}, ...Object.values(files))
