/**
 * What may be done to a client's user in each state. Buttons, commands and tests read this table. A pending invitation can only be
 * sent again or removed. Nobody can deactivate or remove their own account, so that nobody is locked out by mistake. `mayChange`
 * of the users module decides who may edit whom.
 */
import { codes } from '../../../src/contract/vocabulary.ts'
import type { When } from '../../../src/contract/when.ts'
import type { RowOf } from '../../../src/kernel/resources/resource.ts'
import { UserRelation } from '../../users/schema.ts'
import type { companyUsers } from './resource.ts'
import { UserState } from './schema.ts'

/** Invitations that one person may send in an hour, new and repeated ones together. */
export const callsAnHour = { max: 200, timeWindow: 3_600_000 } as const
/** How often an invitation may be sent again to one person in 24 hours. */
export const resendsADay = 5

type Rule = When<RowOf<typeof companyUsers>>

interface UserAction {
  /** On which users the button is shown at all. */
  readonly shown: Rule
  readonly when?: Rule
}

const anotherPerson: Rule = { relation: [UserRelation.client] }

/** The keys are the names of the commands without `companies.`. */
export const userActions = {
  activateUser: { shown: { state: codes(UserState, ['inactive', 'waiting']) } },
  deactivateUser: { shown: { state: codes(UserState, ['active']) }, when: anotherPerson },
  resendInvitation: { shown: { state: codes(UserState, ['invited']) } },
  removeInvited: { shown: { state: codes(UserState, ['invited']) } },
  removeUser: { shown: { state: codes(UserState, ['active', 'inactive', 'waiting']) }, when: anotherPerson }
} as const satisfies Readonly<Record<string, UserAction>>

/** The rule of a command, for everyone who may manage users. */
export const rulesFor = (
  action: keyof typeof userActions
): { readonly ADMIN: UserAction; readonly CLIENT_ADMIN: UserAction } => {
  const rule: UserAction = userActions[action]
  return { ADMIN: rule, CLIENT_ADMIN: rule }
}
