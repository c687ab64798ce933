/**
 * The access of sensors. A sensor signs in to the broker with its IMEI and a secret that the server generates. The secret is only in the
 * answer of the command that generates it; only hashes are stored. A new secret replaces the old one, and revoking deletes it. In both
 * cases connections that were opened with the old one are closed (`watchAccess`).
 */
import { defineCommand } from '../../src/kernel/commands/command.ts'
import type { MqttListener } from '../../src/kernel/mqtt/listener.ts'
import { hashForMosquitto, hashSecret, newSecret } from '../../src/kernel/mqtt/secret.ts'
import type { Services } from '../../src/kernel/services.ts'
import { containers } from './containers-resource.ts'
import type { Ingest } from './ingest/start.ts'
import { Container } from './models.ts'

/** The channel that a trigger notifies, with the IMEI, when a secret changes: by a command, `npm run sensor`, or SQL. */
export const accessChannel = 'iot_sensor_access'

const access = { ADMIN: {}, SERVICE_TECHNICAN: {} } as const

export const provisionSensor = defineCommand(containers, {
  name: 'iot.provisionSensor',
  call: 'POST /IoT/container/:id/sensor',
  wire: { reveals: true },
  access,
  ui: { icon: 'key', confirm: true },
  async run({ trx, reveal }, { id }) {
    const secret = newSecret()
    await Container.query(trx)
      .findById(id)
      .patch({ secretHash: hashSecret(secret), brokerHash: hashForMosquitto(secret) })
    reveal(secret)
  }
})

export const revokeSensor = defineCommand(containers, {
  name: 'iot.revokeSensor',
  call: 'DELETE /IoT/container/:id/sensor',
  access: { ADMIN: { when: { hasAccess: [true] } }, SERVICE_TECHNICAN: { when: { hasAccess: [true] } } },
  ui: { icon: 'ban', tone: 'danger', confirm: true },
  async run({ trx }, { id }) {
    await Container.query(trx).findById(id).patch({ secretHash: null, brokerHash: null })
  }
})

/**
 * Closes the connections of sensors whose secret has changed. Returns a function that stops. After a gap in the notifications, the secrets
 * of all connected sensors are compared.
 */
export function watchAccess(
  { listener: database, log }: Pick<Services, 'listener' | 'log'>,
  ingest: Pick<Ingest, 'withOtherSecret'>,
  broker: Pick<MqttListener, 'users' | 'disconnect'>
): () => void {
  const endings = [
    database.onNotification(accessChannel, imei => broker.disconnect(imei)),
    database.onGap(() => {
      ingest.withOtherSecret(broker.users()).then(
        imeis => {
          for (const imei of imeis) broker.disconnect(imei)
        },
        (err: unknown) => log.warn({ err }, 'iot: the secrets of connected sensors could not be compared')
      )
    })
  ]
  return () => {
    for (const end of endings) end()
  }
}
