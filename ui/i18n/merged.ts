/** One catalogue out of many files. Two files that both say a key are a mistake, told by test/ui/messages.test.ts. */
export const merged = (files: Record<string, Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.values(files))
