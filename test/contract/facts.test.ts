/** Facts of the specification that everybody imports from the one file that states them. Migrations are history and may repeat them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = ['src', 'modules', 'ui', 'seeds', 'config', 'scripts']
  .flatMap(part => readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map(file => join(part, file)))
  .filter(file => /\.tsx?$/.test(file))
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

it.each([
  ['codes of roles', /CLIENT_ADMIN: (\{ code: )?2\b/, 'src/contract/roles.ts'],
  ['which host is the back office', /includes\('admin'\)/, 'src/contract/roles.ts'],
  ['the six languages', /'pl', 'en', 'de'|\bpl: (\{ code: )?1\b/, 'src/contract/languages.ts'],
  ['business days', /DateTimeFormat\('en-CA'|toLocaleDateString|Europe\/Warsaw/, 'src/contract/days.ts'],
  ['VAT', /[Vv]at(Rate|Symbol)? = ['\d]/, 'modules/pricing/rules.ts']
])('%s: stated once', (_fact, statement, home) => {
  expect(sources.filter(({ text }) => statement.test(text)).map(({ file }) => file)).toEqual([home])
})
