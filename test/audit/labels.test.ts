/** What the application does by itself stands in the audit under a label, as what people do. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { languages } from '../../src/contract/languages.ts'

const root = join(import.meta.dirname, '../..')
const files = readdirSync(join(root, 'modules'), { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('.ts')
)
const names = files.flatMap(file =>
  [
    ...readFileSync(join(root, 'modules', file), 'utf8').matchAll(/defineSystemCommand\b[^{]*\{\s*name: '([\w.]+)'/g)
  ].map(([, name = '']) => name)
)

it('there are commands of the application itself', () => expect(names.length).toBeGreaterThan(8))

it.each(names)('%s has a label in every language', name => {
  const [module] = name.split('.')
  for (const language of languages) {
    const messages = JSON.parse(readFileSync(join(root, `modules/${module}/messages/${language}.json`), 'utf8'))
    expect(messages[`${name}.label`], language).toBeTruthy()
  }
})
