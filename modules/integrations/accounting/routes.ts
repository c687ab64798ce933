/** The files of a run. They are written again from the documents that the run keeps, so that a file is the same each time. */
import { Readable } from 'node:stream'
import { setImmediate as otherCalls } from 'node:timers/promises'
import { type TSchema, Type } from '@sinclair/typebox'
import { attachment } from '../../../src/kernel/files/download.ts'
import { defineRoute, orNotFound } from '../../../src/kernel/routes/route.ts'
import { AccountingDocument, AccountingRun } from '../models.ts'
import { csvFile } from './csv.ts'
import { optimaFile } from './optima.ts'
import type { SaleDocument } from './rules.ts'
import { DocumentChange } from './schema.ts'

interface Format {
  readonly name: string
  readonly ending: string
  readonly type: string
  readonly summary: string
  write(documents: readonly SaleDocument[], run: AccountingRun): Iterable<Buffer>
}

const formats: readonly Format[] = [
  {
    name: 'optima',
    ending: 'xml',
    type: 'application/xml; charset=windows-1250',
    summary: 'A file for accounting, as Comarch Optima reads it',
    write: (documents, { source, target }) => optimaFile(documents, { source, target })
  },
  {
    name: 'csv',
    ending: 'csv',
    type: 'text/csv; charset=utf-8',
    summary: 'A file for accounting, as CSV',
    write: documents => csvFile(documents)
  }
]

const atOnce = 65_536

/** The pieces in parts of some 64 kB. Between them other calls have their turn: a month of a large firm takes a second to write. */
async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < atOnce) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
    await otherCalls()
  }
  if (waiting.length > 0) yield Buffer.concat(waiting)
}

const fileOf = (type: string): TSchema =>
  Type.Unsafe<unknown>({
    description: 'The file',
    content: { [type]: { schema: { type: 'string', format: 'binary' } } }
  })

export const fileRoutes = formats.map(({ name, ending, type, summary, write }) =>
  defineRoute({
    url: `/api/Admin/AccountingFiles/:id/${name}`,
    access: ['ADMIN'],
    summary,
    answer: fileOf(type),
    securityEvent: { kind: 'exported' },
    run: async ({ services: { db }, id, reply }) => {
      const run = orNotFound(await AccountingRun.query(db).findById(id))
      const rows = await AccountingDocument.query(db)
        .where({ run_id: id })
        .whereNot({ change: DocumentChange.gone })
        .orderBy('id')
        .select('content')
      return reply
        .header('content-type', type)
        .header('content-disposition', attachment(`opony-${run.dateFrom}-${run.dateTo}-${id}.${ending}`))
        .header('cache-control', 'private, no-store')
        .send(
          Readable.from(
            inTurns(
              write(
                rows.map(({ content }) => content),
                run
              )
            )
          )
        )
    }
  })
)
