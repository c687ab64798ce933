/**
 * The link in messages to drivers. A message about orders has the plain address of the page where the driver has a phone that is connected,
 * else a link that connects one; the message that the office asks for always has the link of its device. The record of a message has a mask.
 */
import { defineSystemCommand, runWithin } from '../../../src/kernel/commands/system.ts'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { isDriver } from '../../fleet/public.ts'
import { messageSecrets } from '../../notifications/public.ts'
import { MessageType } from '../../notifications/schema.ts'
import { driverApp } from '../../orders/public.ts'
import { addDevice, appAddress, linkOf, maskedLink, openLink } from './links.ts'
import { devices, isDead } from './resource.ts'

/** The link of a device is sent with the message about the driver's orders. */
const inviteByMessage = defineSystemCommand(devices, {
  name: 'driver.inviteByMessage',
  async run({ trx, now, services }, rows) {
    for (const { id } of rows) await openLink(services, trx, id, now)
  }
})

interface Known {
  readonly id: number
  readonly isConnected: boolean
}

/** The address for a message about the driver's orders. Until its link was used or has expired, each message has the same one. */
async function addressForDriver(services: Services, accountId: number): Promise<string> {
  const now = services.now()
  const { address, hints } = await services.db.transaction(async trx => {
    // two messages that are sent at once make one device
    await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('driver.invitation'), ${accountId}::int)`)
    const known = await query<Known>(
      trx,
      sql`select device.id, device.connected_at is not null as "isConnected" from driver.devices device
        where device.account_id = ${accountId} and not ${raw(isDead)}
          and (device.connected_at is not null or device.code_expires_at > ${now}) order by device.id desc`
    )
    const driver = await queryOne(
      trx,
      sql`select account.id from (select ${accountId}::int as id) account where ${raw(isDriver('account.id'))}`
    )
    if (!driver || known.some(({ isConnected }) => isConnected)) return { address: appAddress(services), hints: [] }
    const id = known[0]?.id ?? (await addDevice(trx, accountId, now))
    const done = await runWithin(services, trx, now, inviteByMessage, [id], undefined)
    return { address: linkOf(services, id), hints: done.hints }
  })
  for (const hint of hints) services.hints.send(hint)
  return address
}

export const linkInMessages = messageSecrets.fill({
  types: [MessageType.orderForDriver, MessageType.driverLink],
  mask: maskedLink,
  async reveal(services, { accountId, about }) {
    const invited = about.find(({ resourceType }) => resourceType === devices.type)
    if (invited) return linkOf(services, invited.id)
    return accountId === null ? appAddress(services) : addressForDriver(services, accountId)
  }
})

/** The id of a device changes nothing of the length. */
export const appInNotices = driverApp.fill(services => {
  const masked = maskedLink(services)
  return { masked, longer: linkOf(services, 1).length - masked.length }
})
