import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { givenUpWords, termFaults } from '../../scripts/terms.ts'

const page = `# Words
| thing | pl | en | de | sk | et | cs |
| --- | --- | --- | --- | --- | --- | --- |
| reception place | punkt odbioru | collection site ~~reception place~~ | Abholstelle | – | – | místo odvozu ~~odběrn~~ |
`

describe('the check of terms', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'opony-terms-'))
    mkdirSync(join(root, 'docs'))
    mkdirSync(join(root, 'ui/messages'), { recursive: true })
    writeFileSync(join(root, 'docs/words.md'), page)
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const texts = (language: string, all: object) =>
    writeFileSync(join(root, `ui/messages/${language}.json`), JSON.stringify(all))

  it('reads what is struck out, by language', () => {
    expect(givenUpWords(page)).toEqual([
      { language: 'en', word: 'reception place', thing: 'reception place' },
      { language: 'cs', word: 'odběrn', thing: 'reception place' }
    ])
    expect(() => givenUpWords(page.replaceAll('| cs |', '|'))).toThrow('no column for cs')
  })

  it('finds a word given up, in any case and form, in its own language only', () => {
    texts('en', { 'a.one': 'Choose a Reception place', 'a.two': 'Choose a collection site' })
    texts('cs', { 'a.one': 'Odběrná místa', 'a.two': 'reception place' })
    expect(termFaults(root)).toEqual([
      'en: a.one says “reception place”, which was given up (reception place)',
      'cs: a.one says “odběrn”, which was given up (reception place)'
    ])
  })

  it('does not mistake the middle of a word', () => {
    texts('cs', { 'a.one': 'poodběrná' })
    expect(termFaults(root)).toEqual([])
  })
})
