/**
 * Reduces PrimeIcons to the icons that the sources name: about 5 kB of 35 kB are left. The font is written at each build and at each
 * start of the development server, which has to be started again for an icon that no source has named before.
 *
 * Every icon is kept whose name is a string in the sources of server or browser. That may be more than are used (`map`, `list`), but
 * never fewer, as long as no name is composed of parts.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTables, type Tables, writeWoff2 } from './woff2.ts'

const sources = ['ui', 'modules', 'src']

/** The characters of the icons by their names, from the package's style sheet. */
export const iconCodes = (css: string): ReadonlyMap<string, number> =>
  new Map(
    [...css.matchAll(/\.pi-([a-z0-9-]+):before\s*\{\s*content:\s*["']\\([0-9a-f]+)["']/gi)].map(match => [
      match[1] ?? '',
      Number.parseInt(match[2] ?? '', 16)
    ])
  )

/** All words of the sources that may name an icon. */
export function wordsOf(root: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const folder of sources)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|css)$/.test(file)) continue
      const text = readFileSync(join(root, folder, file), 'utf8')
      for (const [, name] of text.matchAll(/\bpi-([a-z0-9-]+)/g)) words.add(name ?? '')
      for (const [, name] of text.matchAll(/['"`]([a-z0-9-]+)['"`]/g)) words.add(name ?? '')
    }
  return words
}

const numbers = (count: number, size: 2 | 4, write: (index: number) => number): Buffer => {
  const buffer = Buffer.alloc(count * size)
  for (let index = 0; index < count; index++) buffer.writeUIntBE(write(index), index * size, size)
  return buffer
}

/** Returns a function that finds the glyph of a character, by the font's `cmap` subtable of format 4. */
function glyphsOf(cmap: Buffer): (code: number) => number {
  const count = cmap.readUInt16BE(2)
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4))
  const at = offsets.find(offset => cmap.readUInt16BE(offset) === 4)
  if (at === undefined) throw new Error('PrimeIcons has no map of format 4')
  const segments = cmap.readUInt16BE(at + 6) / 2
  const field = (part: number, index: number): number => at + 14 + part * segments * 2 + (part > 0 ? 2 : 0) + index * 2
  return code => {
    for (let index = 0; index < segments; index++) {
      if (code > cmap.readUInt16BE(field(0, index))) continue
      const start = cmap.readUInt16BE(field(1, index))
      if (code < start) return 0
      const delta = cmap.readUInt16BE(field(2, index))
      const range = cmap.readUInt16BE(field(3, index))
      if (range === 0) return (code + delta) & 0xffff
      const glyph = cmap.readUInt16BE(field(3, index) + range + (code - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

/** A `cmap` table of format 4 with a segment for each character; `codes[0]` is glyph 1. */
function mapOf(codes: readonly number[]): Buffer {
  const ends = [...codes, 0xffff]
  const count = ends.length
  const power = 2 ** Math.floor(Math.log2(count))
  const head = [4, 16 + count * 8, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2]
  const deltas = ends.map((code, index) => (code === 0xffff ? 1 : (index + 1 - code) & 0xffff))
  const words = [0, 1, 3, 1, 0, 12, ...head, ...ends, 0, ...ends, ...deltas, ...ends.map(() => 0)]
  return numbers(words.length, 2, index => words[index] ?? 0)
}

/** The font reduced to the glyphs of these characters and glyph 0, which is drawn for missing ones. */
export function cutFont(font: Buffer, wanted: readonly number[]): Tables {
  const tables = readTables(font)
  const table = (tag: string): Buffer => Buffer.from(tables.get(tag) ?? Buffer.alloc(0))
  const codes = wanted.toSorted((a, b) => a - b)
  const [head, hhea, maxp, glyf, loca, hmtx] = ['head', 'hhea', 'maxp', 'glyf', 'loca', 'hmtx'].map(table) as Buffer[]
  if (!head || !hhea || !maxp || !glyf || !loca || !hmtx) throw new Error('PrimeIcons is no TrueType font')
  const glyphOf = glyphsOf(table('cmap'))
  const glyphs = [0, ...codes.map(glyphOf)]
  const isLong = head.readInt16BE(50) === 1
  const offset = (glyph: number): number => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  const outlines = glyphs.map(glyph => glyf.subarray(offset(glyph), offset(glyph + 1)))
  const composed = outlines.some(outline => outline.length > 0 && outline.readInt16BE(0) < 0)
  if (composed) throw new Error('An icon is composed of others')
  const metrics = hhea.readUInt16BE(34)
  const metric = (glyph: number): Buffer => {
    const whole = Math.min(glyph, metrics - 1) * 4
    const bearing = glyph < metrics ? whole + 2 : metrics * 4 + (glyph - metrics) * 2
    return Buffer.concat([hmtx.subarray(whole, whole + 2), hmtx.subarray(bearing, bearing + 2)])
  }
  const starts = [0]
  for (const { length } of outlines) starts.push((starts.at(-1) ?? 0) + length)
  head.writeInt16BE(1, 50)
  hhea.writeUInt16BE(glyphs.length, 34)
  maxp.writeUInt16BE(glyphs.length, 4)
  const post = Buffer.from(table('post').subarray(0, 32))
  post.writeUInt32BE(0x00030000, 0)
  return new Map([
    ['cmap', mapOf(codes)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', Buffer.concat(glyphs.map(metric))],
    ['maxp', maxp],
    ['name', table('name')],
    ['OS/2', table('OS/2')],
    ['post', post],
    ['glyf', Buffer.concat(outlines)],
    ['loca', numbers(starts.length, 4, index => starts[index] ?? 0)]
  ])
}

/** The package's style sheet, reduced to the rules of these icons and one font file. */
const cutStyles = (css: string, names: ReadonlySet<string>): string =>
  css
    .replace(/src: url\('\.\/fonts\/primeicons\.eot'\);\s*src:[^;]*;/, "src: url('./icons.woff2') format('woff2');")
    .replace(/\.pi-([a-z0-9-]+):before\s*\{[^}]*\}\s*/g, (rule, name) => (names.has(name) ? rule : ''))

/**
 * Writes `icons.css` and `icons.woff2`.
 * @param root of the project
 * @param folder to write them to
 * @returns the path of the style sheet
 */
export function writeIconFont(root: string, folder: string): string {
  const from = join(root, 'node_modules/primeicons')
  const css = readFileSync(join(from, 'primeicons.css'), 'utf8')
  const words = wordsOf(root)
  const codes = new Map([...iconCodes(css)].filter(([name]) => words.has(name)))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'icons.css')
  const font = cutFont(readFileSync(join(from, 'fonts/primeicons.ttf')), [...new Set(codes.values())])
  writeFileSync(join(folder, 'icons.woff2'), writeWoff2(font))
  writeFileSync(path, cutStyles(css, new Set(codes.keys())))
  return path
}
