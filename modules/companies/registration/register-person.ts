import { defineAction } from '../../../src/kernel/commands/command.ts'
import { hasAccount, writeToOwner } from '../../users/public.ts'
import { clients } from '../clients.ts'
import { personForm } from './forms.ts'
import { isByStaff, limitRegistrations } from './join.ts'
import { addCompany, nameOf } from './register-company.ts'
import { callsAnHour } from './rules.ts'
import { Accepted } from './schema.ts'

/** A private person is a client like a company, called by its own name and without a number. */
export const registerPerson = defineAction({
  name: 'companies.registerPerson',
  call: 'POST /api/Admin/Companies/person',
  summary: 'Register a private person. The answer does not tell whether the e-mail has an account',
  access: { ADMIN: { form: personForm }, anyone: { form: personForm } },
  rateLimit: callsAnHour,
  status: 202,
  answer: Accepted,
  async run(context, { country, department, contactPerson, terms }) {
    await limitRegistrations(context)
    if (!isByStaff(context) && (await hasAccount(context.trx, contactPerson.email))) {
      await writeToOwner(context, contactPerson.email, 'taken')
      return { accepted: true as const }
    }
    const company = { name: nameOf(contactPerson), country }
    const { id } = await addCompany(context, company, department, contactPerson, terms)
    await context.recordEvent(clients, id)
    context.hint(clients.type, [id])
    return { accepted: true as const }
  }
})
