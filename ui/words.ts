/** Letters without marks, small: as the server compares them. `ł` has no mark that comes off by itself. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l')

/** Every word of the text is somewhere in it. */
export function hasWords(whole: string, text: string): boolean {
  const plain = folded(whole)
  return folded(text)
    .split(/\s+/)
    .every(word => plain.includes(word))
}
