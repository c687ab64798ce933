/**
 * Reduces PrimeIcons to the icons that the sources name: 15 kB of 35 kB are left. The font is written at each build and at each
 * start of the development server, which has to be started again for an icon that no source has named before.
 *
 * Every icon is kept whose name is a string in the sources of server or browser. That may be more than are used (`map`, `list`), but
 * never fewer, as long as no name is composed of parts.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

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

/** The font reduced to these characters, as WOFF 2.0. The same font and characters give the same bytes. */
export const cutFont = (font: Buffer, codes: readonly number[]): Promise<Buffer> =>
  subsetFont(font, String.fromCodePoint(...codes), { targetFormat: 'woff2' })

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
export async function writeIconFont(root: string, folder: string): Promise<string> {
  const from = join(root, 'node_modules/primeicons')
  const css = readFileSync(join(from, 'primeicons.css'), 'utf8')
  const words = wordsOf(root)
  const codes = new Map([...iconCodes(css)].filter(([name]) => words.has(name)))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'icons.css')
  const font = await cutFont(readFileSync(join(from, 'fonts/primeicons.ttf')), [...new Set(codes.values())])
  writeFileSync(join(folder, 'icons.woff2'), font)
  writeFileSync(path, cutStyles(css, new Set(codes.keys())))
  return path
}
