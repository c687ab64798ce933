/** The fonts that were cut to what the pages show: no letter of a message and no icon may be missing from them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { modules } from '../../src/modules.ts'
import { cutFont, iconCodes, wordsOf } from '../../ui/build/iconFont.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): Buffer => readFileSync(join(root, path))

/** The characters of a range of CSS: `U+0041-005A, U+0104`. */
const charactersOf = (range: string): Set<number> =>
  new Set(
    [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
    })
  )

const faces = [
  ...read('ui/theme/fonts.css')
    .toString()
    .matchAll(/src: url\("([^"]+)"\)[^;]*;\s*unicode-range:([^;]*);/g)
]
const rangeOf = (file: string): Set<number> => charactersOf(faces.find(([, url]) => url?.includes(file))?.[2] ?? '')

/** The map of characters of a WOFF 2.0 file. */
function mapOf(font: Buffer): Buffer {
  let at = 48
  const number = (): number => {
    for (let value = 0; ; ) {
      const byte = font.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const tables = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = font.readUInt8(at++)
    const [tag, transform] = [flags & 63, flags >> 6]
    if (tag === 63) at += 4
    const length = number()
    // glyf and loca are stored as they are under the number 3, all others under 0; else their length follows
    const isPlain = tag === 10 || tag === 11 ? transform === 3 : transform === 0
    return { tag, length: isPlain ? length : number() }
  })
  const content = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  const index = tables.findIndex(({ tag }) => tag === 0)
  const start = tables.slice(0, index).reduce((sum, { length }) => sum + length, 0)
  return content.subarray(start, start + (tables[index]?.length ?? 0))
}

/** The characters that a map of format 4 has. */
function mapped(cmap: Buffer): number[] {
  const at = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8)).find(
    offset => cmap.readUInt16BE(offset) === 4
  )
  if (at === undefined) throw new Error('no map of format 4')
  const count = cmap.readUInt16BE(at + 6) / 2
  return Array.from({ length: count }, (_, index) => {
    const end = cmap.readUInt16BE(at + 14 + index * 2)
    const start = cmap.readUInt16BE(at + 16 + count * 2 + index * 2)
    return end === 0xffff ? [] : Array.from({ length: end - start + 1 }, (_, step) => start + step)
  }).flat()
}

const catalogues = ['src/kernel', 'ui', ...readdirSync(join(root, 'modules')).map(name => `modules/${name}`)]

test.each(['pl', 'en', 'de', 'sk', 'et', 'cs'])('each letter of the messages in %s is in the small fonts', language => {
  const small = new Set([...rangeOf('inter-latin.woff2'), ...rangeOf('inter-letters.woff2')])
  const texts = catalogues.map(folder => read(`${folder}/messages/${language}.json`).toString()).join('')
  const missing = [...new Set(texts.replaceAll('\n', ''))].filter(letter => !small.has(letter.codePointAt(0) ?? 0))
  expect(missing).toEqual([])
})

test.each(['inter-latin.woff2', 'inter-letters.woff2'])('%s has what its range says, and is small', file => {
  const font = read(`ui/theme/fonts/${file}`)
  const range = rangeOf(file)
  expect(range.size).toBeGreaterThan(30)
  const glyphs = new Set(mapped(mapOf(font)))
  expect([...range].filter(character => !glyphs.has(character))).toEqual([])
  expect(font.length).toBeLessThanOrEqual(28_000)
})

test('no character is in two files, and names of neighbours need no other font', () => {
  const ranges = faces.map(([, , range]) => charactersOf(range ?? ''))
  const all = ranges.reduce((sum, { size }) => sum + size, 0)
  const union = new Set(ranges.flatMap(range => [...range]))
  expect(union.size).toBe(all)
  for (const letter of 'łőșğāїя') expect(union.has(letter.codePointAt(0) ?? 0), letter).toBe(true)
})

test('each icon of the metadata is in the icon font, and it is half of the whole at the most', async () => {
  const codes = iconCodes(read('node_modules/primeicons/primeicons.css').toString())
  const words = wordsOf(root)
  const kept = new Map([...codes].filter(([name]) => words.has(name)))
  const pages = modules.flatMap(({ pages = [] }) => pages)
  const named = pages.flatMap(page => [page.icon, ...(page.commands ?? []).map(({ ui }) => ui.icon)])
  expect(named.filter(icon => icon && !kept.has(icon))).toEqual([])
  expect(kept.has('user')).toBe(true)
  const cut = () => cutFont(read('node_modules/primeicons/fonts/primeicons.ttf'), [...new Set(kept.values())])
  const font = await cut()
  expect(font.equals(await cut())).toBe(true)
  expect(mapped(mapOf(font))).toEqual([...new Set(kept.values())].toSorted((a, b) => a - b))
  expect(font.length).toBeLessThan(16_500)
})

test('no name of an icon is put together from parts, which the font would not know', () => {
  const files = ['ui', 'modules', 'src'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`)
  )
  const parts = files
    .filter(name => /\.tsx?$/.test(name))
    .filter(name => /pi-[a-z0-9-]*[a-z0-9]-?\$\{|pi-\$\{[^}]*\}-/.test(read(name).toString()))
  expect(parts).toEqual([])
})

test('no text is bolder than the font: browsers would thicken its letters', () => {
  const boldest = Number(/font-weight: 400 (\d+);/.exec(read('ui/theme/fonts.css').toString())?.[1])
  const sheets = readdirSync(join(root, 'ui'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.css') && !name.endsWith('fonts.css'))
    .map(name => ({ name, css: read(`ui/${name}`).toString() }))
  const weights = sheets.flatMap(({ name, css }) =>
    [...css.matchAll(/font(?:-weight)?:\s*(\d{3}|bold|bolder)\b/g)].map(([, weight]) => ({ name, weight }))
  )
  expect(weights.length).toBeGreaterThan(50)
  expect(weights.filter(({ weight }) => !(Number(weight) <= boldest))).toEqual([])
  // without a rule of ours they are "bolder", which within 600 is 900
  expect(read('ui/theme/base.css').toString()).toMatch(/^strong,\nb \{\n {2}font-weight: \d{3};/m)
})
