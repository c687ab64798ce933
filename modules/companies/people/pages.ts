/** Pages of clients' users: the client's own page, the tab of the client panel, and the list of people who ask to join. */

import { codes } from '../../../src/contract/vocabulary.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { userCommands } from '../../users/public.ts'
import { activateUser, deactivateUser, removeUser } from './commands/activity.ts'
import { removeInvited, resendInvitation } from './commands/invitations.ts'
import { inviteUser } from './commands/invite.ts'
import { companyUsers, joinedUsers } from './resource.ts'
import { UserState } from './schema.ts'

const changes = [userCommands.editUser, activateUser, deactivateUser, resendInvitation, removeInvited, removeUser]

/** The colour of a row is that of the first condition that applies. The columns of state and rights say the same in words. */
const tint = [
  { name: 'invited', when: { state: codes(UserState, ['invited']) }, tone: 'neutral' },
  { name: 'waiting', when: { state: codes(UserState, ['waiting']) }, tone: 'danger' },
  { name: 'inactive', when: { state: codes(UserState, ['inactive']) }, tone: 'danger' },
  { name: 'clientAdmin', when: { isClientAdmin: [true] }, tone: 'info' }
] as const

const name = { key: 'name', grow: 2 } as const
const ways = [{ key: 'email', grow: 1.6 }, 'phone'] as const
const department = { key: 'departmentName', grow: 1.4 } as const

export const usersTab = resourceTab('users', companyUsers, {
  parent: 'CompanyId',
  columns: [name, 'state', 'isClientAdmin', ...ways, department],
  tint,
  commands: [inviteUser, ...changes]
})

const panel = [
  detailsTab(companyUsers, ['name', 'state', 'isClientAdmin', 'email', 'phone', 'departmentName', 'createdAt'], {
    commands: changes
  }),
  historyTab(companyUsers)
]

export const peoplePages = [
  definePage(companyUsers, {
    id: 'companies.users',
    route: '/client/users',
    goKey: 'u',
    group: 'portal',
    place: 3,
    icon: 'users',
    access: ['CLIENT_ADMIN'],
    columns: [name, 'state', 'isClientAdmin', ...ways, department],
    tint,
    commands: [inviteUser, ...changes],
    panel
  }),
  definePage(joinedUsers, {
    id: 'companies.usersToVerify',
    route: '/users/inactive',
    group: 'clients',
    inMenu: false,
    icon: 'user-edit',
    access: ['ADMIN'],
    filters: ['Waiting'],
    groupBy: 'companyName',
    columns: [
      name,
      { key: 'state', header: 'companies.user.state' },
      ...ways,
      { ...department, header: 'companies.user.departmentName' }
    ],
    tint: [{ name: 'activated', when: { isActivated: [true] }, tone: 'success' }],
    commands: [activateUser, userCommands.editUser, removeUser],
    panel
  })
]
