/**
 * The words of a search as conditions on texts. Every word is looked for by itself. Letters count without their marks
 * (`kernel.fold`, which the indexes are over); a word of one or two letters matches the beginnings of words.
 */
import { join, raw, type Sql, sql } from '../database/sql.ts'
import type { SearchPlace } from '../resources/resource.ts'
import { anyOf, type Condition } from './statements.ts'

/** The condition on a text that has been folded. */
export type Matching = (text: Sql) => Sql

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')

/** More words than these add nothing that a person meant, and the longest say the most. */
const maxWords = 8

/** The words of a search, the longest first. A word that is inside another says nothing more. */
export function wordsOf(search: string): string[] {
  const words = [...new Set(search.normalize('NFC').split(/\s+/).filter(Boolean))]
  const isInside = (word: string): boolean =>
    word.length > 2 && words.some(other => other !== word && other.includes(word))
  return words
    .filter(word => !isInside(word))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxWords)
}

/** A tax number or a phone is kept as digits alone; people write it with dashes. A postal code has its dash. */
function spellings(word: string): string[] {
  const digits = word.replaceAll('-', '')
  return /^[\d-]+$/.test(word) && digits.length > 6 && digits !== word ? [word, digits] : [word]
}

/** Texts as they are compared: one that is stored so is taken as it is. */
const folded = (text: string, isFolded = false): Sql => (isFolded ? raw(text) : sql`kernel.fold(${raw(text)})`)

/** The condition that a text contains the word; of a short one, that a word of the text begins with it. */
export function matching(word: string): Matching {
  const patterns = spellings(word).flatMap(spelling => {
    const like = escaped(spelling)
    return spelling.length > 2 ? [`%${like}%`] : [`${like}%`, `% ${like}%`]
  })
  return text =>
    sql`(${join(
      patterns.map(pattern => sql`${text} like kernel.fold(${pattern})`),
      ' or '
    )})`
}

/** A statement of the ids that the place's index finds by the word, under the name `id`. */
export const idsAt = ({ of }: SearchPlace, matches: Matching): Sql =>
  sql`select ${raw(of.id)} as id from ${raw(of.table)} where ${matches(folded(of.text, of.isFolded))}`

/** The place's text on the row contains the word. */
export const inText = ({ text, join: alias, of }: SearchPlace, word: Matching): Condition => ({
  where: word(folded(text, of.isFolded)),
  aliases: alias ? [alias] : []
})

/** The row's key is among those that the place's index finds. */
const inIndex = (place: SearchPlace, word: Matching): Condition => ({
  where: sql`${raw(place.key)} in (${idsAt(place, word)})`,
  aliases: []
})

/** Each word is at one of the places, by the place's index. */
export const lookedUp = (places: readonly SearchPlace[], words: readonly Matching[]): Condition[] =>
  words.map(word => anyOf(places.map(place => inIndex(place, word))))

/**
 * Each word is in a text of the row itself, or in one of what it names, which many of its rows do: that is found once, by its index.
 * For whoever has few rows. `standIns` are the keys whose texts have others in their place, which have no index.
 */
export const compared = (
  places: readonly SearchPlace[],
  words: readonly Matching[],
  ownKey: string,
  standIns: ReadonlySet<string>
): Condition[] =>
  words.map(word =>
    anyOf(places.map(place => (place.key === ownKey || standIns.has(place.key) ? inText : inIndex)(place, word)))
  )
