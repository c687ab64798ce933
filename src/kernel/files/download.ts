/** Files that are made while they are sent. */
import { PassThrough } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { type Sheet, type SheetRow, sheetType, writeSheet } from './spreadsheet.ts'

/** Schema of the answer of a route that sends a spreadsheet. */
export const SheetFile = Type.Unsafe<unknown>({
  description: 'The file',
  content: { [sheetType]: { schema: { type: 'string', format: 'binary' } } }
})

/** The header `content-disposition` that makes a browser save the file under this name, in any script, and never display it. */
export const attachment = (fileName: string): string => {
  const plain = fileName.normalize('NFKD').replaceAll(/[^\w .()-]/g, '')
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A signal that is aborted when the client disconnects before the answer is complete. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * Sends rows as a spreadsheet. An error before the first batch is thrown and becomes an ordinary refusal; after that the connection
 * is closed, so that half a file is never taken for a whole one. `fileName` has its ending, and may have any characters.
 */
export async function sendSheet(
  reply: FastifyReply,
  fileName: string,
  sheet: Sheet,
  batches: AsyncIterator<readonly SheetRow[]> & AsyncIterable<readonly SheetRow[]>
): Promise<FastifyReply> {
  const first = await batches.next()
  const sink = new PassThrough()
  writeSheet(sink, sheet, startingWith(first, batches)).catch(error => {
    reply.log.warn({ err: error }, 'a spreadsheet was not finished')
    sink.destroy(error as Error)
  })
  return reply
    .header('content-type', sheetType)
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'no-store')
    .send(sink)
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first.done) return
  let begun = false
  try {
    yield first.value
    begun = true
    yield* rest
  } finally {
    // `yield*` ends the rest by itself; if it was never reached, the rest is ended here.
    if (!begun) await (rest as Partial<AsyncGenerator<T>>).return?.(undefined as never)
  }
}
