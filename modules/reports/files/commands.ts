import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { numberOf } from '../../../src/contract/languages.ts'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { attachment, SheetFile } from '../../../src/kernel/files/download.ts'
import { sheetType } from '../../../src/kernel/files/spreadsheet.ts'
import { defineRoute, orNotFound } from '../../../src/kernel/routes/route.ts'
import { throwReportError } from '../errors.ts'
import { ReportFile } from '../models.ts'
import { maxQuery, questionOfText } from '../query-text.ts'
import { fileNameOf } from '../routes.ts'
import { labelOf } from '../sheet.ts'
import { enqueueFile } from './make.ts'
import { FileStatus, reportFiles } from './resource.ts'

const PrepareForm = defineForm({ schema: Type.Object({ query: Type.String({ maxLength: maxQuery }) }) })

/** Orders the file of a report, which a worker makes. `query` is the query of the report's call. */
export const prepareFile = defineCreation(reportFiles, {
  name: 'reports.prepareFile',
  call: 'POST /api/Admin/Reports/:id/files',
  queued: true,
  access: { ADMIN: { form: PrepareForm } },
  async run(context, { query }) {
    const { trx, services, accountId, language, now } = context
    const report = context.param('id')
    const question = questionOfText(report, query, dayOf(now))
    const { id } = await ReportFile.query(trx).insert({
      accountId: accountId as number,
      report,
      query,
      language: numberOf(language),
      fileName: fileNameOf(services.messages.say(language, labelOf(question)), question),
      createdAt: now
    })
    await enqueueFile(services, trx, id)
    return { id }
  }
})

export const fetchFile = defineLink(reportFiles, {
  name: 'reports.fetchFile',
  icon: 'download',
  selection: 'one',
  access: { ADMIN: { when: { status: [FileStatus.ready] } } },
  download: '/api/Admin/Reports/files/:id'
})

/** Removes a file and its row. A worker that is making the file finds no row any more, and stops. */
export const removeFile = defineCommand(reportFiles, {
  name: 'reports.removeFile',
  call: 'DELETE /api/Admin/Reports/files/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: { when: { status: [FileStatus.ready, FileStatus.failed] } } },
  effects: ['remove'],
  async run({ trx, services }, { id }) {
    const file = await ReportFile.query(trx).findById(id)
    await ReportFile.query(trx).deleteById(id)
    if (file?.blobName) await services.storage.remove(file.blobName)
  }
})

export const fileRoute = defineRoute({
  url: '/api/Admin/Reports/files/:id',
  access: ['ADMIN'],
  summary: 'A file of a report that the worker has made',
  answer: SheetFile,
  run: async ({ services: { db, storage }, id, reply }) => {
    const file = orNotFound(await ReportFile.query(db).findById(id))
    const bytes = file.status === FileStatus.ready && file.blobName ? await storage.read(file.blobName) : undefined
    if (!bytes) return throwReportError('fileNotReady')
    return reply
      .type(sheetType)
      .header('content-disposition', attachment(file.fileName))
      .header('cache-control', 'private, no-store')
      .send(bytes)
  }
})
