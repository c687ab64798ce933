/** Values as cells of a spreadsheet: the column's format, and the cell's content in the words of the reader. */
import { actKey, actParams } from '../../contract/acts.ts'
import type { Language } from '../../contract/languages.ts'
import { partIn, ruledSchema, type Scope } from '../../contract/ruled.ts'
import { type Schema, unwrapped, wordOf } from '../../contract/schema.ts'
import { metadataFor } from '../../contract/vocabulary.ts'
import type { Reader } from '../access/caller.ts'
import type { Services } from '../services.ts'
import { allVocabularies } from '../vocabularies.ts'
import type { Cell, CellFormat } from './cells.ts'

export interface ValueColumn {
  readonly format: CellFormat
  /** With the row, whose other values may say the unit of this one. */
  cell(value: unknown, row?: Scope): Cell
}

type Words = Pick<Services, 'messages' | 'extensions'>

/** How a number is written, and by what it is divided: distances are stored in metres and shown in kilometres. */
const numbers: Readonly<Record<string, { readonly format: CellFormat; readonly divisor?: number }>> = {
  money: { format: 'money' },
  tonnes: { format: 'tonnes' },
  kilograms: { format: 'kilograms' },
  volts: { format: 'volts' },
  seconds: { format: 'hours', divisor: 3600 },
  metres: { format: 'kilometres', divisor: 1000 },
  degrees: { format: 'degrees' }
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** What a command did, in the language. One that is gone since keeps its name. */
export function actText(messages: Words['messages'], language: Language, command: string): string {
  const key = actKey(one => messages.has(language, one), command)
  return messages.has(language, key) ? messages.say(language, key, actParams) : command
}

export const isRatio = (declared: Schema): boolean => unwrapped(declared).format === 'ratio'

/** A ratio such as `1/2` has two columns: as a text Excel would take it for a date, once somebody edits the cell. */
type RatioPart = 'part' | 'whole'
const ratioPart = (value: unknown, part: RatioPart): string | undefined =>
  String(value ?? '').split('/')[part === 'part' ? 0 : 1]

/**
 * The column for values of a schema, for this reader. A code without a label is shown as unknown, as on screen. Of a ratio it is the part, or
 * the whole.
 */
export function valueColumn(
  words: Words,
  declared: Schema,
  reader: Pick<Reader, 'language' | 'role'>,
  part: RatioPart = 'part'
): ValueColumn {
  const schema = unwrapped(declared)
  const { type, format = '' } = schema
  const say = (key: string): string => words.messages.say(reader.language, key)
  const labels = labelsOf(words, schema, reader)
  const number = labels ? undefined : numbers[format]
  if (number) {
    const { format: written, divisor = 1 } = number
    return {
      format: written,
      cell: (value, row) => {
        if (isBlank(value)) return null
        const isPerTonne = row !== undefined && unwrapped(ruledSchema(schema, row)).unit === 'perTonne'
        return isPerTonne ? { value: Number(value), unit: 'zł/t', decimals: 2 } : Number(value) / divisor
      }
    }
  }
  if (format === 'day' || format === 'instant')
    return { format: format as 'day' | 'instant', cell: value => (isBlank(value) ? null : String(value)) }
  const unitOf = (count: number, row: Scope | undefined): string | undefined => {
    const { unit } = row && schema.rulesBy ? unwrapped(ruledSchema(schema, row)) : schema
    if (unit === undefined || unit === 'tonnes' || unit === 'perTonne') return unit && 't'
    return words.messages.say(reader.language, unit === 'trips' ? 'common.unit.trips' : 'common.unit.pieces', { count })
  }
  const withUnit = (value: unknown, row: Scope | undefined): Cell => {
    if (isBlank(value)) return null
    const unit = unitOf(Number(value), row)
    return unit === undefined ? Number(value) : { value: Number(value), unit }
  }
  if (format === 'ratio')
    return {
      format: 'integer',
      cell: (value, row) => {
        const exact = part === 'part' && row ? partIn(unwrapped(ruledSchema(schema, row)), row) : undefined
        const unit = exact === undefined ? undefined : unitOf(exact, row)
        return exact === undefined || unit === undefined
          ? withUnit(ratioPart(value, part), row)
          : { value: exact, unit, decimals: 2 }
      }
    }
  if (!labels && (type === 'integer' || type === 'number'))
    return { format: type === 'integer' ? 'integer' : 'decimal', cell: withUnit }
  const textOf = (value: unknown): string => {
    if (labels) return labels.get(value) ?? say('common.unknownCode')
    const word = wordOf(schema, value)
    if (word) return say(word)
    if (format === 'command') return actText(words.messages, reader.language, String(value))
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

/** Labels by code, for a column that holds codes or lists of codes. */
function labelsOf(
  { messages, extensions }: Words,
  schema: Schema,
  { language, role }: Pick<Reader, 'language' | 'role'>
) {
  const name = schema.vocabulary ?? schema.items?.vocabulary
  if (!name) return undefined
  const vocabulary = allVocabularies
    .of(extensions)
    .map(one => metadataFor(one, role))
    .find(one => one.name === name)
  return new Map<unknown, string>(vocabulary?.members.map(({ code, label }) => [code, messages.say(language, label)]))
}
