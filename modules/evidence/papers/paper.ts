/** What the papers of a statement say, PDF and spreadsheet alike, in the language of who reads them. */

import { timeZone } from '../../../src/contract/days.ts'
import { dateFormats } from '../../../src/contract/formats.ts'
import { defaultLanguage, isLanguage, type Language } from '../../../src/contract/languages.ts'
import { memberOf } from '../../../src/contract/vocabulary.ts'
import { isClient, type Reader } from '../../../src/kernel/access/caller.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { emissionsOfStatement, type KeptEmission } from '../emissions/store.ts'
import { MassRecord, Statement } from '../models.ts'
import { MassSource } from '../schema.ts'
import { checkAddress, statements } from '../statements/resource.ts'
import { type Sums, sumsOfStatement } from '../statements/sums.ts'

export interface Paper {
  readonly language: Language
  readonly statement: Statement
  /** The number of the statement that replaced it. */
  readonly replacedBy: string | undefined
  readonly rows: readonly MassRecord[]
  readonly sums: Sums
  readonly emissions: readonly KeptEmission[]
  /** Who issued it. */
  readonly business: string
  /** Of the public page that says whether it is valid. */
  readonly address: string
  say(key: string, params?: Readonly<Record<string, unknown>>): string
  day(day: string): string
  instant(at: Date): string
  kilograms(mass: number): string
  /** A number with its decimals. */
  number(value: number): string
}

const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)
const days = dateFormats({ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const instants = dateFormats({
  ...{ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit' }
})

type Words = Pick<Paper, 'language' | 'say' | 'day' | 'instant' | 'kilograms' | 'number'>

/** How a paper in the language says things; its keys begin with `evidence.paper.`. */
export function wordsOf({ messages }: Pick<Services, 'messages'>, language: Language): Words {
  const locale = localeOf(language)
  const numbers = new Intl.NumberFormat(locale)
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  return {
    language,
    say: (key, params) => messages.say(language, `evidence.paper.${key}`, params),
    day: day => days(locale).format(new Date(`${day}T12:00:00Z`)),
    instant: at => instants(locale).format(at),
    kilograms: mass => numbers.format(mass),
    number: value => decimals.format(value)
  }
}

export type State = 'valid' | 'replaced' | 'withdrawn'

export const stateOf = ({ withdrawnAt, replacedAt }: Pick<Statement, 'withdrawnAt' | 'replacedAt'>): State =>
  withdrawnAt ? 'withdrawn' : replacedAt ? 'replaced' : 'valid'

/** The message of the state, for the head of a paper; undefined while the statement is valid. */
export const stateText = ({ statement, replacedBy, say }: Paper): string | undefined => {
  const state = stateOf(statement)
  return state === 'valid' ? undefined : say(`state.${state}`, { number: replacedBy ?? '' })
}

export const sourceText = ({ say }: Words, source: number): string => say(`source.${memberOf(MassSource, source)}`)

/**
 * Reads a statement for its papers. Clients get them in their own language, staff in that of the client.
 * @throws kernel.notFound where the reader may not see it
 */
export async function paperOf(services: Services, id: number, reader: Reader): Promise<Paper> {
  const { db, settings } = services
  const isVisible = await exists(db, statements, id, reader)
  const found = isVisible ? await Statement.query(db).findById(id) : undefined
  const statement = orNotFound(found, { resource: statements, ids: [id] })
  const next = statement.replacedById ? await Statement.query(db).findById(statement.replacedById) : undefined
  const ofClient = isLanguage(statement.language) ? statement.language : defaultLanguage
  return {
    ...wordsOf(services, isClient(reader) ? reader.language : ofClient),
    statement,
    replacedBy: next?.number,
    rows: await MassRecord.query(db).where({ statement_id: id }).orderBy('id'),
    sums: await sumsOfStatement(services, id),
    emissions: await emissionsOfStatement(db, id),
    business: settings.businessName,
    address: checkAddress(settings, statement.token)
  }
}
