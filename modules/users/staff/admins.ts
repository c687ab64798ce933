/**
 * Administrators: accounts with the role ADMIN that are confirmed and not erased, including deactivated ones. Names and phone are changed by
 * `PUT /api/Admin/Users/{id}`, as for every account (`../commands/edit-user.ts`). Nobody can deactivate or remove their own account, so
 * that nobody is locked out by mistake.
 */
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, listTab } from '../../../src/kernel/pages/tabs.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { editUser } from '../commands/edit-user.ts'
import { unlinkIdentities } from '../external/identities.ts'
import { queueEmail } from '../links.ts'
import { activateAccount, addPerson, deactivateAccount, erasePerson } from '../public.ts'
import { hasIdentity, hasSecondFactor } from '../resource.ts'
import { UserRelation } from '../schema.ts'
import { resetSecondFactor } from '../second-factor/commands.ts'
import { endSessionsOfUser, SessionRow } from '../session-list.ts'
import { requireAdministrator } from './last-admin.ts'
import { Administrator, NewAdministrator, StaffState } from './schema.ts'

const state = `case when admin.deactivated_at is not null then ${StaffState.inactive}
  when admin.has_no_password then ${StaffState.invited} else ${StaffState.active} end`

/** Their history and hints are those of accounts. History stores none of the fields, because personal data must be erasable. */
export const admins = defineResource({
  type: 'users.admin',
  subjectType: 'users.account',
  title: 'administrator',
  path: '/api/Admin/Users/admins',
  access: ['ADMIN'],
  schema: Administrator,
  table: 'users.administrators',
  alias: 'admin',
  fields: {
    lastName: { sql: 'admin.last_name', sort: ['admin.last_name', 'admin.first_name'] },
    email: { sql: 'admin.email', sort: ['lower(admin.email)'] },
    state: { sql: `(${state})` },
    hasSecondFactor: { sql: hasSecondFactor('admin') },
    hasIdentity: { sql: hasIdentity('admin') },
    relation: {
      sql: ({ accountId }) => sql`case when admin.id = ${accountId} then ${raw(String(UserRelation.own))}
        when (${raw(state)}) = ${raw(String(StaffState.invited))} then ${raw(String(UserRelation.invited))}
        else ${raw(String(UserRelation.staff))} end`
    }
  },
  views: { history: ['state'] },
  sort: 'lastName'
})

const another = { relation: codes(UserRelation, ['staff', 'invited']) }

/** Adds an administrator as a confirmed account, and invites them by e-mail to set a password. */
const addAdmin = defineCreation(admins, {
  name: 'users.addAdmin',
  key: 'n',
  call: 'POST /api/Admin/Users/AddAdmin',
  aliases: { phoneNumber: 'phone' },
  access: { ADMIN: { form: defineForm({ schema: NewAdministrator }) } },
  run: async (context, person) => ({ id: await addPerson(context, 'ADMIN', person) })
})

const deactivateAdmin = defineCommand(admins, {
  name: 'users.deactivateAdmin',
  call: 'PUT /api/Admin/Users/admins/:id/deactivate',
  icon: 'ban',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: { shown: { state: codes(StaffState, ['active', 'invited']) }, when: another } },
  async run(context, { id }) {
    await deactivateAccount(context, id)
    await requireAdministrator(context.trx)
  }
})

const activateAdmin = defineCommand(admins, {
  name: 'users.activateAdmin',
  call: 'PUT /api/Admin/Users/admins/:id/activate',
  icon: 'check',
  tone: 'success',
  access: { ADMIN: { shown: { state: codes(StaffState, ['inactive']) } } },
  run: (context, { id }) => activateAccount(context, id)
})

/** Sends another invitation. The link of the earlier one can still be used. */
const inviteAdminAgain = defineCommand(admins, {
  name: 'users.inviteAdminAgain',
  call: 'POST /api/Admin/Users/admins/:id/invitation',
  icon: 'send',
  access: { ADMIN: { shown: { state: codes(StaffState, ['invited']) } } },
  run: ({ services, trx }, { email }) => queueEmail(services, trx, { email, purpose: 'invitation' })
})

/** Erases names, e-mail and phone permanently. Past actions then belong to an “unknown user”. */
const removeAdmin = defineCommand(admins, {
  name: 'users.removeAdmin',
  call: 'DELETE /api/Admin/Users/admins/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: { when: another } },
  effects: ['remove'],
  async run(context, { id }) {
    await erasePerson(context, id)
    await requireAdministrator(context.trx)
  }
})

export const adminCommands = [addAdmin, deactivateAdmin, activateAdmin, inviteAdminAgain, removeAdmin]

const changes = [
  editUser,
  inviteAdminAgain,
  activateAdmin,
  endSessionsOfUser,
  resetSecondFactor,
  unlinkIdentities,
  deactivateAdmin,
  removeAdmin
]

export const adminsPage = definePage(admins, {
  id: 'users.admins',
  route: '/config/admins',
  group: 'settings',
  place: 8,
  columns: ['lastName', 'firstName', 'phone', { key: 'email', grow: 1.4 }, 'state'],
  tint: [
    { name: 'invited', when: { state: codes(StaffState, ['invited']) }, tone: 'neutral' },
    { name: 'inactive', when: { state: codes(StaffState, ['inactive']) }, tone: 'danger' }
  ],
  commands: [addAdmin, ...changes],
  panel: [
    detailsTab(admins, ['lastName', 'firstName', 'phone', 'email', 'state', 'hasSecondFactor', 'hasIdentity'], {
      commands: changes
    }),
    listTab('sessions', {
      load: '/api/Admin/Users/:id/sessions',
      schema: SessionRow,
      resourceType: 'users.session',
      columns: ['device', 'address', 'seenDate', 'createdDate']
    }),
    historyTab(admins)
  ]
})
