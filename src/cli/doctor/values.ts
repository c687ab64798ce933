/** The settings as they are, without their secrets, and names that are none but look like one: pure, so that each sentence is tested. */
import type { TSchema } from '@sinclair/typebox'
import { environmentName } from '../../../config/fault.ts'
import { settingsSchema } from '../../../config/schema.ts'
import { secretNames } from '../../../config/secret-files.ts'
import type { Settings } from '../../../config/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const properties = Object.entries<TSchema>(settingsSchema.properties)
const names = properties.map(([key]) => environmentName(key))

/** An address without what signs in: the password, and what stands for one in its query. */
function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return '(set)'
  const url = new URL(text)
  const query = [...url.searchParams.keys()].filter(key => /password|secret|token|key|sig/i.test(key))
  for (const key of query) url.searchParams.set(key, '…')
  const shown = url.password === '' ? url.href : url.href.replace(`:${url.password}@`, ':…@')
  return decodeURI(shown)
}

/** A value as it may be read over a shoulder. */
export function shownValue(value: unknown, isSecret: boolean): string {
  const text = Array.isArray(value) ? value.join(',') : String(value)
  if (text === '') return ''
  // The path of a folder is no secret, and what follows `s3:` is an address.
  if (/^file:/.test(text)) return text
  if (/^s3:/.test(text)) return `s3:${withoutPassword(text.slice('s3:'.length))}`
  const isAddress = /^\w+:\/\//.test(text)
  if (isAddress && (isSecret || /@|\?/.test(text))) return withoutPassword(text)
  if (!isSecret || /^\w+:$/.test(text)) return text
  return /^azure:|^\w+:\S/.exec(text) ? `${text.split(':')[0]}:(set)` : '(set)'
}

/** One line for each setting: its name, its value, and whether that is its default. */
export const valueLines = (settings: Settings, env: Environment): string[] =>
  properties.map(([key, schema]) => {
    const name = environmentName(key)
    const isGiven = [name, `${name}_FILE`].some(given => (env[given]?.trim() ?? '') !== '')
    const shown = shownValue(settings[key as keyof Settings], schema.secret === true)
    return `${name.padEnd(26)} ${shown || '(empty)'}${isGiven ? '' : '  (default)'}`
  })

/** Names that others than the application read: of compose.yaml, and of what starts the process. */
const others = /^(MQTTS?_PUBLISH|MQTT_CERTS|MQTT_PASSWORD|OPONY_|POSTGRES_|NODE_|PORT_PUBLISH|.*_MEMORY$)/

/** First words that several settings share, and nobody else uses: a name that begins so is meant for this application. */
const prefixes = [...new Set(names.map(name => name.split('_')[0] as string))].filter(
  word => word !== 'NODE' && names.filter(name => name.startsWith(`${word}_`)).length > 1
)

/** How many letters must be added, left out or changed to make the one of the other (Levenshtein). */
export function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, change))
    }
    row = next
  }
  return row[other.length] as number
}

/** How many wrong letters still make a slip of a name: short ones are near to many words. */
const slips = ({ length }: string): number => (length < 6 ? 0 : length < 10 ? 1 : 2)

/** A sentence for each variable that is no setting and looks like one. */
export function misspelt(env: Environment): string[] {
  const known = new Set([...names, ...secretNames.map(name => `${name}_FILE`)])
  return Object.keys(env).flatMap(name => {
    if (known.has(name) || others.test(name) || !/^[A-Z][A-Z0-9_]*$/.test(name) || !env[name]?.trim()) return []
    const nearest = [...known]
      .map(candidate => ({ candidate, letters: lettersBetween(name, candidate) }))
      .sort((a, b) => a.letters - b.letters)[0]
    const isNear = nearest !== undefined && nearest.letters <= slips(nearest.candidate)
    if (isNear) return [`${name} is no setting, so nothing reads it. Was ${nearest.candidate} meant?`]
    if (!prefixes.some(prefix => name.startsWith(`${prefix}_`))) return []
    return [`${name} is no setting, so nothing reads it. docs/settings.md has all names.`]
  })
}
