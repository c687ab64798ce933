/**
 * A phone becomes a device of a driver by the code of a link, once, or by the driver's own sign-in. The token is in this answer, and nowhere
 * else.
 */
import { languageOf } from '../../../src/contract/languages.ts'
import { roles } from '../../../src/contract/roles.ts'
import { devicePrefix } from '../../../src/kernel/access/devices.ts'
import { hashOfSecret, isSecret, newSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { type CommandContext, defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { joinAccount, openLastingSession, personName } from '../../users/public.ts'
import { ConnectDevice, ConnectedDevice, ConnectOwnDevice } from '../contract.ts'
import { throwDriverError } from '../errors.ts'
import { Device } from '../models.ts'
import { addDevice } from './links.ts'
import { devices } from './resource.ts'

interface Invited {
  readonly id: number
  readonly accountId: number
  readonly driver: string | null
  readonly language: number
}

async function connect(
  { trx, now, address, device, recordEvent }: CommandContext,
  { id, accountId, driver, language }: Invited,
  name: string
): Promise<ConnectedDevice> {
  const token = newSecret(devicePrefix)
  const sessionId = await openLastingSession(trx, accountId, now, { address, device })
  await Device.query(trx)
    .findById(id)
    .patch({ codeHash: null, name: name.trim(), tokenHash: hashOfSecret(token), sessionId, connectedAt: now })
  await recordEvent(devices, id, accountId)
  return { token, driver: { id: accountId, name: driver ?? '' }, language: languageOf(language) }
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
  async run(context, { code, name }) {
    const { trx, now, actsAs } = context
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
    actsAs(found.accountId)
    return connect(context, found, name)
  }
})

export const connectOwnDevice = defineAction({
  name: 'driver.connectOwnDevice',
  call: 'POST /api/Driver/devices/own',
  wire: {
    status: 201,
    reveals: true,
    rateLimit: { max: 30, timeWindow: 60_000 },
    summary: 'Connect the phone of a driver who has signed in: a token that is valid until it is revoked'
  },
  access: { DRIVER: { form: defineForm({ schema: ConnectOwnDevice, messagePrefix: 'driver' }) } },
  answer: ConnectedDevice,
  async run(context, { name }) {
    const { trx, now, caller } = context
    if (!caller) throw new Error('a driver has signed in')
    const { accountId } = caller
    const account = await queryOne<{ driver: string | null; language: number }>(
      trx,
      sql`select ${personName('a')} as driver, a.language from (select ${accountId}::int as id) d ${joinAccount('a', 'd.id')}`
    )
    const id = await addDevice(trx, accountId, now)
    return connect(context, { id, accountId, driver: account?.driver ?? null, language: account?.language ?? 0 }, name)
  }
})
