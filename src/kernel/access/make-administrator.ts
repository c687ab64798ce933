/** How whoever runs the server makes an account an administrator. */
import type { Role } from '../../contract/roles.ts'
import { defineSlot } from '../extension-points.ts'
import type { Services } from '../services.ts'

/**
 * What became of an account that whoever runs the server makes an administrator. `invited`: it cannot be signed in to yet, and the link,
 * which works once, sets its password; it was sent by e-mail, too, if `isSent`. `exists`: there is such an account that is no administrator, or
 * not an active one; it was left as it is, because the caller has not said that it may be promoted. `ofClient`: it belongs to a client's company, and was left
 * as it is.
 */
export type MadeAdministrator =
  | { readonly kind: 'canSignIn'; readonly id: number }
  | { readonly kind: 'ofClient' }
  | { readonly kind: 'exists'; readonly name: string; readonly role: Role | null; readonly isActive: boolean }
  | { readonly kind: 'invited'; readonly id: number; readonly link: string; readonly isSent: boolean }

/** @param mayPromote whether an account that exists, and is no active administrator, becomes one */
export type MakeAdministrator = (services: Services, email: string, mayPromote: boolean) => Promise<MadeAdministrator>

export const makeAdministrator = defineSlot<MakeAdministrator>('kernel.makeAdministrator')
