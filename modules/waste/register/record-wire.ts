/** The register's answers about record cards and their entries, as `wire.ts` reads those about transfer cards. */
import { entryNumberField } from './unverified.ts'
import { field, fieldsOf, needed, numberOf, type Part, partOf, textOf, Unreadable } from './wire.ts'

interface ListedRecordCard {
  readonly id: string
  readonly code: string
}

export const recordCardPageOf = (body: unknown, page: number): Part<ListedRecordCard> =>
  partOf(body, page, value => {
    const fields = fieldsOf(value, 'a record card of the list')
    return { id: needed(fields, 'keoId'), code: needed(fields, 'wasteCode') }
  })

export function recordCardOf(body: unknown): { readonly year: number; readonly isCollecting: boolean } {
  const fields = fieldsOf(body, 'the record card')
  const year = numberOf(fields, 'year')
  if (year === null) throw new Unreadable('the record card has no year')
  return { year, isCollecting: field(fields, 'isWasteCollecting') === true }
}

interface ListedEntry {
  readonly id: string
  readonly number: string | null
  readonly mass: number | null
}

export const entryPageOf = (body: unknown, page: number): Part<ListedEntry> =>
  partOf(field(fieldsOf(body, 'the entries'), 'collectedKeos'), page, value => {
    const fields = fieldsOf(value, 'an entry of the list')
    return {
      id: needed(fields, 'keoCollectedId'),
      number: textOf(fields, entryNumberField),
      mass: numberOf(fields, 'collectedMass')
    }
  })

export const entryOf = (body: unknown): { readonly kpoId: string | null } => ({
  kpoId: textOf(fieldsOf(body, 'the entry'), 'kpoId')
})
