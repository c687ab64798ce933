/**
 * Looks up a tax number in the register of its country. An answer is reused for a day, because a register may allow only a hundred
 * searches a day. A register that refused further calls is not asked until its pause has ended. Answers and pauses are in the
 * database, so they hold for all processes.
 */
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { userAgent } from '../../../src/kernel/outbound/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Country, type CountryCode } from '../schema.ts'
import { type CompanyRegister, type Inquiry, problemOf, type RegisterAnswer } from './register.ts'
import { vatList } from './vat-list.ts'
import { vies } from './vies.ts'

const servesMs = 24 * 3_600_000

/** A tax number in the form of `compactTaxNumber`, and its country. */
export interface NumberOfCountry {
  readonly country: CountryCode
  readonly taxNumber: string
}

/** The register that the settings name for a country; undefined if they name none. */
function registerFor(country: CountryCode, { settings, now }: Services): CompanyRegister | undefined {
  const isPolish = country === Country.polish
  const url = isPolish ? settings.vatListUrl : settings.viesUrl
  if (!/^https?:/.test(url)) return undefined
  return (isPolish ? vatList : vies)({ url, agent: userAgent(settings), now })
}

/** Inquiries in progress in this process. If the same number is asked meanwhile, both callers get the same answer. */
const underWay = new WeakMap<Services, Map<string, Promise<Inquiry>>>()

/** Whether the register would be asked about the number: it has not answered within a day. */
export const isAsked = async (services: Services, number: NumberOfCountry): Promise<boolean> =>
  registerFor(number.country, services) !== undefined && !(await recentAnswer(services.db, number, services.now()))

/**
 * Asks the register of the country about the number. Without a register, every number is unknown. Throws only if the database
 * fails.
 */
export async function lookUp(services: Services, number: NumberOfCountry): Promise<Inquiry> {
  const key = `${number.country} ${number.taxNumber}`
  const others = underWay.get(services) ?? new Map<string, Promise<Inquiry>>()
  underWay.set(services, others)
  const inquiry = others.get(key) ?? lookUpAlone(services, number).finally(() => others.delete(key))
  others.set(key, inquiry)
  return inquiry
}

async function lookUpAlone(services: Services, number: NumberOfCountry): Promise<Inquiry> {
  const { db, log, now } = services
  const { country, taxNumber } = number
  const kept = await recentAnswer(db, number, now())
  if (kept) return kept
  const register = registerFor(country, services)
  if (!register) return { kind: 'unknown', requestId: null }
  const pause = await pauseOf(db, register, country, now())
  if (pause > 0) return problemOf('limited', 'paused', pause)
  const answer = await register.find(country, taxNumber)
  if (answer.kind !== 'problem') {
    await keepAnswer(db, register, number, answer, now())
    return answer
  }
  const { problem, detail, retryAfter } = answer
  log.warn({ register: register.name, country, problem, detail }, 'companies: a register could not be asked')
  if (problem === 'limited') await keepPause(db, register, country, new Date(now().getTime() + retryAfter * 1000))
  return answer
}

/** The register's answer of the last day, or undefined. Registration uses it to decide whether a company is checked. */
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

/** Seconds for which the register must not be asked; 0 if it may be asked. VIES has limits for each country. */
async function pauseOf(
  database: Database,
  { name }: CompanyRegister,
  country: CountryCode,
  now: Date
): Promise<number> {
  const row = await queryOne<{ until: Date }>(
    database,
    sql`select until from companies.register_pauses where register = ${name} and country = ${country} and until > ${now}`
  )
  return row ? Math.ceil((row.until.getTime() - now.getTime()) / 1000) : 0
}

const keepPause = (database: Database, { name }: CompanyRegister, country: CountryCode, until: Date) =>
  query(
    database,
    sql`insert into companies.register_pauses (register, country, until) values (${name}, ${country}, ${until})
      on conflict (register, country) do update set until = excluded.until`
  )
