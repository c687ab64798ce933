/** Reads of imports: one with its errors, what can be imported, templates, and the file with reasons. */
import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { Language } from '../../src/contract/languages.ts'
import { type Schema, unwrapped } from '../../src/contract/schema.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { SheetColumn } from '../../src/kernel/files/cells.ts'
import { attachment, SheetFile, sendSheet } from '../../src/kernel/files/download.ts'
import type { ImportKind } from '../../src/kernel/imports/kind.ts'
import { maxRows } from '../../src/kernel/limits.ts'
import { exists, readOne } from '../../src/kernel/resources/read-one.ts'
import { viewSchema } from '../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import type { Services } from '../../src/kernel/services.ts'
import { kindOf, kindsOf, reasonsKey } from './kinds.ts'
import { ImportRecord } from './models.ts'
import { imports } from './resource.ts'
import { Fault, Kind } from './schema.ts'
import { openFile } from './work.ts'

const { path, access } = imports
/** Errors that the answer about one import has; all of them: `/errors`. */
const firstErrors = 100

interface Found {
  readonly row: number
  readonly field: string
  readonly message: string
  readonly params: Readonly<Record<string, string | number>>
  readonly isSkipped: boolean
}

const faultsOf = (services: Services, id: number, limit: number, after = 0) =>
  query<Found>(
    services.db,
    sql`select row, field, message, params, is_skip as "isSkipped" from imports.faults
      where import_id = ${id} and row > ${after} order by row, id limit ${limit}`
  )

/** Errors in the reader's language. */
const said = ({ messages }: Services, language: Language, kind: ImportKind, found: readonly Found[]) => {
  const labels = new Map(kind.columns.map(({ name, label }) => [name, label]))
  return found.map(({ row, field, message, params, isSkipped }) => {
    const label = labels.get(field)
    return {
      row,
      field,
      column: label ? messages.say(language, label) : '',
      error: messages.say(language, message, params),
      isSkipped
    }
  })
}

const Item = Type.Object({
  ...viewSchema(imports, 'details').properties,
  errors: Type.Array(Fault, { description: `the first ${firstErrors}` })
})

const nameOf = (services: Services, language: Language, kind: ImportKind): string =>
  services.messages.say(language, `imports.kind.${kind.name}`)

/** The format in which a template keeps what people type: texts, so that no leading zero is lost. */
const formatOf = ({ schema: declared, digits }: ImportKind['columns'][number]): SheetColumn['format'] => {
  const schema = unwrapped(declared as Schema)
  if (digits === undefined && schema.type === 'number') return 'decimal'
  return schema.format === 'day' ? 'day' : 'text'
}

