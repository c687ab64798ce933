/**
 * The parts of two formats that are needed to reduce an icon font: reading the tables of a TrueType file, and writing WOFF 2.0 with
 * untransformed tables (the format's null transform), compressed by Node's own brotli.
 */
import { brotliCompressSync, constants } from 'node:zlib'

export type Tables = ReadonlyMap<string, Buffer>

/** The tables of a TrueType file by their tags. */
export function readTables(font: Buffer): Tables {
  const count = font.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + index * 16
      const from = font.readUInt32BE(at + 8)
      return [font.toString('latin1', at, at + 4), font.subarray(from, from + font.readUInt32BE(at + 12))]
    })
  )
}

/** Tags in the order of the WOFF 2.0 standard, 5.1, which numbers them. */
const knownTags = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca']
/** The flag of an untransformed table: 3 for glyf and loca, 0 for all others. */
const nullTransform = (tag: string): number => (tag === 'glyf' || tag === 'loca' ? 3 << 6 : 0)

/** A number in groups of seven bits, the highest first (UIntBase128). */
function base128(value: number): number[] {
  const bytes = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128)
  return bytes
}

const padded = (length: number): number => (length + 3) & ~3

export function writeWoff2(tables: Tables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => knownTags.indexOf(a) - knownTags.indexOf(b))
  const directory = Buffer.from(
    sorted.flatMap(([tag, table]) => [knownTags.indexOf(tag) | nullTransform(tag), ...base128(table.length)])
  )
  const content = Buffer.concat(sorted.map(([, table]) => table))
  const compressed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT }
  })
  const header = Buffer.alloc(48)
  const length = padded(48 + directory.length + compressed.length)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(length, 8)
  header.writeUInt16BE(sorted.length, 12)
  header.writeUInt32BE(12 + sorted.reduce((sum, [, table]) => sum + 16 + padded(table.length), 0), 16)
  header.writeUInt32BE(compressed.length, 20)
  header.writeUInt16BE(1, 24)
  const file = Buffer.alloc(length)
  Buffer.concat([header, directory, compressed]).copy(file)
  return file
}
