/** Small files of each kind, as their programs write them. */
import { deflateSync } from 'node:zlib'

const bytes = (...numbers: number[]): Buffer => Buffer.from(numbers)

export const aPdf = (text = 'Umowa'): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj <</Title (${text})>> endobj\ntrailer\n%%EOF\n`)
export const aPng = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64'
  )
export const aJpeg = (): Buffer => Buffer.concat([bytes(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(64)])
export const aWebp = (): Buffer =>
  Buffer.concat([Buffer.from('RIFF'), bytes(64, 0, 0, 0), Buffer.from('WEBPVP8 '), Buffer.alloc(64)])

interface Part {
  readonly name: string
  readonly content: Buffer
  /** What the directory says of its size unpacked; the truth by default. */
  readonly unpacked?: number
  /** What the directory says of its size packed; the truth by default. */
  readonly packed?: number
}

/** A zip archive whose parts are stored as they are. */
export function aZip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, unpacked = content.length, packed = content.length } of parts) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(packed, 20)
    entry.writeUInt32LE(unpacked, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), content)
    entries.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + content.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const types = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') }

export const aDocx = (...more: readonly Part[]): Buffer =>
  aZip([types, { name: 'word/document.xml', content: Buffer.from('<w:document/>') }, ...more])

/** A PNG of so many pixels: stripes of two colours, which a person sees is a picture. */
export function aPicture(width: number, height: number, colours: readonly [number[], number[]]): Buffer {
  const line = (y: number): Buffer =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => colours[((x + y) >> 6) % 2 === 0 ? 0 : 1]).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const chunk = (type: string, data: Buffer): Buffer => {
    const content = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(content), 4)
    return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)])
  }
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => line(y))))
  return Buffer.concat([
    bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function crc32(content: Buffer): number {
  let crc = 0xffffffff
  for (const byte of content) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
