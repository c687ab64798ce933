/**
 * Links that connect a device: made by staff, or with a message about a driver's orders.
 *
 * The code of a link is derived from the secret of this installation and the id of its device. So neither the database nor the record of a
 * message has it: it is made when the message is sent, and each try of the message has the same one. The row keeps a hash.
 */
import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import { hashOfSecret, newSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { keyFor, type Secrets } from '../../../src/kernel/access/secrets.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Device } from '../models.ts'

const day = 86_400_000
/** How long the code of a link is good. */
export const linkMs = 7 * day

/** Where the page of the driver's app is, on the portal. */
export const appPath = '/driver/app'

/** The address of the page. */
export const appAddress = ({ settings }: Pick<Services, 'settings'>): string =>
  `${new URL(settings.portalUrl).origin}${appPath}`

/** What stands in the record of a message in place of a link. */
export const maskedLink = (services: Pick<Services, 'settings'>): string => `${appAddress(services)}#***`

/** @param id of the device */
export const codeOf = (settings: Secrets, id: number): string =>
  newSecret('', createHmac('sha256', keyFor(settings, 'driver.links')).update(String(id)).digest())

/** The address that connects a device. The code is in the fragment, which no server and no log sees. */
export const linkOf = (services: Pick<Services, 'settings'>, id: number): string =>
  `${appAddress(services)}#${codeOf(services.settings, id)}`

/** A device of the driver that no phone is yet; `openLink` makes its link good. */
export async function addDevice(trx: Knex.Transaction, accountId: number, now: Date): Promise<number> {
  const { id } = await Device.query(trx).insert({ accountId, codeExpiresAt: now, invitedAt: now })
  return id
}

/** From now on the link of the device is good for seven days. */
export async function openLink(
  { settings }: Pick<Services, 'settings'>,
  trx: Knex.Transaction,
  id: number,
  now: Date
): Promise<void> {
  await Device.query(trx)
    .findById(id)
    .patch({ codeHash: hashOfSecret(codeOf(settings, id)), codeExpiresAt: new Date(now.getTime() + linkMs) })
}
