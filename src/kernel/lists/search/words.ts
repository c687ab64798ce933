/**
 * The words of a search as conditions on texts. Each word is searched separately. Letters are compared without their diacritics
 * (`kernel.fold`, which the indexes are over); a word of one or two letters matches the beginnings of words.
 */
import { join, type Sql, sql } from '../../database/sql.ts'
import { inPattern } from '../../database/text.ts'

/** A condition on a folded text. */
export type Matching = (text: Sql) => Sql

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

/** The condition that a folded text contains the word; for a short word, that a word of the text begins with it. */
export function matching(word: string): Matching {
  const patterns = spellings(word).flatMap(spelling => {
    const like = inPattern(spelling)
    return spelling.length > 2 ? [`%${like}%`] : [`${like}%`, `% ${like}%`]
  })
  return text =>
    sql`(${join(
      patterns.map(pattern => sql`${text} like kernel.fold(${pattern})`),
      ' or '
    )})`
}
