/** Links that connect a device: made by staff, or with the message about a driver's orders. Only a hash of the code is kept. */
import type { Knex } from 'knex'
import { hashOfSecret, newSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Device } from '../models.ts'

const day = 86_400_000
/** How long the code of a link is good. */
export const linkMs = 7 * day

/** Where the page of the driver's app is, on the portal. */
export const appPath = '/driver/app'

/** Makes a link for a driver: the device that it will connect, and its address. The code is in the fragment, which no server and no log sees. */
export async function makeLink(
  { settings }: Pick<Services, 'settings'>,
  trx: Knex.Transaction,
  accountId: number,
  now: Date
): Promise<{ readonly id: number; readonly link: string }> {
  const code = newSecret('')
  const { id } = await Device.query(trx).insert({
    accountId,
    codeHash: hashOfSecret(code),
    codeExpiresAt: new Date(now.getTime() + linkMs),
    invitedAt: now
  })
  return { id, link: `${new URL(settings.portalUrl).origin}${appPath}#${code}` }
}
