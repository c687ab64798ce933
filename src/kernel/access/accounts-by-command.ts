/** What whoever runs the server may do to an account, without the pages: `npm run users`, `npm run person`. */
import type { Role } from '../../contract/roles.ts'
import { defineSlot } from '../extension-points.ts'
import type { Services } from '../services.ts'

export interface ListedAccount {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role | null
  /** `waiting`: nobody has confirmed it; `invited`: nothing that it could be signed in with. */
  readonly state: 'active' | 'waiting' | 'invited' | 'deactivated' | 'erased'
  readonly hasSecondFactor: boolean
  readonly company: string | null
  readonly lastSignIn: Date | null
}

/** `link`: a link that sets a password, which is answered; `export`: the handing out of the person's data is noted. */
export type AccountAct = 'deactivate' | 'link' | 'secondFactorOff' | 'export' | 'erase'

/** `absent`: nobody has this e-mail; `refused`: it would leave the business or a company without its last administrator, or it is a driver. */
export type ActOutcome =
  | { readonly kind: 'done'; readonly account: ListedAccount; readonly link?: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly sentence: string }

export interface AccountsByCommand {
  /** All accounts, or those whose e-mail or name contains the words; erased ones are left out. */
  list(services: Services, words?: string): Promise<readonly ListedAccount[]>
  find(services: Services, email: string): Promise<ListedAccount | undefined>
  /** Does it, with history and an entry of the audit. */
  act(services: Services, act: AccountAct, email: string): Promise<ActOutcome>
}

export const accountsByCommand = defineSlot<AccountsByCommand>('kernel.accountsByCommand')
