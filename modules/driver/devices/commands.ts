/** Staff make a link for a driver's phone, which is sent by SMS if they wish, and revoke a device. */
import { Type } from '@sinclair/typebox'
import { languageOf } from '../../../src/contract/languages.ts'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { driverChoices, lockDriver } from '../../fleet/public.ts'
import { queueMessage } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { endSession, joinAccount } from '../../users/public.ts'
import { throwDriverError } from '../errors.ts'
import { Device } from '../models.ts'
import { DeviceState } from '../schema.ts'
import { addDevice, linkMs, linkOf, maskedLink, openLink } from './links.ts'
import { devices } from './resource.ts'

const LinkForm = defineForm({
  schema: Type.Object({ driverId: Id, send: Type.Optional(Type.Boolean()) }),
  initial: { send: true },
  fields: {
    driverId: { options: driverChoices },
    send: { help: 'driver.device.send.help' }
  }
})

export const sendLink = defineCreation(devices, {
  name: 'driver.sendLink',
  call: 'POST /api/Admin/DriverDevices',
  wire: { reveals: 'link' },
  access: { ADMIN: { form: LinkForm } },
  ui: { icon: 'mobile', key: 'n' },
  async run({ trx, now, services, reveal }, { driverId, send = false }) {
    await lockDriver(trx, driverId)
    const id = await addDevice(trx, driverId, now)
    await openLink(services, trx, id, now)
    const driver = await queryOne<{ phone: string | null; language: number }>(
      trx,
      sql`select nullif(btrim(a.phone), '') as phone, a.language from (select ${driverId}::int as id) d ${joinAccount('a', 'd.id')}`
    )
    if (send) {
      const { phone, language } = driver ?? throwDriverError.at('driverId', 'noPhone')
      if (!phone) return throwDriverError.at('send', 'noPhone')
      await queueMessage(services, trx, {
        to: { accountId: driverId, address: phone, language: languageOf(language) },
        channel: MessageChannel.sms,
        type: MessageType.driverLink,
        about: { resourceType: devices.type, ids: [id] },
        words: say => {
          const params = {
            business: services.settings.businessName,
            link: maskedLink(services),
            days: linkMs / 86_400_000
          }
          return { subject: '', body: say('driver.link.sms', params) }
        }
      })
    }
    reveal(linkOf(services, id))
    return { id }
  }
})

export const revokeDevice = defineCommand(devices, {
  name: 'driver.revokeDevice',
  call: 'DELETE /api/Admin/DriverDevices/:id',
  selection: 'some',
  access: { ADMIN: { when: { state: [DeviceState.connected, DeviceState.invited, DeviceState.linkExpired] } } },
  ui: { icon: 'ban', tone: 'danger', confirm: true },
  async run({ trx, now }, { id }) {
    const { sessionId } = await Device.query(trx).patchAndFetchById(id, { revokedAt: now, codeHash: null })
    if (sessionId !== null) await endSession(trx, sessionId, now)
  }
})
