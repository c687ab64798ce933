/**
 * The words of a search as conditions on texts. Each word is searched separately. Letters are compared without their diacritics
 * (`kernel.fold`, which the indexes are over); a word of one or two letters matches the beginnings of words.
 */
import { all, join, raw, type Sql, sql } from '../database/sql.ts'
import type { SearchPlace } from '../resources/resource.ts'
import { anyOf, type Condition } from './statements.ts'

/** A condition on a folded text. */
export type Matching = (text: Sql) => Sql

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')

/** Most words that are used: further ones add nothing, and the longest are the most specific. */
const maxWords = 8

/** Poland's country code, which telephones show before a caller's number; numbers are stored without it. */
const countryCode = /(?<!\S)(?:\+48|0048(?=[\s-]?(?:\d[\s-]?){9}(?!\S)))[\s-]?(?=\d)/g

/** Another country's phone as it is written: its code, then groups of digits, of which the whole has seven to fifteen. */
const abroad = /(?<!\S)\+\d{1,3}(?:[ -]\d{1,11}){1,5}(?!\S)/g
const isPhone = (groups: string): boolean => /^.\d{7,15}$/.test(groups.replace(/[ -]/g, ''))

/** A phone or tax number as people write it: groups of digits, nine or ten in total. */
const inGroups = /(?<!\S)\d{2,4}(?:[ -]\d{2,4}){2,3}(?!\S)/g
const isNumber = (groups: string): boolean => [9, 10].includes(groups.replace(/\D/g, '').length)

/** The words of a search, the longest first. A word that is part of another one is left out. */
export function wordsOf(search: string): string[] {
  const text = search.normalize('NFC').replace(countryCode, '')
  const phones = (text.match(abroad) ?? []).filter(isPhone)
  const others = text.replace(abroad, groups => (isPhone(groups) ? ' ' : groups))
  const numbers = [...phones, ...(others.match(inGroups) ?? []).filter(isNumber)]
  const rest = others.replace(inGroups, groups => (isNumber(groups) ? ' ' : groups))
  const words = [...new Set([...numbers, ...rest.split(/\s+/).filter(Boolean)])]
  const isInside = (word: string): boolean =>
    word.length > 2 && words.some(other => other !== word && other.includes(word))
  return words
    .filter(word => !isInside(word))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxWords)
}

/** Tax numbers and phones are stored as digits only, but written with dashes or spaces. A postal code keeps its dash. */
function spellings(word: string): string[] {
  const digits = word.replace(/[ -]/g, '')
  return /^\+?[\d -]+$/.test(word) && digits.length > 6 && digits !== word ? [word, digits] : [word]
}

/** The text as it is compared: folded, unless it is stored folded. */
const folded = (text: string, isFolded = false): Sql => (isFolded ? raw(text) : sql`kernel.fold(${raw(text)})`)

/** The condition that a text contains the word; for a short word, that a word of the text begins with it. */
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

/**
 * A statement of the ids that the place's index finds for all of the words, as `id`.
 * @param more further columns of the table of texts
 */
export const idsAt = ({ of }: SearchPlace, words: readonly Matching[], more: readonly Sql[] = []): Sql =>
  sql`select ${join([raw(`${of.several ? `distinct ${of.id}` : of.id} as id`), ...more], ', ')} from ${raw(of.table)}
    where ${all(words.map(word => word(folded(of.text, of.isFolded))))}`

/** The condition that the place's text on the row contains the word. */
export const inText = ({ text, join: alias, of }: SearchPlace, word: Matching): Condition => ({
  where: word(folded(text, of.isFolded)),
  aliases: alias ? [alias] : []
})

/** The condition that the row's key is among those that the place's index finds. */
const inIndex = (place: SearchPlace, word: Matching): Condition => ({
  where: sql`${raw(place.key)} in (${idsAt(place, [word])})`,
  aliases: []
})

/** The condition that each word is found at one of the places, by the place's index. */
export const lookedUp = (places: readonly SearchPlace[], words: readonly Matching[]): Condition[] =>
  words.map(word => anyOf(places.map(place => inIndex(place, word))))

/**
 * The condition that each word is in a text of the row itself, compared directly, or in a text of another table that many rows
 * refer to, which its index finds once. For readers with few rows. `standIns` are keys whose texts are replaced for this reader by
 * others, which have no index.
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
