/**
 * Looks a tax number up in the register of its country. An answer serves for a day, so that a register that allows a hundred
 * searches a day is asked once a number; one that said "no more" is left alone until its time is over. Both are in the
 * database, for every process alike.
 */
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { userAgent } from '../../../src/kernel/http/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Country, type CountryCode } from '../schema.ts'
import { type CompanyRegister, type Inquiry, problemOf, type RegisterAnswer } from './register.ts'
import { vatList } from './vat-list.ts'
import { vies } from './vies.ts'

const servesMs = 24 * 3_600_000

/** The number as `compactTaxNumber` gives it. */
export interface NumberOfCountry {
  readonly country: CountryCode
  readonly taxNumber: string
}

/** The register that the settings name for a country; undefined where they name none. */
function registerFor(country: CountryCode, { settings, now }: Services): CompanyRegister | undefined {
  const isPolish = country === Country.polish
  const url = isPolish ? settings.vatListUrl : settings.viesUrl
  if (!/^https?:/.test(url)) return undefined
  return (isPolish ? vatList : vies)({ url, agent: userAgent(settings), now })
}

/** What the register of the country says of the number. Without one, every number is unknown. Never throws but for the database. */
export async function lookUp(
  services: Services,
  number: NumberOfCountry,
  register = registerFor(number.country, services)
): Promise<Inquiry> {
  const { db, log, now } = services
  const kept = await recentAnswer(db, number, now())
  if (kept) return kept
  if (!register) return { kind: 'unknown', requestId: null }
  const pause = await pauseOf(db, register, now())
  if (pause > 0) return problemOf('limited', 'paused', pause)
  const answer = await register.find(number.country, number.taxNumber)
  if (answer.kind !== 'problem') {
    await keepAnswer(db, register, number, answer, now())
    return answer
  }
  const { problem, detail, retryAfter } = answer
  log.warn({ register: register.name, problem, detail }, 'companies: a register could not be asked')
  if (problem === 'limited') await keepPause(db, register, new Date(now().getTime() + retryAfter * 1000))
  return answer
}

/** What the register said within the last day, or undefined. Registration reads by it whether a company is checked. */
export async function recentAnswer(
  database: Database,
  { country, taxNumber }: NumberOfCountry,
  now: Date
): Promise<RegisterAnswer | undefined> {
  const since = new Date(now.getTime() - servesMs)
  const row = await queryOne<{ answer: RegisterAnswer }>(
    database,
    sql`select answer from companies.register_answers
      where country = ${country} and tax_number = ${taxNumber} and asked_at > ${since} order by asked_at desc limit 1`
  )
  return row?.answer
}

const keepAnswer = (
  database: Database,
  { name }: CompanyRegister,
  { country, taxNumber }: NumberOfCountry,
  answer: RegisterAnswer,
  now: Date
) =>
  query(
    database,
    sql`insert into companies.register_answers (country, tax_number, register, is_found, request_id, answer, asked_at)
      values (${country}, ${taxNumber}, ${name}, ${answer.kind === 'found'}, ${answer.requestId},
        ${JSON.stringify(answer)}::jsonb, ${now})`
  )

/** Seconds for which the register is to be left alone; 0 when it may be asked. */
async function pauseOf(database: Database, { name }: CompanyRegister, now: Date): Promise<number> {
  const row = await queryOne<{ until: Date }>(
    database,
    sql`select until from companies.register_pauses where register = ${name} and until > ${now}`
  )
  return row ? Math.ceil((row.until.getTime() - now.getTime()) / 1000) : 0
}

const keepPause = (database: Database, { name }: CompanyRegister, until: Date) =>
  query(
    database,
    sql`insert into companies.register_pauses (register, until) values (${name}, ${until})
      on conflict (register) do update set until = excluded.until`
  )
