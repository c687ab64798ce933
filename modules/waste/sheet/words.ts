/** How a sheet is worded: each label in the language of its reader, and beside it the Polish one of the register's form. */
import { timeZone } from '../../../src/contract/days.ts'
import { dateFormats } from '../../../src/contract/formats.ts'
import { defaultLanguage, type Language } from '../../../src/contract/languages.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import type { Services } from '../../../src/kernel/services.ts'
import type { Words } from '../../notifications/public.ts'
import { mostDaysAhead } from '../drafts/values.ts'
import type { OrderSheet } from './read.ts'
import { type SheetField, sheetParts } from './values.ts'

export interface Labelled {
  /** In the language of the reader. */
  readonly label: string
  /** That of the register's form; null where it is the same. */
  readonly polish: string | null
}

interface Line extends Labelled {
  readonly field: SheetField
  readonly value: string
}

/** A sheet as texts. */
export interface WordedSheet {
  readonly language: Language
  readonly title: string
  readonly about: string
  readonly parts: readonly (Labelled & { readonly lines: readonly Line[] })[]
  /** What is missing, and where it is filled in. */
  readonly missing: readonly string[]
  say(key: string, params?: Readonly<Record<string, unknown>>): string
}

const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)
const days = dateFormats({ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const times = dateFormats({ timeZone, hour: '2-digit', minute: '2-digit' })

function valueText(language: Language, field: SheetField, value: OrderSheet['values'][SheetField]): string {
  const locale = localeOf(language)
  if (value === null) return '—'
  if (value instanceof Date) return (field === 'day' ? days : times)(locale).format(value)
  if (typeof value === 'number')
    return `${new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 4 }).format(value)} Mg`
  return oneLine(value)
}

export function wordedSheet(
  { messages }: Pick<Services, 'messages'>,
  sheet: OrderSheet,
  language: Language
): WordedSheet {
  const { number, values, missing, dayFault } = sheet
  const say: WordedSheet['say'] = (key, params) => messages.say(language, `waste.sheet.${key}`, params)
  const labelled = (key: string): Labelled => {
    const [label, polish] = [say(key), messages.say(defaultLanguage, `waste.sheet.${key}`)]
    return { label, polish: polish === label ? null : polish }
  }
  const parts = Object.entries(sheetParts).map(([part, fields]) => ({
    ...labelled(`part.${part}`),
    lines: fields.map(field => ({
      field,
      ...labelled(`field.${field}`),
      value: valueText(language, field, values[field])
    }))
  }))
  return {
    ...{ language, parts, say },
    title: say('title', { number }),
    about: say('about'),
    missing: [
      ...parts.flatMap(({ label, lines }) =>
        lines
          .filter(({ field }) => missing.includes(field))
          .map(line => `${label}, ${line.label}: ${say(`missing.${line.field}`)}`)
      ),
      ...(dayFault ? [say(`missing.${dayFault}`, { days: mostDaysAhead })] : [])
    ]
  }
}

export const labelText = ({ label, polish }: Labelled): string => (polish === null ? label : `${label} (${polish})`)

/** The e-mail with the values as text, because messages carry no files; the sheet to print is at the order. */
export function sheetLetter(sheet: WordedSheet, address: string): Words {
  const { title, about, parts, missing, say } = sheet
  const tables = parts.map(part => [
    `${labelText(part)}:`,
    ...part.lines.map(line => `${labelText(line)}: ${line.value}`)
  ])
  const lacks = missing.length === 0 ? [] : [[`${say('missing')}:`, ...missing]]
  const paragraphs = [[about], ...tables, ...lacks, [`${say('open')}:`, address]]
  return { subject: title, body: paragraphs.map(lines => lines.join('\n')).join('\n\n') }
}
