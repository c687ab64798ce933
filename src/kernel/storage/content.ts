/**
 * What a file is by its bytes, whatever it is called. Pictures and PDF begin with a signature. Documents of Office are zip
 * archives: of those only the directory is read, never unpacked, and it must name the document's main part, must not claim
 * more than it can hold, and must bring no macros.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileType } from '../../contract/files.ts'
import type { Storage } from './storage.ts'

type Bytes = (start: number, length: number) => Promise<Buffer>
type Check = (head: Buffer, size: number, bytes: Bytes) => boolean | Promise<boolean>

const startsWith =
  (...signature: number[]): Check =>
  head =>
    head.subarray(0, signature.length).equals(Buffer.from(signature))

const checks: Readonly<Record<FileType, Check>> = {
  'application/pdf': head => head.subarray(0, 5).toString('latin1') === '%PDF-',
  'image/jpeg': startsWith(0xff, 0xd8, 0xff),
  'image/png': startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'image/webp': head =>
    head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': officeWith('word/document.xml'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': officeWith('xl/workbook.xml'),
  'text/csv': isPlainText
}

/** A text has no signature: its beginning must have no control characters but those of lines and tabs, and be no program, picture or archive. */
async function isPlainText(_head: Buffer, size: number, bytes: Bytes): Promise<boolean> {
  const beginning = await bytes(0, Math.min(4096, size))
  const isWide = beginning[0] === 0xff && beginning[1] === 0xfe
  return (
    size > 0 &&
    (isWide || beginning.every(byte => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)) &&
    !/^(MZ|PK|RIFF|%PDF-|<)/.test(beginning.subarray(0, 5).toString('latin1'))
  )
}

const maxEntries = 10_000
const maxDirectoryBytes = 4_194_304
const maxUnpackedBytes = 268_435_456
const endSignature = 0x06054b50
const endBytes = 22
const maxComment = 65_535
const entrySignature = 0x02014b50
const entryBytes = 46

function officeWith(mainPart: string): Check {
  return async (head, size, bytes) => {
    if (!(await startsWith(0x50, 0x4b, 0x03, 0x04)(head, size, bytes))) return false
    const entries = await directoryOf(size, bytes)
    if (!entries) return false
    const names = new Set(entries.map(({ name }) => name))
    const sum = (of: 'packed' | 'unpacked'): number => entries.reduce((total, entry) => total + entry[of], 0)
    // Parts that share bytes, or unpack to far more than any document: an archive made to exhaust its reader.
    if (sum('packed') > size || sum('unpacked') > maxUnpackedBytes) return false
    return (
      names.has('[Content_Types].xml') &&
      names.has(mainPart) &&
      ![...names].some(name => /vbaProject\.bin$/i.test(name))
    )
  }
}

interface Entry {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
}

/**
 * The central directory of a zip archive; undefined if the file is not one, is cut off, or has a larger directory than any
 * document.
 */
async function directoryOf(size: number, bytes: Bytes): Promise<Entry[] | undefined> {
  const tailStart = Math.max(0, size - endBytes - maxComment)
  const tail = await bytes(tailStart, size - tailStart)
  const end = lastEnd(tail)
  if (end === undefined) return undefined
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > maxEntries || length > maxDirectoryBytes || start + length > tailStart + end) return undefined
  return entriesOf(await bytes(start, length), count)
}

/** Where the record that ends an archive begins, seen from the start of the tail. */
function lastEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - endBytes; at >= 0; at--)
    if (tail.readUInt32LE(at) === endSignature && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at
  return undefined
}

function entriesOf(directory: Buffer, count: number): Entry[] | undefined {
  const entries: Entry[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entrySignature) return undefined
    const nameLength = directory.readUInt16LE(at + 28)
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    entries.push({
      name: directory.subarray(at + entryBytes, at + entryBytes + nameLength).toString('utf8'),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24)
    })
    at += entryBytes + nameLength + rest
  }
  return entries
}

export interface Examined {
  /** Bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/**
 * Reads a blob and returns what its record keeps, or what is wrong with it; undefined where there is none. A blob that is too large
 * is not read.
 */
export async function examine(
  storage: Storage,
  name: string,
  { type, maxBytes }: { readonly type: FileType; readonly maxBytes: number }
): Promise<Examined | 'tooLarge' | 'otherContent' | undefined> {
  const size = (await storage.facts(name))?.size
  if (size === undefined) return undefined
  if (size > maxBytes) return 'tooLarge'
  const bytes: Bytes = async (start, length) => {
    const stream = length > 0 ? await storage.read(name, { start, end: start + length - 1 }) : undefined
    return stream ? buffer(stream) : Buffer.alloc(0)
  }
  const head = await bytes(0, Math.min(16, size))
  if (!(await checks[type](head, size, bytes))) return 'otherContent'
  const hash = createHash('sha256')
  for await (const chunk of (await storage.read(name)) ?? []) hash.update(chunk as Buffer)
  return { size, sha256: hash.digest('hex') }
}
