import { defineAction } from '../../../src/kernel/commands/command.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { accountForm } from './forms.ts'
import { addContact, checkByCountry, companyToJoin, isByStaff, languageOfPerson } from './join.ts'
import { callsAnHour } from './rules.ts'
import { Accepted } from './schema.ts'
import { isDepartmentShown } from './shown.ts'

/** A person asks to join a registered department, and waits until the account is activated. */
export const registerAccount = defineAction({
  name: 'companies.registerAccount',
  call: 'POST /api/Companies/RegisterAccount/:id',
  wire: {
    status: 202,
    rateLimit: callsAnHour,
    summary: 'Ask to join a department. The answer does not tell whether the e-mail has an account'
  },
  access: { ADMIN: { form: accountForm }, anyone: { form: accountForm } },
  answer: Accepted,
  async run(context, { terms: _, ...person }) {
    const departmentId = context.param('id')
    const company = await companyToJoin(
      context,
      sql`select d.company_id as id from companies.departments d where d.id = ${departmentId} and ${raw(isDepartmentShown('d'))}`
    )
    checkByCountry(accountForm, person, company.country)
    const language = languageOfPerson(context, company.country)
    const membership = {
      role: 'CLIENT',
      companyId: company.id,
      departmentId,
      language,
      isConfirmed: isByStaff(context)
    } as const
    await addContact(context, membership, person, { path: '', country: company.country, texts: 'taken' })
    return { accepted: true as const }
  }
})
