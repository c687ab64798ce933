/** Reads a file of an import: finds its header, then gives its rows, some hundreds at a time. */
import type { ImportKind } from '../../../src/kernel/imports/kind.ts'
import { throwImportError } from '../errors.ts'
import { csvRows } from './csv.ts'
import { knownIn } from './guess.ts'
import { maxRowsAbove } from './limits.ts'
import type { Source } from './source.ts'
import { xlsxRows } from './xlsx.ts'

export interface TextRow {
  /** As the spreadsheet counts. */
  readonly number: number
  readonly cells: readonly string[]
}

export interface ReadFile {
  readonly header: TextRow
  /** At most `batch` rows at a time. */
  readonly batches: AsyncIterable<readonly TextRow[]>
}

export const batch = 400

/**
 * @param isXlsx by the ending of its name
 * @throws imports.fileEmpty, imports.fileUnreadable and its like (422)
 */
export async function readFile(
  source: Source,
  { isXlsx, kind, known }: { isXlsx: boolean; kind: Pick<ImportKind, 'maxRows'>; known: ReadonlyMap<string, string> }
): Promise<ReadFile> {
  const pieces = (isXlsx ? xlsxRows(source) : csvRows(source))[Symbol.asyncIterator]()
  const waiting: TextRow[] = []
  try {
    while (waiting.length <= maxRowsAbove) {
      const { done, value } = await pieces.next()
      if (done) break
      waiting.push(...value)
    }
  } catch (error) {
    throw refusalOf(error)
  }
  const at = headerAt(waiting.slice(0, maxRowsAbove), known)
  const header = waiting[at] ?? throwImportError('fileEmpty')
  return { header, batches: inBatches(waiting.slice(at + 1), pieces, kind.maxRows) }
}

/** The row with most known headers; the first one where none has any. */
function headerAt(rows: readonly TextRow[], known: ReadonlyMap<string, string>): number {
  const counts = rows.map(({ cells }) => knownIn(cells, known))
  return Math.max(0, counts.indexOf(Math.max(0, ...counts)))
}

async function* inBatches(
  first: readonly TextRow[],
  pieces: AsyncIterator<readonly TextRow[]>,
  maxRows: number
): AsyncGenerator<readonly TextRow[]> {
  let waiting = [...first]
  let count = waiting.length
  const limit = (): void => {
    if (count > maxRows) throwImportError('fileRows', { params: { max: maxRows } })
  }
  try {
    for (;;) {
      limit()
      while (waiting.length >= batch) {
        yield waiting.slice(0, batch)
        waiting = waiting.slice(batch)
      }
      const { done, value } = await pieces.next()
      if (done) break
      waiting.push(...value)
      count += value.length
    }
    if (waiting.length > 0) yield waiting
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await pieces.return?.()
  }
}

/** Bytes that zlib cannot unpack are the file's fault, not ours. */
const refusalOf = (error: unknown): unknown => {
  const { code } = error as { readonly code?: string }
  if (!code?.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE') return error
  try {
    return throwImportError('fileUnreadable')
  } catch (refusal) {
    return refusal
  }
}
