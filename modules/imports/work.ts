/**
 * Going through a file, as a command of whoever asked: to check it, where nothing of its rows stays, to apply it, and to undo what it made.
 * Each is one transaction with history and audit; a worker runs it (`job.ts`).
 */
import { type CommandContext, defineCommand } from '../../src/kernel/commands/command.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { toApiError } from '../../src/kernel/errors/errors.ts'
import { areChangedSince, lastChangeOf } from '../../src/kernel/history/history.ts'
import type { ImportKind, ImportRow, Made, Outcome } from '../../src/kernel/imports/kind.ts'
import type { Services } from '../../src/kernel/services.ts'
import { rememberedColumns } from './columns.ts'
import { throwImportError } from './errors.ts'
import { cellReaders, headersOf, kindOf } from './kinds.ts'
import { ImportProgress, ImportRecord } from './models.ts'
import { type ColumnChoice, guessColumns } from './reading/guess.ts'
import { type ReadFile, readFile } from './reading/read.ts'
import { sourceOf } from './reading/source.ts'
import { imports } from './resource.ts'
import { ImportState } from './schema.ts'

const progressMs = 1_000
const madeAtOnce = 5_000

export const openFile = async (services: Services, { kind: name, blobName }: ImportRecord): Promise<ReadFile> => {
  const kind = kindOf(services, name)
  const source = await sourceOf(services.storage, blobName)
  return readFile(source, { isXlsx: blobName.endsWith('.xlsx'), kind, known: headersOf(services, kind) })
}

const recordOf = async ({ trx }: CommandContext, id: number): Promise<ImportRecord> =>
  (await ImportRecord.query(trx).findById(id)) as ImportRecord

/** What became of all rows. */
interface Passed {
  readonly rows: number
  readonly good: number
  readonly bad: number
  readonly skipped: number
  readonly made: readonly Made[]
}

/** Goes through all rows of a file, and keeps the errors of those that are refused. */
async function passThrough(
  context: CommandContext,
  record: ImportRecord,
  file: ReadFile,
  columns: readonly ColumnChoice[],
  isDry: boolean
): Promise<Passed> {
  const { trx, services } = context
  const kind = kindOf(services, record.kind)
  const take = kind.begin(context, { isDry, importId: record.id })
  const valuesOf = rowReader(services, kind, columns)
  const sum = { rows: 0, good: 0, bad: 0, skipped: 0, made: [] as Made[] }
  let reportedAt = Date.now()
  await query(trx, sql`delete from imports.faults where import_id = ${record.id}`)
  for await (const texts of file.batches) {
    const rows = texts.map(({ number, cells }) => ({ number, values: valuesOf(cells) }))
    const outcomes = await take(rows)
    await keepFaults(context, record.id, rows, outcomes)
    sum.rows += rows.length
    for (const outcome of outcomes) {
      if ('made' in outcome) {
        sum.good += 1
        sum.made.push(...outcome.made)
      } else if ('skipped' in outcome) sum.skipped += 1
      else sum.bad += 1
    }
    if (Date.now() - reportedAt < progressMs) continue
    reportedAt = Date.now()
    await showProgress(services, record.id, sum.rows)
  }
  return sum
}

/** Beside the transaction, so that it is seen while that goes on. */
async function showProgress({ db, hints }: Services, id: number, done: number): Promise<void> {
  await ImportProgress.query(db).findById(id).patch({ done })
  hints.send({ kind: 'changed', resourceType: imports.type, ids: [id], companyId: null })
}

function rowReader(services: Services, kind: ImportKind, columns: readonly ColumnChoice[]) {
  const readers = cellReaders(services, kind)
  const used = columns.flatMap(({ field }, at) => {
    const read = field ? readers.get(field) : undefined
    return field && read ? [{ at, field, read }] : []
  })
  return (cells: readonly string[]): ImportRow['values'] =>
    Object.fromEntries(
      used.flatMap(({ at, field, read }) => {
        const text = cells[at] ?? ''
        return text === '' ? [] : [[field, read(text)]]
      })
    )
}

async function keepFaults(
  { trx }: CommandContext,
  importId: number,
  rows: readonly ImportRow[],
  outcomes: readonly Outcome[]
): Promise<void> {
  const faults = outcomes.flatMap((outcome, at) => {
    const row = rows[at]?.number ?? 0
    if ('skipped' in outcome)
      return [{ row, field: '', message: outcome.skipped, params: outcome.params ?? {}, isSkip: true }]
    if ('made' in outcome) return []
    return outcome.errors.map(({ path, message, params }) => ({ row, field: path, message, params, isSkip: false }))
  })
  if (faults.length === 0) return
  await query(
    trx,
    sql`insert into imports.faults (import_id, row, field, message, params, is_skip)
      select ${importId}, f.row, f.field, f.message, f.params, f."isSkip"
      from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as f (row int, field text, message text, params jsonb, "isSkip" boolean)`
  )
}

