/** How whoever runs the server makes an account an administrator. */
import { defineSlot } from '../extension-points.ts'
import type { Services } from '../services.ts'

/**
 * What became of an account that whoever runs the server makes an administrator. `invited`: it cannot be signed in to yet, and the link,
 * which works once, sets its password; it was sent by e-mail, too, if `isSent`. `ofClient`: it belongs to a client's company, and was left
 * as it is.
 */
export type MadeAdministrator =
  | { readonly kind: 'canSignIn'; readonly id: number }
  | { readonly kind: 'ofClient' }
  | { readonly kind: 'invited'; readonly id: number; readonly link: string; readonly isSent: boolean }

export type MakeAdministrator = (services: Services, email: string) => Promise<MadeAdministrator>

export const makeAdministrator = defineSlot<MakeAdministrator>('kernel.makeAdministrator')
