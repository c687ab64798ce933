/**
 * Makes a file. Its row contains the name of the blob before the first byte is written. So an interrupted attempt (the process was
 * killed, the storage could not be reached) is repeated with the same name, and leaves no other blob behind. The last step marks the
 * file as ready and queues its message in one transaction, so a monthly file has exactly one message.
 */
import { PassThrough } from 'node:stream'
import type { Knex } from 'knex'
import { dayOf } from '../../../src/contract/days.ts'
import { languageOf } from '../../../src/contract/languages.ts'
import { type Reader, system } from '../../../src/kernel/access/caller.ts'
import { writeSheet } from '../../../src/kernel/files/spreadsheet.ts'
import type { Module } from '../../../src/kernel/module.ts'
import { notifyAccount } from '../../../src/kernel/realtime/notice.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { newBlobName } from '../../../src/kernel/storage/blob-name.ts'
import { administratorOf } from '../../users/public.ts'
import { ReportFile } from '../models.ts'
import { questionOfText } from '../query-text.ts'
import { sendMonthly } from '../sets/monthly-message.ts'
import { type Line, linesOf, rowsOf, sheetOf } from '../sheet.ts'
import { FileStatus, reportFiles } from './resource.ts'

const queue = 'reports.makeFile'
const tries = 3
const maxBytes = 2_000_000_000
/** How often the progress is written into the row, in milliseconds. */
const progressMs = 2_000

/** Enqueues the job for a file, in the transaction that inserts the file. */
export const enqueueFile = ({ jobs }: Services, trx: Knex.Transaction, id: number): Promise<void> =>
  jobs.send(trx, queue, { id })

const hint = ({ hints }: Services, id: number): void =>
  hints.send({ kind: 'changed', resourceType: reportFiles.type, ids: [id], companyId: null })

/** One attempt. Throws the error that made it fail. The queue then repeats the job, up to its number of attempts. */
export async function makeFile(services: Services, { id }: { readonly id: number }): Promise<void> {
  const { db, storage, now } = services
  const file = await ReportFile.query(db).findById(id)
  if (!file || file.status === FileStatus.ready || file.status === FileStatus.failed) return
  const blobName = file.blobName ?? newBlobName('reports', 'xlsx', now())
  const attempts = file.attempts + 1
  await ReportFile.query(db).findById(id).patch({ status: FileStatus.inProgress, blobName, attempts, rowsWritten: 0 })
  hint(services, id)
  try {
    // An earlier attempt may have written it.
    await storage.remove(blobName)
    const rowsWritten = await write(services, { ...file, blobName } as ReportFile & { blobName: string })
    await db.transaction(async trx => {
      await ReportFile.query(trx).findById(id).patch({ status: FileStatus.ready, rowsWritten, finishedAt: now() })
      if (file.month) await sendMonthly(services, trx, file)
    })
    notifyAsker(services, file, 'success')
  } catch (error) {
    if (attempts < tries) throw error
    services.log.warn({ err: error, file: id }, 'reports: a file could not be made')
    await storage.remove(blobName).catch(() => undefined)
    await ReportFile.query(db).findById(id).patch({ status: FileStatus.failed, blobName: null, finishedAt: now() })
    notifyAsker(services, file, 'danger')
  } finally {
    hint(services, id)
  }
}

const notifyAsker = (services: Services, { accountId, fileName }: ReportFile, tone: 'success' | 'danger'): void =>
  notifyAccount(services, accountId, {
    tone,
    message: tone === 'success' ? 'reports.file.ready' : 'reports.file.failed',
    params: { name: fileName }
  })

/** Writes the sheet into the storage while the database sends the rows. @returns the number of rows */
async function write(services: Services, file: ReportFile & { readonly blobName: string }): Promise<number> {
  const { db, replica, storage, now } = services
  // whatever the person has seen before is in the file
  const position = await replica?.afterChange()
  const administrator = await administratorOf(db, file.accountId)
  if (!administrator) throw new Error('Who asked for the file is no administrator any more')
  const reader: Reader = {
    ...system,
    role: 'ADMIN',
    accountId: file.accountId,
    language: languageOf(file.language)
  }
  const question = questionOfText(file.report, file.query, dayOf(now()))
  const sink = new PassThrough()
  const gone = new AbortController()
  let rows = 0
  let reportedAt = Date.now()
  async function* counted(batches: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
    for await (const lines of batches) {
      yield lines
      rows += lines.filter(({ level }) => level === 0).length
      if (Date.now() - reportedAt < progressMs) continue
      reportedAt = Date.now()
      await ReportFile.query(db).findById(file.id).patch({ rowsWritten: rows })
      hint(services, file.id)
    }
  }
  const lines = counted(linesOf(services, question, reader, { signal: gone.signal, position }))
  const written = writeSheet(sink, sheetOf(services, question, reader), rowsOf(services, question, reader, lines))
  written.catch(error => sink.destroy(error as Error))
  try {
    await Promise.all([storage.write(file.blobName, sink, { maxBytes }), written])
  } catch (error) {
    gone.abort()
    sink.destroy()
    // its reading ends with it: until then it would count among those that the person may have at once
    await written.catch(() => undefined)
    throw error
  }
  return rows
}

/** Longer than a million rows take; a process that was killed has left its job by then. */
export const making: NonNullable<Module['jobs']>[number] = {
  name: queue,
  retries: tries,
  expireSeconds: 600,
  run: makeFile
}
