/** A phone becomes a device of a driver by the code of a link, once. The token is in this answer, and nowhere else. */
import { languageOf } from '../../../src/contract/languages.ts'
import { roles } from '../../../src/contract/roles.ts'
import { devicePrefix } from '../../../src/kernel/access/devices.ts'
import { hashOfSecret, isSecret, newSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { joinAccount, openLastingSession, personName } from '../../users/public.ts'
import { ConnectDevice, ConnectedDevice } from '../contract.ts'
import { throwDriverError } from '../errors.ts'
import { Device } from '../models.ts'
import { devices } from './resource.ts'

interface Invited {
  readonly id: number
  readonly accountId: number
  readonly driver: string | null
  readonly language: number
}

export const connectDevice = defineAction({
  name: 'driver.connectDevice',
  call: 'POST /api/Driver/devices',
  wire: {
    status: 201,
    reveals: true,
    rateLimit: { max: 30, timeWindow: 60_000 },
    summary: 'Connect a phone by the code of its link: a token that is valid until it is revoked'
  },
  access: { anyone: { form: defineForm({ schema: ConnectDevice, messagePrefix: 'driver' }) } },
  answer: ConnectedDevice,
  async run({ trx, now, address, device, actsAs, recordEvent }, { code, name }) {
    // the row is locked, so that of two phones with one link the second finds it used
    const found = isSecret('', code)
      ? await queryOne<Invited>(
          trx,
          sql`select d.id, d.account_id as "accountId", ${personName('a')} as driver, a.language
            from driver.devices d ${joinAccount('a', 'd.account_id')}
            where d.code_hash = ${hashOfSecret(code)} and d.code_expires_at > ${now} and d.revoked_at is null
              and a.role = ${roles.DRIVER} and a.confirmed_at is not null and a.deactivated_at is null and a.erased_at is null
            for update of d`
        )
      : undefined
    if (!found) return throwDriverError.at('code', 'linkUsed')
    const { id, accountId, driver, language } = found
    actsAs(accountId)
    const token = newSecret(devicePrefix)
    const sessionId = await openLastingSession(trx, accountId, now, { address, device })
    await Device.query(trx)
      .findById(id)
      .patch({ codeHash: null, name: name.trim(), tokenHash: hashOfSecret(token), sessionId, connectedAt: now })
    await recordEvent(devices, id, accountId)
    return { token, driver: { id: accountId, name: driver ?? '' }, language: languageOf(language) }
  }
})
