/**
 * The parts of a zip archive, by its directory. A part is unpacked while it is read, and never to more than the directory says and
 * `maxPartBytes` allows, so that an archive made to exhaust its reader ends at once.
 */
import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import { throwImportError } from '../errors.ts'
import { maxPartBytes } from './limits.ts'
import type { Source } from './source.ts'

interface Part {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

const maxParts = 10_000
const maxDirectoryBytes = 4_194_304
const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50]

const bytesOf = async (source: Source, start: number, length: number): Promise<Buffer> =>
  length > 0 ? buffer(await source.read({ start, end: start + length - 1 })) : Buffer.alloc(0)

export async function partsOf(source: Source): Promise<ReadonlyMap<string, Part>> {
  const tailLength = Math.min(source.size, 65_557)
  const tail = await bytesOf(source, source.size - tailLength, tailLength)
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1
  if (at < 0) return throwImportError('fileUnreadable')
  const [count, length, start] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (count > maxParts || length > maxDirectoryBytes || start + length > source.size)
    return throwImportError('fileUnreadable')
  return new Map(partsIn(await bytesOf(source, start, length), count).map(part => [part.name, part]))
}

function partsIn(directory: Buffer, count: number): Part[] {
  const parts: Part[] = []
  let at = 0
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature)
      return throwImportError('fileUnreadable')
    const nameLength = directory.readUInt16LE(at + 28)
    parts.push({
      name: directory.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42)
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return parts
}

/** Passes on at most so many bytes; more are refused. */
function atMost(limit: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed <= limit) return done(null, chunk)
      try {
        throwImportError('fileTooLarge', { params: { max: maxPartBytes / 1e6 } })
      } catch (error) {
        done(error as Error)
      }
    }
  })
}

/** The text of a part, in pieces; undefined where there is no such part. */
export async function textOfPart(
  source: Source,
  parts: ReadonlyMap<string, Part>,
  name: string
): Promise<AsyncIterable<string> | undefined> {
  const part = parts.get(name)
  if (!part) return undefined
  const { method, packed, unpacked, offset } = part
  if (unpacked > maxPartBytes) return throwImportError('fileTooLarge', { params: { max: maxPartBytes / 1e6 } })
  const local = await bytesOf(source, offset, 30)
  if (local.length < 30 || local.readUInt32LE(0) !== localSignature) return throwImportError('fileUnreadable')
  const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  if ((method !== 0 && method !== 8) || start + packed > source.size) return throwImportError('fileUnreadable')
  if (packed === 0) return Readable.from([])
  const bytes = await source.read({ start, end: start + packed - 1 })
  const limited = atMost(unpacked)
  const noCallback = (): void => undefined
  if (method === 8) pipeline(bytes, createInflateRaw(), limited, noCallback)
  else pipeline(bytes, limited, noCallback)
  limited.setEncoding('utf8')
  return limited
}
