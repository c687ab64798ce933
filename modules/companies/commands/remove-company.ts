import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { eraseCompanyAccounts } from '../../users/public.ts'
import { Company, Department, ReceptionPlace } from '../models.ts'
import { beforeCompanyRemoval } from '../points.ts'
import { clients } from '../resource.ts'
import { may } from '../rules.ts'

/** Deletes a company without orders, with its places, departments and people. A company with orders can only be deactivated. */
export const removeCompany = defineCommand(clients, {
  name: 'companies.removeCompany',
  call: 'DELETE /api/Admin/Companies/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: { when: may('removeCompany') } },
  effects: ['remove'],
  async run(context, { id }) {
    const { trx } = context
    await beforeCompanyRemoval.check(context, [id])
    await eraseCompanyAccounts(context, id)
    await ReceptionPlace.query(trx).delete().where({ company_id: id })
    await Department.query(trx).delete().where({ company_id: id })
    await Company.query(trx).deleteById(id)
  }
})