async function* rowsWithReasons(services: Services, record: ImportRecord, language: Language) {
  const kind = kindOf(services, record.kind)
  const { header, batches } = await openFile(services, record)
  const width = header.cells.length
  for await (const rows of batches) {
    const numbers = rows.map(({ number }) => number)
    const found = await query<Found>(
      services.db,
      sql`select row, field, message, params, is_skip as "isSkipped" from imports.faults
        where import_id = ${record.id} and row = any(${numbers}::int[]) order by row, id`
    )
    const reasons = new Map<number, string[]>()
    for (const { row, column, error } of said(services, language, kind, found))
      reasons.set(row, [...(reasons.get(row) ?? []), column === '' ? error : `${column}: ${error}`])
    yield rows.map(({ number, cells }) => [
      ...Array.from({ length: width }, (_, at) => cells[at] ?? null),
      reasons.get(number)?.join('; ') ?? null
    ])
  }
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
const guarded = (cell: string): string => (/^[=@\t\r]|^[+-](?![\d\s,.()-]*$)/.test(cell) ? `'${cell}` : cell)

async function* csvLines(header: readonly string[], rows: AsyncIterable<readonly (readonly (string | null)[])[]>) {
  const line = (cells: readonly (string | null)[]): string =>
    `${cells.map(cell => quoted(guarded(cell ?? ''), ';')).join(';')}\r\n`
  yield `\ufeff${line(header)}`
  for await (const some of rows) yield some.map(line).join('')
}

export const importRoutes = [
  defineRoute({
    url: `${path}/:id`,
    access,
    summary: 'One import: its state, its counts, and errors by row',
    answer: ItemResponse(Item),
    run: async ({ services, caller, id }) => {
      const row = orNotFound(await readOne(services.db, imports, id, caller), { resource: imports, ids: [id] })
      const { failureParams = {} } = (await ImportRecord.query(services.db).findById(id)) ?? {}
      const errors = await faultsOf(services, id, firstErrors)
      return {
        data: {
          ...row,
          failureText: row.failure ? services.messages.say(caller.language, row.failure, failureParams) : null,
          errors: said(services, caller.language, kindOf(services, row.kind), errors)
        }
      }
    }
  }),
  defineRoute({
    url: `${path}/:id/errors`,
    access,
    summary: 'Errors of rows, and rows that are left out; `after`: of the rows after that one',
    query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })) }),
    answer: ListResponse(Fault),
    run: async ({ services, caller, id, query: { after = 0 } }) => {
      const record = await ImportRecord.query(services.db).findById(id)
      if (!record || !(await exists(services.db, imports, id, caller))) return orNotFound(undefined)
      const found = await faultsOf(services, id, maxRows, after)
      const data = said(services, caller.language, kindOf(services, record.kind), found)
      const sum = await queryOne<{ n: number }>(
        services.db,
        sql`select count(*)::int as n from imports.faults where import_id = ${id} and row > ${after}`
      )
      return { data, total: sum?.n ?? 0 }
    }
  }),
  defineRoute({
    url: `${path}/kinds`,
    access,
    summary: 'What can be imported',
    answer: ListResponse(Type.Object({ name: Type.String(), label: Type.String(), maxRows: Type.Integer() })),
    run: async ({ services, caller: { language } }) => {
      const data = kindsOf(services).map(kind => ({
        name: kind.name,
        label: nameOf(services, language, kind),
        maxRows: kind.maxRows
      }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: `${path}/fields`,
    access,
    summary: 'The fields of a kind',
    query: Type.Object({ kind: Kind }),
    answer: ListResponse(Type.Object({ name: Type.String(), label: Type.String() })),
    run: async ({ services, caller: { language }, query: { kind } }) => {
      const data = kindOf(services, kind).columns.map(({ name, label }) => ({
        name,
        label: services.messages.say(language, label)
      }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: `${path}/template`,
    access,
    summary: 'A spreadsheet with the columns of a kind, and a row as an example',
    query: Type.Object({ kind: Kind }),
    answer: SheetFile,
    run: async ({ services, caller: { language }, query: { kind: name }, reply }) => {
      const kind = kindOf(services, name)
      const columns = kind.columns.map(column => ({
        header: services.messages.say(language, column.label),
        format: formatOf(column)
      }))
      async function* rows() {
        yield [kind.columns.map(({ example }) => example ?? null)]
      }
      const title = nameOf(services, language, kind)
      return sendSheet(reply, `${title}.xlsx`, { name: title, columns }, rows())
    }
  }),
  defineRoute({
    url: `${path}/:id/reasons`,
    access,
    summary: 'The file with a column more: why rows are left out. A CSV comes as a CSV, in UTF-8',
    answer: SheetFile,
    run: async ({ services, caller: { language }, id, reply }) => {
      const record = orNotFound(await ImportRecord.query(services.db).findById(id))
      const name = services.messages.say(language, reasonsKey)
      const { header } = await openFile(services, record)
      const rows = rowsWithReasons(services, record, language)
      const title = `${nameOf(services, language, kindOf(services, record.kind))} – ${name}`
      if (record.blobName.endsWith('.csv')) {
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', attachment(`${title}.csv`))
          .header('cache-control', 'no-store')
          .send(Readable.from(csvLines([...header.cells, name], rows)))
      }
      const columns = [...header.cells, name].map(text => ({ header: text, format: 'text' as const }))
      return sendSheet(reply, `${title}.xlsx`, { name: title, columns }, rows)
    }
  })
]
