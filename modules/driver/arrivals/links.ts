/**
 * Links of the page that shows an order without a login. The code is derived from the secret of this installation and the id of the order, as
 * that of a driver's link is (`devices/links.ts`), so that neither the database nor the record of a message has it, and each try of a message
 * has the same one. It has 128 bits; the database keeps its hash.
 */
import { createHmac } from 'node:crypto'
import { hashOfSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { keyFor, type Secrets } from '../../../src/kernel/access/secrets.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { messageSecrets } from '../../notifications/public.ts'
import { MessageType } from '../../notifications/schema.ts'
import { orderResources } from '../../orders/resources.ts'

const codeBytes = 16
const shape = /^[\w-]{22}$/

const addressOf = ({ settings }: Pick<Services, 'settings'>, code: string): string =>
  `${new URL(settings.portalUrl).origin}/t/${code}`

/** What stands in the record of a message in place of the address; as long as the address is. */
export const maskedAddress = (services: Pick<Services, 'settings'>): string => addressOf(services, '*'.repeat(22))

export const trackingCode = (settings: Secrets, orderId: number): string =>
  createHmac('sha256', keyFor(settings, 'driver.tracking'))
    .update(String(orderId))
    .digest()
    .subarray(0, codeBytes)
    .toString('base64url')

/** The address of the page of an order, which works from now on. */
export async function openTracking(
  { settings }: Pick<Services, 'settings'>,
  database: Database,
  orderId: number,
  now: Date
): Promise<string> {
  const code = trackingCode(settings, orderId)
  await query(
    database,
    sql`insert into driver.tracking_links (code_hash, order_id, created_at)
      select ${hashOfSecret(code)}, ${orderId}, ${now} on conflict (code_hash) do nothing`
  )
  return addressOf({ settings }, code)
}

/** The order of a code; undefined where there is none. */
export async function orderOfCode(database: Database, code: string): Promise<number | undefined> {
  if (!shape.test(code)) return undefined
  const found = await queryOne<{ id: number }>(
    database,
    sql`select order_id as id from driver.tracking_links where code_hash = ${hashOfSecret(code)}`
  )
  return found?.id
}

export const trackingInMessages = messageSecrets.fill({
  types: [MessageType.clientNews],
  mask: maskedAddress,
  async reveal(services, { about }) {
    const order = about.find(({ resourceType }) => resourceType === orderResources.orders.type)
    return order ? openTracking(services, services.db, order.id, services.now()) : maskedAddress(services)
  }
})
