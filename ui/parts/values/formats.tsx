/** A value as people read it, by its schema: the one place where days, money, tonnes and words of vocabularies are written. */
import type { ReactNode } from 'react'
import { timeZone } from '../../../src/contract/days.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import type { Tone, VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import type { Text } from '../../i18n.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import { decimalText } from './numbers.ts'

export interface Speaker {
  readonly t: Text
  /** BCP 47: `pl`, `en`, … */
  readonly language: string
  readonly vocabularies: Readonly<Record<string, VocabularyMetadata>>
}

/** All that `textOf` needs to know of the person. */
export function useSpeaker(): Speaker {
  return { t: useText(), language: useLanguage(), vocabularies: useVocabularies() }
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

/** `2026-11-20` → `20.11.2026`; anything else comes back as it is. */
export const dayText = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')

/** An instant in UTC → `20.11.2026 23:15:00` on Warsaw's clock. */
export function instantText(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  const part = Object.fromEntries(warsaw.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${part.day}.${part.month}.${part.year} ${part.hour}:${part.minute}:${part.second}`
}

const spaced = (language: string, decimals: number) =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always'
  } as Intl.NumberFormatOptions)

function number(language: string, value: number, decimals: number): string {
  return spaced(language, decimals).format(decimalText(value, decimals, '.') as unknown as number)
}

const units: Readonly<Record<string, { readonly decimals: number; readonly unit: string; readonly per?: number }>> = {
  money: { decimals: 2, unit: 'zł' },
  volts: { decimals: 2, unit: 'V' },
  metres: { decimals: 2, unit: 'km', per: 1000 },
  percent: { decimals: 0, unit: '%' }
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The word of a code: its message and tone, or undefined when the vocabulary has no such code. */
export function wordOf(
  vocabulary: VocabularyMetadata | undefined,
  code: unknown,
  t: Text
): { label: string; tone: Tone } | undefined {
  const word = vocabulary?.members.find(candidate => candidate.code === code)
  return word && vocabulary ? { label: t(`${vocabulary.name}.${word.name}`), tone: word.tone } : undefined
}

function numberText({ language }: Speaker, schema: Schema, value: number): string {
  const unit = schema.format ? units[schema.format] : undefined
  if (unit) return `${number(language, value / (unit.per ?? 1), unit.decimals)}\u00a0${unit.unit}`
  if (schema.format === 'degrees') return number(language, value, 6)
  if (schema.format === 'tonnes') return new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value)
  if (schema.decimals !== undefined) return number(language, value, schema.decimals)
  return schema.type === 'integer' ? String(value) : new Intl.NumberFormat(language).format(value)
}

/** The plain text of a value; '' for a blank one without a `blank` message. A code without a word is an error, and says so. */
export function textOf(speaker: Speaker, declared: Schema, value: unknown, blank?: string): string {
  const { t, vocabularies } = speaker
  if (isBlank(value)) return blank ? t(blank) : ''
  const schema = unwrapped(declared)
  if (schema.vocabulary) return wordOf(vocabularies[schema.vocabulary], value, t)?.label ?? t('parts.unknownCode')
  if (Array.isArray(value)) return value.map(item => textOf(speaker, schema.items ?? {}, item)).join(', ')
  if (typeof value === 'boolean') return t(value ? 'parts.yes' : 'parts.no')
  if (typeof value === 'number') return numberText(speaker, schema, value)
  if (schema.format === 'day') return dayText(String(value))
  if (schema.format === 'instant') return instantText(String(value))
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter(part => !isBlank(part))
      .join(', ')
  return String(value)
}

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`badge tone-${tone}`}>{children}</span>
)

export interface ValueProps {
  readonly schema: Schema
  readonly value: unknown
  /** Message key shown in place of an empty value. */
  readonly blank?: string | undefined
  /** Without links: where a double-click opens the row, it must not dial. */
  readonly plain?: boolean
}

/** A value drawn: words of a vocabulary that has tones are badges (tone and word), everything else is text. */
export function Value({ schema: declared, value, blank, plain = false }: ValueProps) {
  const speaker = useSpeaker()
  const schema = unwrapped(declared)
  const vocabulary = schema.vocabulary ? speaker.vocabularies[schema.vocabulary] : undefined
  const word = wordOf(vocabulary, value, speaker.t)
  const toned = vocabulary?.members.some(({ tone }) => tone !== 'neutral')
  if (word && toned) return <Badge tone={word.tone}>{word.label}</Badge>
  const text = textOf(speaker, declared, value, blank)
  if (isBlank(value)) return <span className="parts-blank">{text || '–'}</span>
  if (schema.format === 'url' && !plain) return <a href={String(value)}>{text}</a>
  if (schema.format === 'phone' && !plain) return <a href={`tel:${text}`}>{text}</a>
  return <>{text.split(postalCode).map((part, index) => (index % 2 ? <Whole key={part}>{part}</Whole> : part))}</>
}

/** A postal code is not broken at its hyphen. */
const postalCode = /\b(\d\d-\d{3})\b/
const Whole = ({ children }: { readonly children: string }) => <span className="parts-whole">{children}</span>
