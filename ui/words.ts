/** Lower case without diacritics, as the server compares texts. `ł` has no Unicode decomposition, so it is replaced separately. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l')

/** Whether `whole` contains every word of `text`. */
export function hasWords(whole: string, text: string): boolean {
  const plain = folded(whole)
  return folded(text)
    .split(/\s+/)
    .every(word => plain.includes(word))
}
