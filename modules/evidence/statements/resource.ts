/** Issued statements, their rows, and what of them differs from the register of waste. Clients see those of their company. */
import { Type } from '@sinclair/typebox'
import type { Settings } from '../../../config/settings.ts'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { literal, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource, folded } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { companyNames, joinCompany } from '../../companies/public.ts'
import { joinOrder } from '../../orders/public.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { strayCardMasses } from '../../waste/public.ts'
import { ticketMasses } from '../../weights/public.ts'
import { cardsTogether, differsFromLedger } from '../masses.ts'
import { Difference, DifferenceRow, MassRow, StatementRow, StatementState } from '../schema.ts'

const { valid, replaced, withdrawn } = StatementState
const staff = ['ADMIN'] as const

const state = `(case when statement.withdrawn_at is not null then ${withdrawn} when statement.replaced_at is not null then ${replaced}
  else ${valid} end)`

/** Kilograms of an order without what the register says. */
const ownKilograms = raw('coalesce(ticket.kilograms, round(o.tonnage * 1000)::int, 0)')
const difference = sql`(case when card.cards = 0 then ${literal(Difference.noCard)}
  when card.kilograms is null then ${literal(Difference.notConfirmed)}
  when card.kilograms <> ${ownKilograms} then ${literal(Difference.mass)} end)`
const ofOrder = sql`${joinOrder('o', 'mass.order_id')} cross join lateral (${ticketMasses('mass.order_id')}) ticket
  cross join lateral (${cardsTogether('mass.order_id')}) card`

export const statements = defineResource({
  type: 'evidence.statement',
  title: 'statement of masses',
  titles: 'statements of masses',
  path: '/api/Admin/MassStatements',
  access: ['ADMIN', 'CLIENT_ADMIN'],
  schema: StatementRow,
  visibleTo: (reader: Reader): Sql => visibleTo(reader, 'statement.company_id'),
  table: 'evidence.statements',
  alias: 'statement',
  joins: {
    company: joinCompany('company', 'statement.company_id'),
    account: leftJoinAccount('account', 'statement.account_id'),
    next: 'left join evidence.statements next on next.id = statement.replaced_by_id',
    former: `left join lateral (select former.number from evidence.statements former
      where former.replaced_by_id = statement.id order by former.id limit 1) former on true`,
    register: sql`cross join lateral (select coalesce(sum(${ownKilograms}), 0)::int as own, coalesce(sum(card.kilograms), 0)::int as register,
        count(${difference})::int as differences
      from evidence.order_masses mass ${ofOrder} where mass.statement_id = statement.id) register`,
    stray: sql`cross join lateral (${strayCardMasses('statement.tax_number', 'statement.first_day', 'statement.last_day')}) stray`
  },
  fields: {
    number: { sql: 'statement.number', sort: ['statement.id'] },
    state: { sql: state },
    isOutdated: { sql: sql`(${raw(state)} = ${literal(valid)} and ${differsFromLedger('statement')})` },
    company: joined('company', 'name', { sort: ['company.name', 'company.id'] }),
    madeBy: { sql: personName('account'), join: 'account', sort: ['statement.account_id'] },
    replacedBy: joined('next', 'number', { sort: ['statement.replaced_by_id'] }),
    replaces: joined('former', 'number'),
    checkUrl: { sql: `'/statement/' || statement.token` },
    ownKilograms: joined('register', 'own'),
    registerKilograms: joined('register', 'register'),
    differences: joined('register', 'differences'),
    // a card names no place of ours
    strayCards: { sql: 'case when statement.place_id is null then stray.cards else 0 end', join: 'stray' },
    strayKilograms: { sql: 'case when statement.place_id is null then stray.kilograms else 0 end', join: 'stray' }
  },
  fieldAccess: {
    isOutdated: staff,
    madeBy: staff,
    ownKilograms: staff,
    registerKilograms: staff,
    differences: staff,
    strayCards: staff,
    strayKilograms: staff
  },
  views: {
    list: [
      ...(['id', 'version', 'number', 'state', 'isOutdated', 'companyId', 'company', 'firstDay', 'lastDay'] as const),
      ...(['placeId', 'place', 'orders', 'kilograms', 'madeBy', 'createdAt', 'replacedById', 'replacedBy'] as const)
    ],
    history: ['number', 'state', 'company', 'firstDay', 'lastDay', 'place', 'kilograms', 'replacedBy', 'withdrawReason']
  },
  filters: {
    State: filter(EnumOf(StatementState), code => sql`${raw(state)} = ${code}`),
    CompanyId: filter(Id, id => sql`statement.company_id = ${id}`)
  },
  search: [
    { key: 'statement.id', of: { table: 'evidence.statements', id: 'id', text: folded('number') } },
    { key: 'statement.company_id', of: companyNames }
  ],
  named: 'number',
  sort: '-createdAt'
})

/** A condition: the reader may see the statement whose id the expression is. */
const isStatementVisible = (reader: Reader, id: string): Sql =>
  sql`${raw(id)} in (select statement.id from evidence.statements statement where ${visibleTo(reader, 'statement.company_id')})`

export const rows = defineResource({
  type: 'evidence.row',
  title: 'row of a statement of masses',
  titles: 'rows of a statement of masses',
  path: '/api/Admin/MassStatementRows',
  serves: [],
  access: ['ADMIN', 'CLIENT_ADMIN'],
  schema: MassRow,
  visibleTo: reader => isStatementVisible(reader, 'mass.statement_id'),
  table: 'evidence.rows',
  alias: 'mass',
  fields: {
    place: { sql: 'mass.place', sort: ['mass.place', 'mass.place_id'] },
    ticketIds: { sql: 'to_json(mass.ticket_ids)' },
    ticketId: { sql: 'mass.ticket_ids[1]' },
    hasTickets: { sql: '(mass.tickets is not null)' }
  },
  filters: { StatementId: filter(Id, id => sql`mass.statement_id = ${id}`) },
  sort: 'id',
  pageSize: 50
})

export const differences = defineResource({
  type: 'evidence.differing',
  title: 'difference from the register of waste',
  titles: 'differences from the register of waste',
  path: '/api/Admin/MassStatementDifferences',
  serves: [],
  access: ['ADMIN'],
  schema: DifferenceRow,
  table: 'evidence.order_masses',
  alias: 'mass',
  joins: { compared: ofOrder },
  fields: {
    cards: { sql: 'coalesce(card.numbers, o.kpo)', join: 'compared' },
    ownKilograms: { sql: ownKilograms, join: 'compared' },
    registerKilograms: { sql: 'card.kilograms', join: 'compared' },
    kind: { sql: difference, join: 'compared' }
  },
  filters: {
    StatementId: filter(Id, id => sql`mass.statement_id = ${id}`),
    Differs: filter(Type.Boolean(), differs => sql`(${difference} is not null) = ${differs}`, 'compared')
  },
  sort: 'id'
})

/** The address of a statement's public page, which its QR code has. */
export const checkAddress = ({ portalUrl }: Pick<Settings, 'portalUrl'>, token: string): string =>
  new URL(`/statement/${token}`, portalUrl).href
