/** Which column of a file is which field: by its header, in any of the six languages, or as the person said it before. */
import { languages } from '../../../src/contract/languages.ts'
import type { Messages } from '../../../src/kernel/i18n/messages.ts'
import type { ImportColumn } from '../../../src/kernel/imports/kind.ts'

/** A header of the file, and the field that it is; null: it is left out. */
export interface ColumnChoice {
  readonly header: string
  readonly field: string | null
}

const strokes: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', đ: 'd', ø: 'o' }

/** Letters and digits alone, small, without marks: `Nr NIP*` and `nr_nip` are the same header. */
export const foldedHeader = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[łßđø]/g, letter => strokes[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The field of each folded header by which it is known. */
export function knownHeaders(messages: Messages, columns: readonly ImportColumn[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const add = (text: string, field: string): void => {
    const folded = foldedHeader(text)
    if (folded !== '' && !known.has(folded)) known.set(folded, field)
  }
  for (const { name, label } of columns) {
    add(name, name)
    for (const language of languages) add(messages.say(language, label), name)
  }
  for (const { name, also } of columns)
    for (const language of also ? languages : [])
      for (const text of messages.say(language, also ?? '').split(';')) add(text, name)
  return known
}

/** A field is given to the first header that is known by it. */
export function guessColumns(
  headers: readonly string[],
  known: ReadonlyMap<string, string>,
  remembered: ReadonlyMap<string, string | null> = new Map()
): ColumnChoice[] {
  const taken = new Set<string>()
  const fieldOf = (header: string): string | null => {
    const folded = foldedHeader(header)
    const field = remembered.has(folded) ? remembered.get(folded) : known.get(folded)
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  }
  return headers.map(header => ({ header, field: fieldOf(header) }))
}

/** How many headers of the row are known. */
export const knownIn = (cells: readonly string[], known: ReadonlyMap<string, string>): number =>
  cells.filter(cell => known.has(foldedHeader(cell))).length
