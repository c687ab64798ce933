/** Activating, deactivating and erasing a client's user. Each takes effect when the person makes the next call. */
import { type CommandContext, defineCommand } from '../../../../src/kernel/commands/command.ts'
import type { RowOf } from '../../../../src/kernel/resources/resource.ts'
import { activateAccount, deactivateAccount, erasePerson, requireClientAdminOf } from '../../../users/public.ts'
import { companyUsers } from '../resource.ts'
import { rulesFor } from '../rules.ts'

export const activateUser = defineCommand(companyUsers, {
  name: 'companies.activateUser',
  call: 'PUT /api/Admin/Users/:id/activate',
  access: rulesFor('activateUser'),
  ui: { icon: 'check', tone: 'success' },
  run: (context, { id }) => activateAccount(context, id)
})

export const deactivateUser = defineCommand(companyUsers, {
  name: 'companies.deactivateUser',
  call: 'PUT /api/Admin/Users/:id/deactivate',
  access: rulesFor('deactivateUser'),
  ui: { icon: 'ban', tone: 'danger', confirm: true },
  async run(context, person) {
    await deactivateAccount(context, person.id)
    await requireAnotherAdmin(context, person)
  }
})

/** Erases the names, the e-mail and the phone permanently. Orders of the person stay, as those of an unknown user. */
export const removeUser = defineCommand(companyUsers, {
  name: 'companies.removeUser',
  call: 'DELETE /api/Admin/Users/:id',
  access: rulesFor('removeUser'),
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, person) {
    await erasePerson(context, person.id)
    await requireAnotherAdmin(context, person)
  }
})

/** Refuses to leave the company without an active client administrator. */
async function requireAnotherAdmin(
  { trx, audience }: CommandContext,
  { companyId, isClientAdmin, isActivated }: RowOf<typeof companyUsers>
): Promise<void> {
  if (isClientAdmin && isActivated) await requireClientAdminOf(trx, companyId, audience === 'ADMIN')
}
