/** Values of a schema as cells: which format a column has, and what stands in it. Words are those of the reader. */
import { type Schema, unwrapped, wordOf } from '../../contract/schema.ts'
import { metadataFor } from '../../contract/vocabulary.ts'
import type { Reader } from '../access/caller.ts'
import type { Services } from '../services.ts'
import type { Cell, CellFormat } from './spreadsheet.ts'

export interface ValueColumn {
  readonly format: CellFormat
  cell(value: unknown): Cell
}

type Words = Pick<Services, 'messages' | 'vocabularies'>

/** How a number is written, and what it is divided by: distances are in metres, and read in kilometres. */
const numbers: Readonly<Record<string, { readonly format: CellFormat; readonly divisor?: number }>> = {
  money: { format: 'money' },
  tonnes: { format: 'tonnes' },
  volts: { format: 'tonnes' },
  seconds: { format: 'tonnes', divisor: 3600 },
  metres: { format: 'tonnes', divisor: 1000 },
  degrees: { format: 'degrees' }
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The column of a schema's values for the reader. A code without a word is said to be unknown, as on screen. */
export function valueColumn(words: Words, declared: Schema, reader: Pick<Reader, 'language' | 'role'>): ValueColumn {
  const schema = unwrapped(declared)
  const { type, format = '' } = schema
  const say = (key: string): string => words.messages.say(reader.language, key)
  const labels = labelsOf(words, schema, reader)
  const number = labels ? undefined : numbers[format]
  if (number) {
    const { format: written, divisor = 1 } = number
    return { format: written, cell: value => (isBlank(value) ? null : Number(value) / divisor) }
  }
  if (format === 'day' || format === 'instant')
    return { format: format as 'day' | 'instant', cell: value => (isBlank(value) ? null : String(value)) }
  if (!labels && (type === 'integer' || type === 'number'))
    return { format: type === 'integer' ? 'integer' : 'tonnes', cell: value => (isBlank(value) ? null : Number(value)) }
  const textOf = (value: unknown): string => {
    if (labels) return labels.get(value) ?? say('common.unknownCode')
    const word = wordOf(schema, value)
    if (word) return say(word)
    if (typeof value === 'boolean') return say(value ? 'common.yes' : 'common.no')
    if (typeof value === 'object' && value !== null)
      return Object.values(value)
        .filter(part => !isBlank(part))
        .map(String)
        .join(', ')
    return String(value)
  }
  const cell = (value: unknown): Cell => {
    if (isBlank(value)) return null
    return Array.isArray(value) ? value.map(textOf).join(', ') || null : textOf(value)
  }
  return { format: 'text', cell }
}

/** Labels by code, of a column that holds codes or lists of them. */
function labelsOf(
  { messages, vocabularies }: Words,
  schema: Schema,
  { language, role }: Pick<Reader, 'language' | 'role'>
) {
  const name = schema.vocabulary ?? schema.items?.vocabulary
  if (!name) return undefined
  const vocabulary = vocabularies.map(one => metadataFor(one, role)).find(one => one.name === name)
  return new Map<unknown, string>(vocabulary?.members.map(({ code, label }) => [code, messages.say(language, label)]))
}
