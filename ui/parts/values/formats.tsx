/**
 * Values as text and as elements, by their schema: the only place that formats days, money, quantities, phones and vocabulary
 * codes.
 */
import { type ReactNode, useMemo } from 'react'
import { actKey, actParams } from '../../../src/contract/acts.ts'
import { shortDay, timeZone } from '../../../src/contract/days.ts'
import { numberFormats } from '../../../src/contract/formats.ts'
import { isPhoneFormat, phoneText } from '../../../src/contract/phones.ts'
import { partIn, ruledSchema, type Scope } from '../../../src/contract/ruled.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped, wordOf } from '../../../src/contract/schema.ts'
import type { Tone, VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import type { Text } from '../../i18n.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import { dayText } from './dayText.ts'
import { decimalText } from './numbers.ts'
import { Picture } from './Picture.tsx'
import { Signature } from './Signature.tsx'

/** What formatting depends on besides the value. */
export interface FormatContext {
  readonly t: Text
  /** BCP 47: `pl`, `en`, … */
  readonly language: string
  readonly vocabularies: Readonly<Record<string, VocabularyMetadata>>
}

/** The same object until the language or a vocabulary changes. */
export function useFormatContext(): FormatContext {
  const t = useText()
  const language = useLanguage()
  const vocabularies = useVocabularies()
  return useMemo(() => ({ t, language, vocabularies }), [t, language, vocabularies])
}

const warsaw = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23'
})

/** `2026-11-20` → `11.20.2026`, as the list of a company's files has it. */
export const monthDayYear = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2.$3.$1')

/** `2026-11-23` → `pon. 23.11`, in the words and order of the language; with the year if it is not the present one. */
export const weekdayText = (language: string, day: string, now = new Date()): string => shortDay(language, day, now)

