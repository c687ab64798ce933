/** Rows of a resource as a spreadsheet: headers, formats and cells follow from the resource's schema. */
import type { Language } from '../../contract/languages.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import { metadataOf, type Vocabulary } from '../../contract/vocabulary.ts'
import { inBatches } from '../database/cursor.ts'
import type { Sql } from '../database/sql.ts'
import type { Messages } from '../i18n/messages.ts'
import type { Resource } from '../resources/resource.ts'
import type { Services } from '../services.ts'
import type { Cell, CellFormat, SheetColumn } from './spreadsheet.ts'

export interface ResourceSheet {
  readonly resource: Resource
  /** The columns' fields, in their order. */
  readonly keys: readonly string[]
  /** Vocabularies of the fields that hold codes: their labels are written. */
  readonly vocabularies: readonly Vocabulary[]
}

const schemaOf = ({ schema }: Resource, key: string): Schema => unwrapped(schema.properties[key] as Schema)

const cellFormats: Readonly<Record<string, CellFormat>> = { day: 'day', money: 'money', tonnes: 'tonnes' }

const cellFormatOf = ({ type, format = '', vocabulary }: Schema): CellFormat =>
  cellFormats[format] ?? (type === 'integer' && !vocabulary ? 'integer' : 'text')

export const columnLabel = (messages: Messages, language: Language, { type }: Resource, key: string): string =>
  messages.say(language, `${type}.${key}`)

export const sheetColumns = (
  { resource, keys }: ResourceSheet,
  messages: Messages,
  language: Language
): SheetColumn[] =>
  keys.map(key => ({
    header: columnLabel(messages, language, resource, key),
    format: cellFormatOf(schemaOf(resource, key))
  }))

type SheetRow = Readonly<Record<string, Cell | readonly Cell[]>>

/** The rows of a statement that selects the sheet's fields, in batches of cells in the language. */
export async function* sheetCells(
  { resource, keys, vocabularies }: ResourceSheet,
  { settings, messages }: Services,
  statement: Sql,
  language: Language,
  signal: AbortSignal
): AsyncGenerator<Cell[][]> {
  const columns = keys.map(key => ({
    key,
    labels: labelsOf(schemaOf(resource, key), vocabularies, messages, language)
  }))
  for await (const rows of inBatches<SheetRow>({ url: settings.databaseUrl, statement, signal }))
    yield rows.map(row => columns.map(({ key, labels }) => cellOf(row[key] ?? null, labels)))
}

function cellOf(value: Cell | readonly Cell[], labels: ReadonlyMap<Cell, string> | undefined): Cell {
  if (Array.isArray(value)) return value.map(item => labels?.get(item) ?? String(item)).join(', ')
  return labels?.get(value as Cell) ?? (value as Cell)
}

/** Labels by code, of a column that holds codes or lists of them. */
function labelsOf(schema: Schema, vocabularies: readonly Vocabulary[], messages: Messages, language: Language) {
  const name = schema.vocabulary ?? schema.items?.vocabulary
  if (!name) return undefined
  const members = vocabularies.map(metadataOf).find(vocabulary => vocabulary.name === name)?.members ?? []
  return new Map<Cell, string>(members.map(member => [member.code, messages.say(language, `${name}.${member.name}`)]))
}
