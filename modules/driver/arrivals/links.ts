/**
 * Links of the page that shows an order without a login, or several of one visit. The code is derived from the secret of this installation and
 * the ids of the orders, as that of a driver's link is (`devices/links.ts`), so that neither the database nor the record of a message has it, and each try of a message
 * has the same one. It has 128 bits; the database keeps its hash.
 */
import { createHmac } from 'node:crypto'
import { hashOfSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { keyFor, type Secrets } from '../../../src/kernel/access/secrets.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
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

/** The code of the page of some orders, whichever order they come in. */
export const trackingCode = (settings: Secrets, orderIds: readonly number[]): string =>
  createHmac('sha256', keyFor(settings, 'driver.tracking'))
    .update(inOrder(orderIds).join())
    .digest()
    .subarray(0, codeBytes)
    .toString('base64url')

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** The address of the page of an order, or of several of one visit, which works from now on. */
export async function openTracking(
  { settings }: Pick<Services, 'settings'>,
  database: Database,
  orderIds: readonly [number, ...number[]],
  now: Date
): Promise<string> {
  const code = trackingCode(settings, orderIds)
  const [hash, ids] = [hashOfSecret(code), inOrder(orderIds)]
  await query(
    database,
    ids.length === 1
      ? sql`insert into driver.tracking_links (code_hash, order_id, created_at)
          select ${hash}, ${ids[0]}, ${now} on conflict (code_hash) do nothing`
      : sql`insert into driver.visit_links (code_hash, order_id, created_at)
          select ${hash}, id, ${now} from unnest(${ids}::int[]) as o (id) on conflict (code_hash, order_id) do nothing`
  )
  return addressOf({ settings }, code)
}

/** The orders of a code, in the order of their ids; none where there is no such code. */
export async function ordersOfCode(database: Database, code: string): Promise<number[]> {
  if (!shape.test(code)) return []
  const hash = hashOfSecret(code)
  const found = await query<{ id: number }>(
    database,
    sql`select order_id as id from driver.tracking_links where code_hash = ${hash}
      union select order_id from driver.visit_links where code_hash = ${hash} order by id`
  )
  return found.map(({ id }) => id)
}

export const trackingInMessages = messageSecrets.fill({
  types: [MessageType.clientNews],
  mask: maskedAddress,
  async reveal(services, { about }) {
    const [first, ...others] = about.flatMap(({ resourceType, id }) =>
      resourceType === orderResources.orders.type ? id : []
    )
    return first === undefined
      ? maskedAddress(services)
      : openTracking(services, services.db, [first, ...others], services.now())
  }
})
