/**
 * What may be done to a client's user, by where it stands: buttons, commands and tests read the table. An invitation in progress is
 * sent again or removed, nothing else. Nobody keeps the own account out or removes it, so that nobody is locked out by mistake;
 * who may edit whom is said by `mayChange` of the users.
 */
import { codes } from '../../../src/contract/vocabulary.ts'
import type { When } from '../../../src/contract/when.ts'
import type { RowOf } from '../../../src/kernel/resources/resource.ts'
import { UserRelation } from '../../users/schema.ts'
import type { companyUsers } from './resource.ts'
import { UserState } from './schema.ts'

/** Invitations that one person may send in an hour, first ones and those sent again. */
export const callsAnHour = { max: 200, timeWindow: 3_600_000 } as const
/** Times in 24 hours that an invitation is sent again to one person. */
export const resendsADay = 5

type Rule = When<RowOf<typeof companyUsers>>

interface UserAction {
  /** On which users the button is shown at all. */
  readonly shown: Rule
  readonly when?: Rule
}

const another: Rule = { relation: [UserRelation.client] }

/** By the command's name without `companies.`. */
export const userActions = {
  activateUser: { shown: { state: codes(UserState, ['inactive', 'waiting']) } },
  deactivateUser: { shown: { state: codes(UserState, ['active']) }, when: another },
  resendInvitation: { shown: { state: codes(UserState, ['invited']) } },
  removeInvited: { shown: { state: codes(UserState, ['invited']) } },
  removeUser: { shown: { state: codes(UserState, ['active', 'inactive', 'waiting']) }, when: another }
} as const satisfies Readonly<Record<string, UserAction>>

/** The rule of a command, for everyone who may manage users. */
export const rulesFor = (
  action: keyof typeof userActions
): { readonly ADMIN: UserAction; readonly CLIENT_ADMIN: UserAction } => {
  const rule: UserAction = userActions[action]
  return { ADMIN: rule, CLIENT_ADMIN: rule }
}
