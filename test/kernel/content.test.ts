/** What a file is by its bytes, against what its name says. */
import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { extensionOf, type FileExtension, fileTypes, isFileName } from '../../src/contract/files.ts'
import { examine } from '../../src/kernel/storage/content.ts'
import type { Storage } from '../../src/kernel/storage/storage.ts'
import { aDocx, aJpeg, aPdf, aPng, aWebp, aZip } from '../helper/files.ts'

const holding = (content: Buffer) =>
  ({
    facts: async () => ({ size: content.length, modifiedAt: new Date() }),
    read: async (_name, range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content])
  }) satisfies Partial<Storage> as unknown as Storage

const verdict = async (content: Buffer, as: FileExtension) => {
  const found = await examine(holding(content), 'any', { type: fileTypes[as], maxBytes: 1_000_000 })
  return typeof found === 'string' ? found : 'accepted'
}

const workbook = async (): Promise<Buffer> => {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('Arkusz').addRow(['Opony', 4])
  return Buffer.from(await book.xlsx.writeBuffer())
}
const xlsx = await workbook()
const samples: Readonly<Record<string, Buffer>> = {
  pdf: aPdf(),
  jpg: aJpeg(),
  png: aPng(),
  webp: aWebp(),
  docx: aDocx(),
  xlsx
}

describe('a file', () => {
  it.each(Object.keys(samples))('that is a %s is accepted under that name and no other', async kind => {
    for (const as of Object.keys(samples) as FileExtension[])
      expect([as, await verdict(samples[kind] as Buffer, as)]).toEqual([as, as === kind ? 'accepted' : 'otherContent'])
  })

  const part = (name: string, more: object = {}) => ({ name, content: Buffer.from('x'), ...more })
  it.each<[string, FileExtension, Buffer]>([
    ['empty', 'pdf', Buffer.alloc(0)],
    ['a page of HTML', 'pdf', Buffer.from('<script>alert(1)</script>')],
    ['HTML before the signature', 'png', Buffer.concat([Buffer.from('<html>'), aPng()])],
    ['a program', 'jpg', Buffer.from('MZ\u0090\u0000')],
    ['SVG', 'png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an ordinary archive', 'docx', aZip([part('a.txt')])],
    ['an archive cut off', 'docx', aDocx().subarray(0, -10)],
    ['an archive of nothing', 'docx', aZip([])],
    ['a document with macros', 'docx', aDocx(part('word/vbaProject.bin'))],
    ['an archive that unpacks to 4 GB', 'docx', aDocx(part('word/a.xml', { unpacked: 0xffff_fff0 }))],
    [
      'an archive that unpacks to 300 MB by many',
      'docx',
      aDocx(...Array.from({ length: 30 }, (_, n) => part(`word/${n}.xml`, { unpacked: 10_485_760 })))
    ],
    ['an archive whose parts share their bytes', 'docx', aDocx(part('word/a.xml', { packed: 5_000 }))],
    [
      'an archive of ten thousand parts and more',
      'docx',
      aDocx(...Array.from({ length: 10_001 }, (_, n) => part(String(n))))
    ],
    ['an end of an archive that claims a directory outside of it', 'docx', claimingDirectory(0xffff_0000)]
  ])('that is %s is refused', async (_what, as, content) => {
    expect(await verdict(content, as)).toBe('otherContent')
  })

  function claimingDirectory(start: number): Buffer {
    const content = aDocx()
    content.writeUInt32LE(start, content.length - 6)
    return content
  }

  it('past the limit is not read at all', async () => {
    const store = { ...holding(aPdf()), read: () => Promise.reject(new Error('read')) } as unknown as Storage
    expect(await examine(store, 'any', { type: fileTypes.pdf, maxBytes: 5 })).toBe('tooLarge')
  })

  it('keeps its hash', async () => {
    expect(await examine(holding(aPdf('x')), 'any', { type: fileTypes.pdf, maxBytes: 1000 })).toEqual({
      size: aPdf('x').length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/)
    })
  })
})

describe('a name of a file', () => {
  it.each([
    'umowa.pdf',
    'Zażółć gęślą jaźń.PDF',
    '.hidden.png',
    'a..b.jpg',
    '契約.pdf',
    'x'.repeat(196).concat('.pdf')
  ])('may be %s', name => {
    expect(isFileName(name)).toBe(true)
    expect(extensionOf(name)).toBeDefined()
  })

  it.each([
    '../umowa.pdf',
    'a/b.pdf',
    'C:\\a.pdf',
    '/etc/passwd.pdf',
    'a\u0000.pdf',
    'a\n.pdf',
    'fdp.\u202Eexe.pdf',
    '..',
    ' ',
    'x'.repeat(197).concat('.pdf')
  ])('may not be %j', name => {
    expect(isFileName(name)).toBe(false)
  })

  it.each(['a.exe', 'a.html', 'a.svg', 'a.pdf.exe', 'a', 'pdf', 'a.', 'a.constructor', 'a.docm', 'a.zip'])(
    'with an ending that is not taken: %s',
    name => {
      expect(extensionOf(name)).toBeUndefined()
    }
  )
})
