/**
 * News about activation: a person gets those of the own account, client administrators those of the company and its places. Each says
 * whether the person can order now, or what is still missing.
 */
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { oneLine } from '../../src/kernel/messaging/letter.ts'
import { clientNews, type NetChange, type News, type NewsContext, type Occasion } from '../notifications/public.ts'
import { ClientNews } from '../notifications/schema.ts'
import { toldOf } from '../users/public.ts'
import { placeAddress } from './fragments.ts'
import { companyUsers } from './people/resource.ts'
import { places } from './places/resource.ts'
import { clients } from './resource.ts'

const homePath = '/client/dashboard'

/** What a person lacks to be able to order; `canOrder`: nothing. */
type Standing = 'canOrder' | 'companyWaits' | 'placeMissing' | 'placeWaits' | 'dataMissing'

async function standingOf({ trx, reader }: NewsContext): Promise<Standing> {
  if (reader.hasAllRequiredData) return 'canOrder'
  const company = await queryOne<{ isActive: boolean; hasPlace: boolean; hasActivePlace: boolean }>(
    trx,
    sql`select c.verified and c.active as "isActive",
        exists (select from companies.reception_places p where p.company_id = c.id) as "hasPlace",
        exists (select from companies.reception_places p where p.company_id = c.id and p.is_active) as "hasActivePlace"
      from companies.companies c where ${visibleTo(reader, 'c.id')}`
  )
  if (!company?.isActive) return 'companyWaits'
  if (!company.hasPlace) return 'placeMissing'
  return company.hasActivePlace ? 'dataMissing' : 'placeWaits'
}

/** What is told of an activated thing: what it is, that it is active, and further sentences. */
function activated(
  { say }: NewsContext,
  {
    id,
    name,
    path,
    params = {}
  }: { id: number; name: string; path: string; params?: Readonly<Record<string, string>> },
  sentences: readonly string[]
): News {
  const text = [say(`companies.news.${name}.text`), ...sentences.map(key => say(`companies.news.${key}`))].join(' ')
  const event = { kind: ClientNews.activated, short: say(`companies.news.${name}.short`), text }
  return { id, title: say(`companies.news.${name}.title`, params), details: [], path, events: [event] }
}

/** The standing of the person, and where a password comes from if there is none yet. */
const sentencesFor = async (context: NewsContext): Promise<string[]> => [
  `standing.${await standingOf(context)}`,
  ...(context.hasPassword ? [] : ['noPassword'])
]

/** Ids of those whose field became true. */
const madeTrue = (nets: readonly NetChange[], field: string): number[] =>
  nets.filter(({ after }) => after[field] === true).map(({ id }) => id)

const administratorsOf = (ids: readonly number[]) => sql`select person.id as subject_id, told.id as account_id
  from companies.users person cross join lateral (${raw(toldOf('person.company_id'))}) told
  where person.id = any(${[...ids]}::int[])`

/** Whoever asks to join a company: told to its administrators while the person still waits. */
const asks: Occasion = { field: 'asksToJoin', told: administratorsOf }

async function joinersOf({ trx, reader, say }: NewsContext, nets: readonly NetChange[]): Promise<News[]> {
  const ids = nets.filter(({ after }) => after[asks.field] === true).map(({ id }) => id)
  if (ids.length === 0 || reader.role !== 'CLIENT_ADMIN') return []
  const waiting = await query<{ id: number; name: string; email: string }>(
    trx,
    sql`select u.id, concat_ws(' ', u.first_name, u.last_name) as name, u.email from companies.users u
      where u.id = any(${ids}::int[]) and u.confirmed_at is null and u.deactivated_at is null
        and ${visibleTo(reader, 'u.company_id', 'u.department_id')} order by u.id`
  )
  return waiting.map(({ id, name, email }) => ({
    id,
    title: oneLine(name),
    details: [oneLine(email)],
    path: `/client/users?row=${id}&panel=${id}`,
    events: [
      {
        kind: ClientNews.colleagueAsks,
        short: say('companies.news.joiner.short'),
        text: say('companies.news.joiner.text')
      }
    ]
  }))
}

const accountNews = clientNews.fill({
  resourceType: companyUsers.subjectType,
  fields: ['isActivated'],
  ofClients: true,
  told: ids =>
    sql`select person.id as subject_id, person.id as account_id from unnest(${[...ids]}::int[]) as person (id)`,
  occasions: { 'companies.registerAccount': asks, 'companies.registerDepartment': asks },
  async newsOf(context, nets) {
    const id = madeTrue(nets, 'isActivated').find(each => each === context.reader.accountId)
    const own = id === undefined ? [] : [{ id, name: 'account', path: homePath }]
    return [
      ...(await Promise.all(own.map(async of => activated(context, of, await sentencesFor(context))))),
      ...(await joinersOf(context, nets))
    ]
  }
})

const companyNews = clientNews.fill({
  resourceType: clients.subjectType,
  fields: ['active'],
  told: ids => sql`select c.id as subject_id, told.id as account_id
    from companies.companies c cross join lateral (${raw(toldOf('c.id'))}) told where c.id = any(${[...ids]}::int[])`,
  async newsOf(context, nets) {
    const found = await query<{ id: number; name: string }>(
      context.trx,
      sql`select c.id, c.name from companies.companies c
        where c.id = any(${madeTrue(nets, 'active')}::int[]) and ${visibleTo(context.reader, 'c.id')}`
    )
    const sentences = found.length === 0 ? [] : await sentencesFor(context)
    return found.map(({ id, name }) =>
      activated(context, { id, name: 'company', path: homePath, params: { name: oneLine(name) } }, sentences)
    )
  }
})

const placeNews = clientNews.fill({
  resourceType: places.subjectType,
  fields: ['isActive'],
  told: ids => sql`select p.id as subject_id, told.id as account_id
    from companies.reception_places p cross join lateral (${raw(toldOf('p.company_id'))}) told
    where p.id = any(${[...ids]}::int[])`,
  async newsOf(context, nets) {
    const found = await query<{ id: number; address: string }>(
      context.trx,
      sql`select p.id, ${placeAddress('p')} as address from companies.reception_places p
        where p.id = any(${madeTrue(nets, 'isActive')}::int[]) and ${visibleTo(context.reader, 'p.company_id', 'p.department_id')}
        order by p.id`
    )
    const standing = found.length === 0 ? undefined : await standingOf(context)
    return found.map(({ id, address }) =>
      activated(
        context,
        {
          id,
          name: 'place',
          path: `/client/receptionPlaces?row=${id}&panel=${id}`,
          params: { address: oneLine(address) }
        },
        standing === 'canOrder'
          ? ['standing.canOrderHere']
          : standing === 'companyWaits'
            ? ['standing.companyWaits']
            : []
      )
    )
  }
})

export const news = [accountNews, companyNews, placeNews]
