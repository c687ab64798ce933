/** Staff manage a company's departments. A department in use cannot be deleted, nor can a company's last one. */

import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Nullable, Text } from '../../../src/kernel/schema.ts'
import { AddressFields, requireOfCountry } from '../address.ts'
import { throwCompanyError } from '../errors.ts'
import { Company, Department } from '../models.ts'
import { departments } from './resource.ts'

const DepartmentForm = defineForm({
  schema: Type.Object({ ...AddressFields, description: Type.Optional(Nullable(Text(300))) }),
  context: ['country']
})

const departmentsOf = (trx: Knex.Transaction, companyId: number) =>
  Department.query(trx).where({ company_id: companyId }).resultSize()

/** The company is locked whenever its number of departments matters: here, and where it is limited to one (`editCompany`). */
const lockCompany = (trx: Knex.Transaction, id: number) => Company.query(trx).findById(id).forNoKeyUpdate()

/**
 * Refuses a second department while the company's data says that it has only one. With a second department the ordinary users
 * of the company see less than before, so staff must first change the company's data on purpose.
 */
export const addDepartment = defineCreation(departments, {
  name: 'companies.addDepartment',
  key: 'n',
  call: 'POST /api/Admin/Companies/:id/add-department',
  access: { ADMIN: { form: DepartmentForm } },
  async run({ trx, now, param }, { description = null, ...address }) {
    const company = (await lockCompany(trx, param('id'))) ?? throwProblem('notFound')
    requireOfCountry(address, company.country)
    const companyId = company.id
    if (!company.multiDepartment && (await departmentsOf(trx, companyId)) > 0) throwCompanyError('singleDepartment')
    return Department.query(trx).insert({ ...address, description, companyId, createdAt: now })
  }
})

export const editDepartment = defineCommand(departments, {
  name: 'companies.editDepartment',
  key: 'e',
  call: 'PUT /api/Admin/Departments/:id',
  icon: 'pencil',
  access: { ADMIN: { form: DepartmentForm } },
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
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  /** Locks the company before its department, in the same order as deleting a company does, so that the two cannot deadlock. */
  async lockFirst({ trx }, [id]) {
    const department = id === undefined ? undefined : await Department.query(trx).findById(id)
    if (department) await lockCompany(trx, department.companyId)
  },
  async run({ trx }, { id, companyId }) {
    if ((await departmentsOf(trx, companyId)) < 2) throwCompanyError('lastDepartment')
    await Department.query(trx).deleteById(id)
  }
})

export const departmentCommands = [addDepartment, editDepartment, removeDepartment]
