/** The departments of companies. Staff manage them: one in use cannot be deleted, nor can a company's last one. */
import { type Static, Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { isClient, type Reader } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { resourceTab } from '../../src/kernel/pages/tabs.ts'
import { filter, joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Nullable, Text, Version } from '../../src/kernel/schema.ts'
import { AddressFields, requireOfCountry } from './address.ts'
import { throwCompanyError } from './errors.ts'
import { isDepartmentShown, joinCompany } from './fragments.ts'
import { Company, Department } from './models.ts'
import { Country, type DepartmentOfCompany } from './schema.ts'

/**
 * Which departments a reader sees. Clients do not see those that a stranger has asked for until the staff, or a colleague, have let somebody of it
 * in: else anybody who knows a tax number could put an address into the company's forms.
 */
const isVisible = (reader: Reader, alias: string): Sql =>
  sql`${visibleTo(reader, `${alias}.company_id`, `${alias}.id`)} and ${raw(isClient(reader) ? isDepartmentShown(alias) : 'true')}`

/** Departments: parts of a company. They are listed by their company (`routes.ts`). */
export const departments = defineResource({
  type: 'companies.department',
  title: 'department',
  path: '/api/Admin/Departments',
  serves: ['item', 'history'],
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  scope: 'clients:read',
  schema: Type.Object({
    id: Id,
    version: Version,
    companyId: Id,
    /** The same as `id`. Changes are announced to the people of the department that this field names. */
    departmentId: Id,
    country: EnumOf(Country),
    city: Type.String(),
    street: Type.String(),
    postalCode: Type.String(),
    description: Nullable(Type.String())
  }),
  table: 'companies.departments',
  alias: 'department',
  joins: { company: joinCompany('company', 'department.company_id') },
  fields: {
    departmentId: 'id',
    country: joined('company', 'country'),
    city: { sql: 'department.city', sort: ['department.city', 'department.street'] }
  },
  named: { sql: "concat_ws(', ', department.city, department.street)" },
  views: { history: ['city', 'street', 'postalCode', 'description'] },
  visibleTo: reader => isVisible(reader, 'department'),
  filters: { CompanyId: filter(Id, companyId => sql`department.company_id = ${companyId}`) },
  sort: 'city'
})

/** The departments of a company that the reader may see, oldest first. */
export const departmentsOf = (
  database: Database,
  companyId: number,
  reader: Reader
): Promise<Static<typeof DepartmentOfCompany>[]> =>
  query(
    database,
    sql`select d.id, d.city, d.street from companies.departments d
      where d.company_id = ${companyId} and ${isVisible(reader, 'd')} order by d.id`
  )

const DepartmentForm = defineForm({
  schema: Type.Object({ ...AddressFields, description: Type.Optional(Nullable(Text(300))) }),
  context: ['country']
})

const countDepartments = (trx: Knex.Transaction, companyId: number) =>
  Department.query(trx).where({ company_id: companyId }).resultSize()

/** The company is locked whenever its number of departments matters: here, and where it is limited to one (`editCompany`). */
const lockCompany = (trx: Knex.Transaction, id: number) => Company.query(trx).findById(id).forNoKeyUpdate()

/**
 * Refuses a second department while the company's data says that it has only one. With a second department the ordinary users
 * of the company see less than before, so staff must first change the company's data on purpose.
 */
export const addDepartment = defineCreation(departments, {
  name: 'companies.addDepartment',
  call: 'POST /api/Admin/Companies/:id/add-department',
  access: { ADMIN: { form: DepartmentForm } },
  ui: { key: 'n' },
  async run({ trx, now, param }, { description = null, ...address }) {
    const company = (await lockCompany(trx, param('id'))) ?? throwProblem('notFound')
    requireOfCountry(address, company.country)
    const companyId = company.id
    if (!company.multiDepartment && (await countDepartments(trx, companyId)) > 0) throwCompanyError('singleDepartment')
    return Department.query(trx).insert({ ...address, description, companyId, createdAt: now })
  }
})

export const editDepartment = defineCommand(departments, {
  name: 'companies.editDepartment',
  call: 'PUT /api/Admin/Departments/:id',
  access: { ADMIN: { form: DepartmentForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run({ trx }, department, { description = department.description, ...address }) {
    requireOfCountry(address, department.country)
    await Department.query(trx)
      .findById(department.id)
      .patch({ ...address, description })
  }
})

/**
 * A department that places, people, orders or documents refer to cannot be deleted: the foreign keys refuse it
 * (`mapConstraints`).
 */
export const removeDepartment = defineCommand(departments, {
  name: 'companies.removeDepartment',
  call: 'DELETE /api/Admin/Departments/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  /** Locks the company before its department, in the same order as deleting a company does, so that the two cannot deadlock. */
  async lockFirst({ trx }, [id]) {
    const department = id === undefined ? undefined : await Department.query(trx).findById(id)
    if (department) await lockCompany(trx, department.companyId)
  },
  async run({ trx }, { id, companyId }) {
    if ((await countDepartments(trx, companyId)) < 2) throwCompanyError('lastDepartment')
    await Department.query(trx).deleteById(id)
  }
})

export const departmentCommands = [addDepartment, editDepartment, removeDepartment]

/** The departments of a company, as a tab of its panel. */
export const departmentsTab = resourceTab('departments', departments, {
  load: '/api/Admin/Companies/:id/departments',
  columns: ['city', 'street', 'postalCode', { key: 'description', grow: 1.4 }],
  commands: departmentCommands
})
