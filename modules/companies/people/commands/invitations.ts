/** Pending invitations: sending one again, and withdrawing one. */
import { type CommandContext, defineCommand } from '../../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../../src/kernel/errors/errors.ts'
import { changesOf } from '../../../../src/kernel/history/history.ts'
import { erasePerson, inviteIntoCompany } from '../../../users/public.ts'
import { companyUsers } from '../resource.ts'
import { callsAnHour, resendsADay, rulesFor } from '../rules.ts'

const dayMs = 24 * 3_600_000
const hourSeconds = 3600

/** Sends a new link. The earlier link can still be used; the use of one ends both. */
export const resendInvitation = defineCommand(companyUsers, {
  name: 'companies.resendInvitation',
  call: 'POST /api/InvitedUsers/resending',
  idFrom: { body: 'email', field: 'email' },
  icon: 'send',
  access: rulesFor('resendInvitation'),
  rateLimit: callsAnHour,
  async run(context, { id, email }) {
    await limitResends(context, id)
    await inviteIntoCompany(context.services, context.trx, email)
  }
})

/**
 * Limits how often one person is invited again, so that nobody's mailbox is filled. The invitations are counted in the history of
 * the account, whose row is locked.
 */
async function limitResends({ trx, now }: CommandContext, id: number): Promise<void> {
  const since = now.getTime() - dayMs
  const resent = (await changesOf(trx, companyUsers.subjectType, id)).filter(
    ({ code, at }) => code === 'companies.resendInvitation' && at.getTime() > since
  )
  if (resent.length >= resendsADay) throwProblem('tooMany', { retryAfter: hourSeconds })
}

/** Withdraws the invitation. The link becomes invalid, and the e-mail address can be used again. */
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
