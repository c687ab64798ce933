/**
 * The users of clients: the accounts of companies that are not erased (the view companies.users). For history and hints they are
 * accounts, so that a change that people make to their own accounts reaches these lists, too. History keeps rights, but no
 * personal data.
 *
 * There are two lists: one of all users, and one of those who registered without an invitation, ordered by company.
 */
import { Type } from '@sinclair/typebox'
import { roles } from '../../../src/contract/roles.ts'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { day, filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { personName } from '../../users/public.ts'
import { UserRelation } from '../../users/schema.ts'
import { CompanyUser, UserState } from './schema.ts'

const isActivated = '(person.confirmed_at is not null and person.deactivated_at is null)'
const isInvited = `(${isActivated} and person.has_no_password)`
const state = `case when person.deactivated_at is not null then ${UserState.inactive}
  when person.confirmed_at is null then ${UserState.waiting}
  when person.has_no_password then ${UserState.invited} else ${UserState.active} end`
const isWaiting = '(person.confirmed_at is null)'

const shared = {
  subjectType: 'users.account',
  schema: CompanyUser,
  table: 'companies.users',
  alias: 'person',
  joins: {
    company: 'join companies.companies company on company.id = person.company_id',
    department: 'left join companies.departments department on department.id = person.department_id'
  },
  visibleTo: (reader: Reader) => visibleTo(reader, 'person.company_id', 'person.department_id')
} as const

type Join = 'company' | 'department'

/** The SQL of the fields. `under` has the columns that every sort begins with, such as the company's name. */
const fieldsUnder = (...under: readonly string[]) => {
  const joins: readonly Join[] = under.length > 0 ? ['company'] : []
  const sorted = (text: string | Sql, ...sort: readonly string[]) => ({
    sql: text,
    join: joins,
    sort: [...under, ...sort]
  })
  const byName = ['person.last_name', 'person.first_name']
  const ofDepartment = {
    join: ['department', ...joins] as readonly Join[],
    sort: [...under, 'department.city', 'department.street']
  }
  return {
    name: sorted(personName('person'), ...byName),
    email: sorted('person.email', 'lower(person.email)'),
    firstName: sorted('person.first_name', 'person.first_name', 'person.last_name'),
    lastName: sorted('person.last_name', ...byName),
    phone: sorted('person.phone', 'person.phone'),
    phoneNumber: sorted('person.phone', 'person.phone'),
    companyName: {
      sql: 'company.name',
      join: ['company'] as readonly Join[],
      sort: ['company.name', 'company.id', ...byName]
    },
    country: {
      sql: 'company.country',
      join: ['company'] as readonly Join[],
      sort: ['company.country', 'company.id', ...byName]
    },
    department: {
      ...ofDepartment,
      sql: `case when department.id is not null then
        json_build_object('id', department.id, 'city', department.city, 'street', department.street) end`
    },
    departmentName: { ...ofDepartment, sql: "department.city || ', ' || department.street" },
    role: sorted('person.role', 'person.role', ...byName),
    isClientAdmin: { sql: `coalesce(person.role = ${roles.CLIENT_ADMIN}, false)` },
    state: sorted(`(${state})`, `(${state})`),
    isActivated: { sql: isActivated },
    isActive: { sql: isActivated },
    isInvitationInProgress: { sql: isInvited },
    createdAt: day('person.created_at'),
    relation: {
      sql: ({ accountId }: Reader) => sql`case when person.id = ${accountId} then ${raw(String(UserRelation.own))}
        when ${raw(isInvited)} then ${raw(String(UserRelation.invited))} else ${raw(String(UserRelation.client))} end`
    }
  }
}

export const companyUsers = defineResource({
  ...shared,
  type: 'companies.user',
  title: 'client’s user',
  path: '/api/Admin/Users',
  access: ['ADMIN', 'CLIENT_ADMIN'],
  fields: fieldsUnder(),
  views: { history: ['role', 'departmentName', 'isActivated'] },
  filters: {
    UserId: filter(Id, userId => sql`person.id = ${userId}`),
    CompanyId: filter(Id, companyId => sql`person.company_id = ${companyId}`),
    IncludeInvitedUsers: filter(Type.Boolean(), include => (include ? sql`true` : sql`not ${raw(isInvited)}`)),
    Waiting: filter(Type.Boolean(), waiting => sql`${raw(isWaiting)} = ${waiting}`)
  },
  sort: 'name'
})

/** Every sort begins with the company's name, because the page has the companies as headings. */
export const joinedUsers = defineResource({
  ...shared,
  type: 'companies.joinedUser',
  title: 'user who came uninvited',
  titles: 'users who came uninvited: those who wait, and those who were let in lately',
  path: '/api/Admin/Users/joined',
  serves: ['list'],
  access: ['ADMIN'],
  panel: 'companies.userPanel',
  table: 'companies.joined_users',
  fields: fieldsUnder('company.name', 'company.id'),
  filters: { Waiting: filter(Type.Boolean(), waiting => sql`${raw(isWaiting)} = ${waiting}`) },
  sort: 'companyName'
})
