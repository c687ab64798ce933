import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { eraseCompanyAccounts } from '../../users/public.ts'
import { clients } from '../clients.ts'
import { Company, Department, ReceptionPlace } from '../models.ts'
import { beforeCompanyRemoval } from '../public.ts'
import { may } from '../rules.ts'

/** Deletes a company without orders, with its places, departments and people. A company with orders can only be deactivated. */
export const removeCompany = defineCommand(clients, {
  name: 'companies.removeCompany',
  call: 'DELETE /api/Admin/Companies/:id',
  access: { ADMIN: { when: may('removeCompany') } },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id }) {
    const { trx } = context
    await beforeCompanyRemoval.check(context, [id])
    await eraseCompanyAccounts(context, id)
    await ReceptionPlace.query(trx).delete().where({ company_id: id })
    await Department.query(trx).delete().where({ company_id: id })
    await Company.query(trx).deleteById(id)
  }
})
