import { defineAction } from '../../../src/kernel/commands/command.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { throwCompanyError } from '../errors.ts'
import { Department } from '../models.ts'
import { departmentForm } from './forms.ts'
import { addContact, beginUndoable, checkByCountry, companyToJoin, isByStaff, languageInPath } from './join.ts'
import { callsAnHour } from './rules.ts'
import { Accepted } from './schema.ts'

/**
 * A further department of a company, with its first person, who waits until the account is activated. Until then strangers do not
 * see the department. Otherwise anybody who knows a tax number could add text that other people read.
 */
export const registerDepartment = defineAction({
  name: 'companies.registerDepartment',
  call: 'POST /api/Companies/RegisterDepartment/:id/lang/:lang',
  wire: {
    status: 202,
    rateLimit: callsAnHour,
    summary: 'Register a department of a company that has several, with its first person'
  },
  access: { ADMIN: { form: departmentForm }, anyone: { form: departmentForm } },
  answer: Accepted,
  async run(context, { department, contactPerson }) {
    const { trx, now } = context
    const language = languageInPath(context.textParam('lang'))
    const company = await companyToJoin(context, sql`select ${context.param('id')}::int as id`)
    checkByCountry(departmentForm, { department, contactPerson }, company.country)
    if (!company.multiDepartment) throwCompanyError('oneDepartment')
    const undo = await beginUndoable(context)
    const { id: departmentId } = await Department.query(trx).insert({
      companyId: company.id,
      ...department,
      requestedAt: isByStaff(context) ? null : now,
      createdAt: now
    })
    const isConfirmed = isByStaff(context)
    const membership = { role: 'CLIENT', companyId: company.id, departmentId, language, isConfirmed } as const
    if (
      await addContact(context, membership, contactPerson, {
        path: 'contactPerson.',
        country: company.country,
        texts: 'taken',
        undo
      })
    )
      context.hint('companies.department', [departmentId], company.id)
    return { accepted: true as const }
  }
})
