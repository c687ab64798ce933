import { defineAction } from '../../../src/kernel/commands/command.ts'
import { clients } from '../clients.ts'
import { ClientType } from '../schema.ts'
import { personForm } from './forms.ts'
import { addContact, beginUndoable, limitRegistrations } from './join.ts'
import { insertCompany, nameOf } from './register-company.ts'
import { callsAnHour } from './rules.ts'
import { Accepted } from './schema.ts'

/** A private person is registered like a company. The name of the company is that of the person, and there is no tax number. */
export const registerPerson = defineAction({
  name: 'companies.registerPerson',
  call: 'POST /api/Admin/Companies/person',
  wire: {
    status: 202,
    rateLimit: callsAnHour,
    summary: 'Register a private person. The answer does not tell whether the e-mail has an account'
  },
  access: { ADMIN: { form: personForm }, anyone: { form: personForm } },
  answer: Accepted,
  async run(context, { country, department, contactPerson, terms }) {
    await limitRegistrations(context)
    const undo = await beginUndoable(context)
    const company = { name: nameOf(contactPerson), clientType: ClientType.privatePerson, country }
    const { id, membership } = await insertCompany(context, company, department, terms)
    if (
      await addContact(context, membership, contactPerson, { path: 'contactPerson.', country, texts: 'taken', undo })
    ) {
      await context.recordEvent(clients, id)
      context.hint(clients.type, [id])
    }
    return { accepted: true as const }
  }
})
