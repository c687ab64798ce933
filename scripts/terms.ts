/** The check of terms: no text holds a word that `docs/words.md` has given up for its language. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../src/contract/languages.ts'
import { faultsMain } from './check.ts'
import { projectTexts } from './messages.ts'

interface GivenUp {
  readonly language: Language
  readonly word: string
  /** The thing that has another word now. */
  readonly thing: string
}

const cellsOf = (row: string): string[] => row.split('|').slice(1, -1)

/**
 * The words struck out in the table: the first column names the thing, each further one is headed by its language.
 * @throws Error where the table lacks one of the six languages
 */
export function givenUpWords(page: string): GivenUp[] {
  const [header = '', , ...rows] = page.split('\n').filter(line => line.startsWith('|'))
  const heads = cellsOf(header).map(cell => cell.trim())
  const lacking = languages.filter(language => !heads.includes(language))
  if (lacking.length > 0) throw new Error(`The table of words has no column for ${lacking.join(', ')}`)
  return rows.map(cellsOf).flatMap(cells =>
    languages.flatMap(language => {
      const struckOut = (cells[heads.indexOf(language)] ?? '').matchAll(/~~(.+?)~~/g)
      return [...struckOut].map(match => ({ language, word: match[1] ?? '', thing: (cells[0] ?? '').trim() }))
    })
  )
}

/** A text as people read it: the names of its arguments are the programme's. */
const read = (text: string): string => text.replace(/\{\s*\w+\s*(?=[,}])/g, '{')

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Texts that hold a word given up, one sentence each.
 * @param root folder that holds docs, src, modules and ui
 */
export function termFaults(root: string): string[] {
  const texts = projectTexts(root)
  return givenUpWords(readFileSync(join(root, 'docs/words.md'), 'utf8')).flatMap(({ language, word, thing }) => {
    const pattern = new RegExp(`(?<!\\p{L})${literal(word)}`, 'iu')
    return Object.entries(texts[language])
      .filter(([, text]) => pattern.test(read(String(text))))
      .map(([key]) => `${language}: ${key} says “${word}”, which was given up (${thing})`)
  })
}

faultsMain(import.meta.url, termFaults)
