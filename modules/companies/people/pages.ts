/** Where clients' users are seen: the client's own page, the tab of the client panel, and the list of those who wait to be let in. */

import { codes } from '../../../src/contract/vocabulary.ts'
import { definePage, detailsTab, historyTab, resourceTab } from '../../../src/kernel/metadata/pages.ts'
import { userCommands } from '../../users/public.ts'
import { activateUser, deactivateUser, removeUser } from './commands/activity.ts'
import { removeInvited, resendInvitation } from './commands/invitations.ts'
import { inviteUser } from './commands/invite.ts'
import { companyUsers, joinedUsers } from './resource.ts'
import { UserState } from './schema.ts'

const changes = [userCommands.editUser, activateUser, deactivateUser, resendInvitation, removeInvited, removeUser]

/** Grey, red, blue: the first that holds. The column of states says the same in words, the mark who is administrator. */
const tint = [
  { when: { state: codes(UserState, ['invited']) }, tone: 'neutral' },
  { when: { state: codes(UserState, ['inactive', 'waiting']) }, tone: 'danger' },
  { when: { isClientAdmin: [true] }, tone: 'info' }
] as const
const marks = [{ name: 'clientAdmin', icon: 'shield', tone: 'info', when: { isClientAdmin: [true] } }] as const

const names = [{ key: 'lastName', grow: 1.2 }, 'firstName'] as const
const ways = [{ key: 'email', grow: 1.6 }, 'phone'] as const
const department = { key: 'departmentName', grow: 1.4 } as const

export const usersTab = resourceTab('users', companyUsers, {
  parent: 'CompanyId',
  columns: [...names, ...ways, department, 'state'],
  tint,
  marks,
  commands: [inviteUser, ...changes]
})

const panel = [
  detailsTab(
    companyUsers,
    ['firstName', 'lastName', 'email', 'phone', 'departmentName', 'isClientAdmin', 'state', 'createdAt'],
    { commands: changes }
  ),
  historyTab(companyUsers)
]

export const peoplePages = [
  definePage(companyUsers, {
    id: 'companies.users',
    route: '/client/users',
    group: 'portal',
    place: 30,
    icon: 'users',
    access: ['CLIENT_ADMIN'],
    columns: [...names, ...ways, department, 'state'],
    tint,
    marks,
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
      ...names,
      ...ways,
      { ...department, header: 'companies.user.departmentName' },
      { key: 'state', header: 'companies.user.state' }
    ],
    tint: [{ when: { isActivated: [true] }, tone: 'success' }],
    marks: [{ name: 'activated', icon: 'check-circle', tone: 'success', when: { isActivated: [true] } }],
    commands: [activateUser, userCommands.editUser, removeUser],
    panel
  })
]
