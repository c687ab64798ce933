/** Invitations in progress: sending another one, and taking one back. */
import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { erasePerson, invite } from '../../../users/public.ts'
import { companyUsers } from '../resource.ts'
import { rulesFor } from '../rules.ts'

/** The newer link ends the older one. */
export const resendInvitation = defineCommand(companyUsers, {
  name: 'companies.resendInvitation',
  call: 'POST /api/InvitedUsers/resending',
  idFrom: { body: 'email', field: 'email' },
  icon: 'send',
  access: rulesFor('resendInvitation'),
  rateLimit: { max: 60, timeWindow: 3_600_000 },
  run: ({ services, trx }, { email }) => invite(services, trx, email)
})

/** The link ends, and the e-mail is free again. */
export const removeInvited = defineCommand(companyUsers, {
  name: 'companies.removeInvited',
  call: 'DELETE /api/InvitedUsers/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: rulesFor('removeInvited'),
  effects: ['remove'],
  run: (context, { id }) => erasePerson(context, id)
})
