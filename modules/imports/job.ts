/**
 * The worker's part: it does what the import's state says. A refusal (a damaged file, something changed meanwhile) is kept with the import; a
 * crash or a database that is away leaves nothing behind, and the queue runs the job again.
 */
import { executeAs } from '../../src/kernel/commands/as-person.ts'
import type { RowCommand } from '../../src/kernel/commands/command.ts'
import { defineSystemCommand, runAsSystem } from '../../src/kernel/commands/system.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { type ApiError, toApiError } from '../../src/kernel/errors/errors.ts'
import type { Module } from '../../src/kernel/module.ts'
import { notifyAccount } from '../../src/kernel/realtime/notice.ts'
import type { Services } from '../../src/kernel/services.ts'
import { leftJoinFile, removeFiles } from '../files/public.ts'
import { ImportProgress, ImportRecord } from './models.ts'
import { importFolder, imports } from './resource.ts'
import { ImportState } from './schema.ts'
import { applyImport, checkImport, queue, undoImport } from './work.ts'

const commands: Readonly<Record<number, RowCommand>> = {
  [ImportState.checking]: checkImport,
  [ImportState.applying]: applyImport,
  [ImportState.undoing]: undoImport
}

/** Where an import stands again after what was asked could not be done. */
const backTo: Readonly<Record<number, number>> = {
  [ImportState.checking]: ImportState.failed,
  [ImportState.applying]: ImportState.checked,
  [ImportState.undoing]: ImportState.applied
}

type Refusal = Pick<ApiError, 'message' | 'params'>

/** Of a file that cannot be read nothing is kept. */
export const refuseImport = defineSystemCommand<typeof imports, Refusal>(imports, {
  name: 'imports.refuse',
  async run(context, rows, { message, params }) {
    for (const { id, stateCode } of rows) {
      const state = backTo[stateCode] ?? stateCode
      await ImportRecord.query(context.trx).findById(id).patch({ state, failure: message, failureParams: params })
      if (state === ImportState.failed) await removeFiles(context, importFolder, id)
    }
  }
})

export async function workOn(services: Services, { id }: { readonly id: number }): Promise<void> {
  const { db, log } = services
  const record = await ImportRecord.query(db).findById(id)
  const command = record && commands[record.state]
  if (!record || !command) return
  await ImportProgress.query(db).findById(id).patch({ done: 0 })
  try {
    if (!(await executeAs(services, record.accountId, command, id))) await refuse(services, id, 'notAllowed')
  } catch (error) {
    const refusal = toApiError(error)
    if (refusal.status === 503) throw error
    if (refusal.status >= 500) log.error({ err: error, import: id }, 'imports: an import failed')
    await runAsSystem(services, refuseImport, [id], refusal)
  }
  await tellAsker(services, id)
}

const refuse = (services: Services, id: number, name: string): Promise<unknown> =>
  runAsSystem(services, refuseImport, [id], { message: `errors.imports.${name}`, params: {} })

/** Tells who asked how it ended, wherever the person is by now. */
async function tellAsker(services: Services, id: number): Promise<void> {
  const record = await ImportRecord.query(services.db).findById(id)
  if (!record || record.state === ImportState.applying) return
  const { accountId, failure, good, bad, skipped, state } = record
  const message = failure
    ? 'imports.ended.failed'
    : state === ImportState.applied
      ? 'imports.ended.applied'
      : state === ImportState.undone
        ? 'imports.ended.undone'
        : 'imports.ended.checked'
  const tone = failure ? 'danger' : bad > 0 ? 'info' : 'success'
  notifyAccount(services, accountId, { tone, message, params: { good, bad, skipped } })
}

export const importJobs: NonNullable<Module['jobs']> = [
  { name: queue, retries: 5, expireSeconds: 900, run: (services, work: { id: number }) => workOn(services, work) }
]

const keptMs = 90 * 24 * 3_600_000
const batch = 100

/** Files hold people's data: after 90 days they go, and what is said of their rows. The import stays in the list. */
export async function sweepImports(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - keptMs)
  await services.db.transaction(async trx => {
    const old = await query<{ id: number }>(
      trx,
      sql`select import.id from imports.imports import ${raw(leftJoinFile('file', importFolder.name, 'import.id'))}
        where import.created_at < ${before} and file.id is not null order by import.id limit ${batch}`
    )
    for (const { id } of old) {
      await removeFiles({ trx, services }, importFolder, id)
      await query(trx, sql`delete from imports.faults where import_id = ${id}`)
    }
  })
}
