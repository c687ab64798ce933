/** The value of a cell, by the schema of its field. What cannot be read stays the text that it is, which the check then refuses. */
import { isDay } from '../../../src/contract/days.ts'
import { languages } from '../../../src/contract/languages.ts'
import { type Schema, unwrapped } from '../../../src/contract/schema.ts'
import type { VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import type { Messages } from '../../../src/kernel/i18n/messages.ts'
import type { ImportColumn } from '../../../src/kernel/imports/kind.ts'
import { foldedHeader } from './guess.ts'

/** A number with a comma or a point, with or without blanks or points between thousands. */
export function numberOf(text: string): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '')
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')]
  const single =
    comma >= 0 && point >= 0
      ? comma > point
        ? plain.replaceAll('.', '').replace(',', '.')
        : plain.replaceAll(',', '')
      : plain.replace(',', '.')
  return /^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(single) ? Number(single) : undefined
}

/** A day as 24.12.2026, 24-12-2026, 24/12/2026 or 2026-12-24, with or without a time of day; undefined if it is none. */
export function dayOfText(text: string): string | undefined {
  const [date = ''] = text.trim().split(/[ T]/)
  const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(date)
  const day = written
    ? `${written[4]}-${String(written[3]).padStart(2, '0')}-${String(written[1]).padStart(2, '0')}`
    : date
  return isDay(day) ? day : undefined
}

const yes = new Set(['tak', 'yes', 'ja', 'ano', 'jah', 'true', 't', 'y', 'x', '1', 'prawda', 'wahr'])
const no = new Set(['nie', 'no', 'nein', 'ne', 'ei', 'false', 'n', '0', 'falsz', 'falsch'])

function booleanOf(text: string): boolean | undefined {
  const folded = foldedHeader(text)
  if (yes.has(folded)) return true
  return no.has(folded) ? false : undefined
}

/** The digits alone, with the leading zeros that a spreadsheet has lost. Anything else stays as it is. */
export function digitsOf(text: string, digits: number): string {
  const plain = text.replaceAll(/[\s\u00a0.-]/g, '').replace(/^PL(?=\d)/i, '')
  return /^\d+$/.test(plain) ? plain.padStart(digits, '0') : text
}

export type Reader = (text: string) => unknown

/** The functions that read the cells of these columns, by field. */
export function readersOf(
  columns: readonly ImportColumn[],
  messages: Messages,
  vocabularies: ReadonlyMap<string, VocabularyMetadata>
): ReadonlyMap<string, Reader> {
  return new Map(columns.map(column => [column.name, readerOf(column, messages, vocabularies)]))
}

function readerOf(
  { schema: declared, digits, words = {} }: ImportColumn,
  messages: Messages,
  vocabularies: ReadonlyMap<string, VocabularyMetadata>
): Reader {
  const schema = unwrapped(declared as Schema)
  const known = new Map<string, unknown>(Object.entries(words))
  const members = vocabularies.get(schema.vocabulary ?? '')?.members ?? []
  for (const { code, name, label } of members) {
    known.set(String(code), code)
    known.set(foldedHeader(name), code)
    for (const language of languages) known.set(foldedHeader(messages.say(language, label)), code)
  }
  if (known.size > 0) return text => (known.has(foldedHeader(text)) ? known.get(foldedHeader(text)) : text)
  if (digits !== undefined) return text => digitsOf(text, digits)
  if (schema.type === 'boolean') return text => booleanOf(text) ?? text
  if (schema.type === 'number' || schema.type === 'integer') return text => numberOf(text) ?? text
  if (schema.format === 'day') return text => dayOfText(text) ?? text
  return text => text
}
