/** Merges the catalogues of one language. No key is in two of them: `npm test` checks that. */
export const merged = (files: Record<string, Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.values(files))
