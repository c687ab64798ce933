/** Rows of a resource as a spreadsheet: headers, formats and cells follow from the resource's schema. */
import type { Language } from '../../contract/languages.ts'
import type { Schema } from '../../contract/schema.ts'
import type { Reader } from '../access/caller.ts'
import type { Sql } from '../database/sql.ts'
import type { Messages } from '../i18n/messages.ts'
import type { Resource } from '../resources/resource.ts'
import type { Services } from '../services.ts'
import type { Cell, SheetColumn } from './cells.ts'
import { inBatches, type Reading } from './cursor.ts'
import { type ValueColumn, valueColumn } from './value-columns.ts'

export interface ResourceSheet {
  readonly resource: Resource
  /** The columns' fields, in their order. */
  readonly keys: readonly string[]
}

type Of = Pick<Reader, 'accountId' | 'language' | 'role'>

export const columnLabel = (messages: Messages, language: Language, { type }: Resource, key: string): string =>
  messages.say(language, `${type}.${key}`)

const valueColumns = (services: Services, { resource, keys }: ResourceSheet, reader: Of): ValueColumn[] =>
  keys.map(key => valueColumn(services, resource.schema.properties[key] as Schema, reader))

export function sheetColumns(services: Services, sheet: ResourceSheet, reader: Of): SheetColumn[] {
  const { messages } = services
  const columns = valueColumns(services, sheet, reader)
  return sheet.keys.map((key, at) => ({
    header: columnLabel(messages, reader.language, sheet.resource, key),
    format: columns[at]?.format ?? 'text'
  }))
}

/** The rows of a statement that selects the sheet's fields, in batches of cells in the reader's language. */
export async function* sheetCells(
  services: Services,
  sheet: ResourceSheet,
  reader: Of,
  statement: Sql,
  { signal, position }: Pick<Reading, 'signal' | 'position'>
): AsyncGenerator<Cell[][]> {
  const columns = valueColumns(services, sheet, reader).map((column, at) => ({ key: sheet.keys[at] as string, column }))
  for await (const rows of inBatches<Record<string, unknown>>({
    source: services,
    statement,
    signal,
    reader,
    position
  }))
    yield rows.map(row => columns.map(({ key, column }) => column.cell(row[key], row)))
}
