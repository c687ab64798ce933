/** Search of the smaller resources: each word is looked up in the index of each place, and finds rows by that place's key. */
import { all, join, raw, type Sql, sql } from '../../database/sql.ts'
import type { SearchPlace } from '../../resources/resource.ts'
import type { Condition } from '../statements.ts'
import type { Matching } from './words.ts'

/** The ids that the place's index finds for a word. */
const idsAt = ({ of }: SearchPlace, word: Matching): Sql =>
  sql`select ${raw(of.id)} from ${raw(of.table)} where ${word(raw(of.text))}`

const inIndex = (place: SearchPlace, word: Matching): Sql => sql`${raw(place.key)} in (${idsAt(place, word)})`

/** The condition that each word is found at one of the places. */
export const lookedUp = (places: readonly SearchPlace[], words: readonly Matching[]): Condition => ({
  where: all(
    words.map(
      word =>
        sql`(${join(
          places.map(place => inIndex(place, word)),
          ' or '
        )})`
    )
  ),
  aliases: []
})
