/** People who have signed up as staff: they have no role until an administrator confirms them with one. */
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { eraseAccount } from '../erase.ts'
import { queueEmail } from '../links.ts'
import { forgetUnproved, hasCredential } from '../mailbox.ts'
import { Account } from '../models.ts'
import { notify } from '../notices.ts'
import { Confirmation, NotConfirmedUser, StaffRole } from './schema.ts'

/** Their history and hints are those of accounts. The one who has waited longest comes first. */
export const notConfirmed = defineResource({
  type: 'users.notConfirmed',
  subjectType: 'users.account',
  title: 'not-confirmed user',
  titles: 'members of the staff who have signed up and wait to be confirmed',
  path: '/api/Admin/Users/not-confirmed',
  serves: ['list'],
  access: ['ADMIN'],
  schema: NotConfirmedUser,
  table: 'users.not_confirmed',
  alias: 'person',
  fields: {
    lastName: { sql: 'person.last_name', sort: ['person.last_name', 'person.first_name'] },
    email: { sql: 'person.email', sort: ['lower(person.email)'] },
    userData: {
      sql: `json_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name,
        'phone', person.phone, 'email', person.email)`
    }
  },
  views: { history: [] },
  sort: 'createdAt',
  pageSize: 100
})

/**
 * Gives the account a role, and the names and phone as corrected by the administrator. Blank fields stay; the e-mail cannot be
 * changed. The person sets a password by the link of an e-mail, unless they have proved the mailbox before: what a stranger may have left
 * in the account is deleted.
 */
const confirmUser = defineCommand(notConfirmed, {
  name: 'users.confirm',
  call: 'POST /api/Admin/Users/:id/confirm',
  icon: 'check',
  tone: 'success',
  repeatsId: 'userId',
  menu: { field: 'roleId', options: StaffRole },
  aliases: { phoneNumber: 'phone' },
  opensIn: 'panel',
  titled: true,
  access: {
    ADMIN: {
      form: defineForm({
        schema: Confirmation,
        omit: ['userId'],
        fields: {
          email: {
            transient: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            readOnly: true,
            help: 'users.confirm.email.help'
          }
        }
      })
    }
  },
  effects: ['remove'],
  async run(context, { id, email }, { roleId, firstName, lastName, phone }) {
    const { trx, now, services } = context
    context.addAuditParams({ role: roleId })
    const account = (await Account.query(trx).findById(id)) ?? throwProblem('notFound')
    await forgetUnproved(trx, account, now)
    await Account.query(trx).findById(id).patch({ role: roleId, confirmedAt: now, firstName, lastName, phone })
    if (await hasCredential(trx, id)) await notify(context, id, 'confirmed')
    else await queueEmail(services, trx, { email, purpose: 'invitation' })
  }
})

/** Erases the account of somebody who is not one of the staff. The e-mail is free again. */
const rejectUser = defineCommand(notConfirmed, {
  name: 'users.rejectSignUp',
  call: 'DELETE /api/Admin/Users/not-confirmed/:id',
  icon: 'times',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  run: ({ trx, now }, { id }) => eraseAccount(trx, id, now)
})

export const notConfirmedCommands = [confirmUser, rejectUser]

export const notConfirmedPage = definePage(notConfirmed, {
  id: 'users.notConfirmedUsers',
  route: '/config/notConfirmedUsers',
  group: 'settings',
  place: 7,
  counted: true,
  columns: ['lastName', 'firstName', 'phone', { key: 'email', grow: 1.4 }],
  commands: notConfirmedCommands
})
