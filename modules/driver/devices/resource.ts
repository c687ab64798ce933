/** Devices of drivers. A device is a link first; by its code, once, it becomes one that calls. The history names no person. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, ExactInstant, Id, Nullable, Version } from '../../../src/kernel/schema.ts'
import { isSessionOpen, leftJoinAccount, personName } from '../../users/public.ts'
import { DeviceState } from '../schema.ts'

/** SQL over a `device`: it was revoked, or the session by which it calls has ended. */
export const isDead = `(device.revoked_at is not null or (device.session_id is not null and not ${isSessionOpen('device.session_id')}))`

const state = raw(`(case when ${isDead} then ${DeviceState.revoked}
  when device.connected_at is not null then ${DeviceState.connected}
  when device.code_expires_at <= now() then ${DeviceState.linkExpired} else ${DeviceState.invited} end)`)

export const devices = defineResource({
  type: 'driver.device',
  title: 'device of a driver',
  titles: 'devices of drivers',
  path: '/api/Admin/DriverDevices',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    driverId: Id,
    driver: Nullable(Type.String()),
    name: Nullable(Type.String({ description: 'how the phone calls itself; null until it is connected' })),
    state: EnumOf(DeviceState),
    invitedAt: ExactInstant,
    linkExpiresAt: ExactInstant,
    connectedAt: Nullable(ExactInstant),
    lastUsedAt: Nullable(Type.String({ format: 'instant', description: 'to the minute' })),
    revokedAt: Nullable(ExactInstant)
  }),
  table: 'driver.devices',
  alias: 'device',
  joins: { driver: leftJoinAccount('driver', 'device.account_id') },
  fields: {
    driverId: 'account_id',
    driver: { sql: personName('driver'), join: 'driver' },
    state: { sql: state },
    linkExpiresAt: 'code_expires_at'
  },
  views: { history: ['state', 'connectedAt', 'revokedAt'] },
  filters: {
    State: filter(EnumOf(DeviceState), code => sql`${state} = ${code}`),
    DriverId: filter(Id, id => sql`device.account_id = ${id}`)
  },
  named: 'driver',
  sort: '-invitedAt'
})
