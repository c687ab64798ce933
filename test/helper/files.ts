/** Small files of each kind, as their programs write them. */

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