/** An instant in UTC → `20.11.2026 23:15:00` in Warsaw's time zone. */
export function instantText(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  const part = Object.fromEntries(warsaw.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${part.day}.${part.month}.${part.year} ${part.hour}:${part.minute}:${part.second}`
}

/** An instant in UTC → `20.11.2026 23:15` in Warsaw's time zone. */
export const minuteText = (instant: string): string => instantText(instant).replace(/(\d\d:\d\d):\d\d$/, '$1')

const numbers = numberFormats()
const upToThree = numberFormats({ maximumFractionDigits: 3 })
const upToSix = numberFormats({ maximumFractionDigits: 6 })
/** By the number of their decimals. */
const exact = Array.from({ length: 10 }, (_, decimals) =>
  numberFormats({
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always'
  } as Intl.NumberFormatOptions)
)

/** Exactly so many decimals, nine at most. The value is rounded as a decimal text first, because floats round 1.005 to 1.00. */
function fixedText(language: string, value: number, decimals: number): string {
  const text = decimalText(value, decimals, '.')
  return exact[decimals]?.(language).format(text as unknown as number) ?? text
}

interface Unit {
  readonly unit: string
  readonly decimals: number
  /** What the value is divided by. */
  readonly divisor?: number
}

const units: Readonly<Record<string, Unit>> = {
  money: { decimals: 2, unit: 'zł' },
  kilograms: { decimals: 0, unit: 'kg' },
  volts: { decimals: 2, unit: 'V' },
  seconds: { decimals: 1, unit: 'h', divisor: 3600 },
  metres: { decimals: 2, unit: 'km', divisor: 1000 },
  percent: { decimals: 0, unit: '%' }
}

export const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The label and tone of a vocabulary's code, or undefined when the vocabulary has no such code. */
export function labelledMember(
  vocabulary: VocabularyMetadata | undefined,
  code: unknown,
  t: Text
): { label: string; tone: Tone } | undefined {
  const member = vocabulary?.members.find(candidate => candidate.code === code)
  return member && { label: t(member.label), tone: member.tone }
}

/** The text with the unit of what is counted, in the plural form for `count`. */
function withUnit({ t }: FormatContext, text: string, unit: Schema['unit'], count: number): string {
  if (unit === undefined) return text
  if (unit === 'perTonne') return `${text}/t`
  if (unit === 'tonnes') return `${text}\u00a0t`
  return `${text}\u00a0${t(unit === 'trips' ? 'common.unit.trips' : 'common.unit.pieces', { count })}`
}

function numberText({ language }: FormatContext, schema: Schema, value: number): string {
  const unit = schema.format ? units[schema.format] : undefined
  if (unit) return `${fixedText(language, value / (unit.divisor ?? 1), unit.decimals)}\u00a0${unit.unit}`
  if (schema.format === 'degrees') return fixedText(language, value, 6)
  if (schema.format === 'tonnes') return `${upToThree(language).format(value)}\u00a0t`
  // money and masses have their cents and kilograms always, finer numbers as many decimals as they need
  if (schema.decimals !== undefined)
    return schema.decimals > 2 ? upToSix(language).format(value) : fixedText(language, value, schema.decimals)
  return schema.type === 'integer' ? String(value) : numbers(language).format(value)
}

/** What a command did, as a text; the command's name if no message for it exists any more. */
function actText(t: Text, command: string): string {
  const key = actKey(one => t(one, actParams) !== one, command)
  const text = t(key, actParams)
  return text === key ? command : text
}

/** The schema of a value with the rules applied that depend on its row: a quantity may be in tonnes or in pieces. */
export const readAs = (schema: Schema, row: Scope | undefined): Schema => (row ? ruledSchema(schema, row) : schema)

/** `0/2 szt.`, or, of an order by the tonne that was weighed, `4,66/5 t`. */
function ratioText(context: FormatContext, schema: Schema, value: string, row: Scope | undefined): string {
  const [, whole = ''] = value.split('/')
  const part = row && partIn(schema, row)
  const text = part === undefined ? value : `${upToThree(context.language).format(part)}/${whole}`
  return withUnit(context, text, schema.unit, Number(whole))
}

/**
 * The plain text of a value; '' for a blank one without a `blank` message. A code that the vocabulary does not have is shown
 * as an error, never as its number.
 * @param row what the text takes from other fields is read from it
 */
export function textOf(context: FormatContext, declared: Schema, value: unknown, blank?: string, row?: Scope): string {
  const { t, vocabularies } = context
  if (isMissing(value)) return blank ? t(blank) : ''
  const schema = unwrapped(declared)
  if (schema.vocabulary)
    return labelledMember(vocabularies[schema.vocabulary], value, t)?.label ?? t('common.unknownCode')
  if (Array.isArray(value)) return value.map(item => textOf(context, schema.items ?? {}, item)).join(', ')
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'number') return withUnit(context, numberText(context, schema, value), schema.unit, value)
  const word = wordOf(schema, value)
  if (word) return t(word)
  if (schema.format === 'monthDayYear') return monthDayYear(String(value))
  if (schema.format === 'weekday') return weekdayText(context.language, String(value))
  if (schema.format === 'day') return dayText(String(value))
  if (isPhoneFormat(schema.format)) return phoneText(String(value))
  if (schema.format === 'ratio') return ratioText(context, schema, String(value), row)
  if (schema.format === 'command') return actText(t, String(value))
  if (schema.format === 'instant') return schema.seconds ? instantText(String(value)) : minuteText(String(value))
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter(part => !isMissing(part))
      .join(', ')
  return String(value)
}

/** `5,8 t × 450,00 zł = `: what comes before a value that is the product of other fields of its row; '' if one of them is missing. */
function factorsText(context: FormatContext, { factors }: Schema, row: Scope | undefined): string {
  if (!factors || !row) return ''
  const values = Object.entries(factors)
  if (values.some(([field]) => isMissing(row[field]))) return ''
  return `${values.map(([field, schema]) => textOf(context, schema, row[field])).join(' × ')} = `
}

/** `WZY H871, Iveco Daily` → `WZY H871`: the short form for grids. */
const beforeComma = (text: string): string => text.split(',')[0] ?? text

/** The plain text of a value in a cell of the grid. */
export function shownText(
  context: FormatContext,
  declared: Schema,
  value: unknown,
  blank?: string,
  row?: Scope
): string {
  const text = textOf(context, declared, value, blank, row)
  if (isMissing(value)) return text || '–'
  return unwrapped(declared).format === 'beforeComma' ? beforeComma(text) : text
}

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`badge tone-${tone}`}>{children}</span>
)

export interface ValueProps {
  readonly schema: Schema
  readonly value: unknown
  /** The row of the value, on which its unit may depend. */
  readonly row?: Scope | undefined
  /** Message key shown in place of an empty value. */
  readonly blank?: string | undefined
  /** As short as a cell of a grid is, and without links: there a double-click opens the row and must not call a phone number. */
  readonly plain?: boolean
}

/** Draws a value: a code of a vocabulary with tones as a badge, everything else as text. */
export function Value({ schema: declared, value, row, blank, plain = false }: ValueProps) {
  const context = useFormatContext()
  const schema = unwrapped(readAs(declared, row))
  const vocabulary = schema.vocabulary ? context.vocabularies[schema.vocabulary] : undefined
  const member = labelledMember(vocabulary, value, context.t)
  const hasTones = vocabulary?.members.some(({ tone }) => tone !== 'neutral')
  if (member && hasTones) return <Badge tone={member.tone}>{member.label}</Badge>
  if (isMissing(value)) return <span className="blank">{textOf(context, schema, value, blank) || '–'}</span>
  const text = `${plain ? '' : factorsText(context, schema, row)}${textOf(context, schema, value, undefined, row)}`
  if (schema.format === 'beforeComma' && plain) return <span title={text}>{beforeComma(text)}</span>
  if (schema.format === 'picture') return <Picture path={String(value)} />
  if (schema.format === 'signature') return <Signature path={String(value)} />
  if (schema.format === 'url' && !plain) return <a href={String(value)}>{text}</a>
  if (isPhoneFormat(schema.format))
    return <Unbroken>{plain ? text : <a href={`tel:${String(value).replace(/[^+\d]/g, '')}`}>{text}</a>}</Unbroken>
  if (schema.format === 'email')
    return <>{text.split(/(?<=@)/).map((part, at) => (at ? <Domain key={part}>{part}</Domain> : part))}</>
  return <>{text.split(postalCode).map((part, index) => (index % 2 ? <Unbroken key={part}>{part}</Unbroken> : part))}</>
}

/** A possible line break before the domain of an e-mail address, so that it does not break within a word. */
const Domain = ({ children }: { readonly children: string }) => (
  <>
    <wbr />
    {children}
  </>
)

/** Postal codes in texts are kept on one line, because they would break at the hyphen. */
const postalCode = /\b(\d\d-\d{3})\b/
const Unbroken = ({ children }: { readonly children: ReactNode }) => <span className="unbroken">{children}</span>