/** Ids by the thousand, so that no statement takes long. */
async function keepMade({ trx }: CommandContext, importId: number, made: readonly Made[]): Promise<void> {
  for (let at = 0; at < made.length; at += madeAtOnce)
    await query(
      trx,
      sql`insert into imports.made (import_id, type, subject_id, before)
        select ${importId}, m.type, m.id, m.before
        from jsonb_to_recordset(${JSON.stringify(made.slice(at, at + madeAtOnce))}::jsonb) as m (type text, id int, before jsonb)
        on conflict do nothing`
    )
}

/** A dry run. Columns are guessed unless a person has said what they are. */
export const checkImport = defineCommand(imports, {
  name: 'imports.check',
  call: 'PUT /api/Admin/Imports/:id/check',
  access: { ADMIN: { when: { stateCode: [ImportState.checking] } } },
  async run(context, { id }) {
    const { trx, services, now } = context
    const record = await recordOf(context, id)
    const file = await openFile(services, record)
    const columns = record.columns.length > 0 ? record.columns : await guessed(context, record, file)
    const isKnown = columns.some(({ field }) => field)
    const { made: _, ...counts } = isKnown
      ? await passThrough(context, record, file, columns, true)
      : { rows: 0, good: 0, bad: 0, skipped: 0, made: [] }
    const goesOn = !record.dryRun && counts.good > 0 && counts.bad === 0
    const failure = isKnown ? null : 'errors.imports.noColumns'
    const state = failure ? ImportState.failed : goesOn ? ImportState.applying : ImportState.checked
    const result = { ...counts, columns, failure, failureParams: {}, state, checkedAt: now }
    await ImportRecord.query(trx).findById(id).patch(result)
    if (goesOn) await enqueue(services, trx, id)
  }
})

async function guessed(
  { trx, services, accountId }: CommandContext,
  { kind }: ImportRecord,
  { header }: ReadFile
): Promise<ColumnChoice[]> {
  const remembered = accountId === null ? undefined : await rememberedColumns(trx, accountId, kind)
  return guessColumns(header.cells, headersOf(services, kindOf(services, kind)), remembered)
}

/** Rows are judged once more, because others may have changed what they depend on since the check. */
export const applyImport = defineCommand(imports, {
  name: 'imports.applied',
  call: 'PUT /api/Admin/Imports/:id/applied',
  access: { ADMIN: { when: { stateCode: [ImportState.applying] } } },
  async run(context, { id }) {
    const { trx, services, now } = context
    const record = await recordOf(context, id)
    const file = await openFile(services, record)
    const { made, ...counts } = await passThrough(context, record, file, record.columns, false)
    await keepMade(context, id, made)
    const lastChange = await lastChangeOf(trx)
    const done = { ...counts, failure: null, failureParams: {}, state: ImportState.applied, appliedAt: now, lastChange }
    await ImportRecord.query(trx).findById(id).patch(done)
  }
})

export const undoImport = defineCommand(imports, {
  name: 'imports.undone',
  call: 'PUT /api/Admin/Imports/:id/undone',
  access: { ADMIN: { when: { stateCode: [ImportState.undoing] } } },
  async run(context, { id }) {
    const { trx, services, now } = context
    const record = await recordOf(context, id)
    const kind = kindOf(services, record.kind)
    const made = await query<Made>(
      trx,
      sql`select type, subject_id as id, before from imports.made where import_id = ${id} order by subject_id`
    )
    const subjects = sql`select type, subject_id as id from imports.made where import_id = ${id}`
    const except = kind.ownChanges ?? []
    if (await areChangedSince(trx, subjects, record.lastChange ?? 0, except)) throwImportError('undoTouched')
    try {
      await kind.undo(context, made)
    } catch (error) {
      // something refers to what was made: an order, a document, a session
      if (toApiError(error).status === 409) throwImportError('undoTouched')
      throw error
    }
    await query(trx, sql`delete from imports.made where import_id = ${id}`)
    await ImportRecord.query(trx)
      .findById(id)
      .patch({ state: ImportState.undone, undoneAt: now, failure: null, failureParams: {} })
  }
})

export const queue = 'imports.work'

/** Enqueues the job that does what the import's state says, in the transaction that sets it. */
export const enqueue = ({ jobs }: Services, trx: CommandContext['trx'], id: number): Promise<void> =>
  jobs.send(trx, queue, { id })
