/** Accounts of sensors: who gives and takes them, and what a sensor has open then. */
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchAccess } from '../../modules/iot/sensor-access.ts'
import { verifySecret } from '../../src/kernel/mqtt/secret.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aContainer, aSecret } from '../helper/factories.ts'
import { freePort } from '../helper/relay.ts'
import { anIngest, aContainer as inTables, prepareTables, query } from './fixtures/ingest.ts'

let test: TestApp
let url: string
let staff: Person
let technician: Person
beforeAll(async () => {
  const port = await freePort()
  test = await anApp({ MQTT_PORT: String(port) })
  await test.begin()
  url = `mqtt://127.0.0.1:${port}`
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
})
afterAll(() => test.close())

const signIn = (imei: string, password: string) =>
  mqtt.connectAsync(url, { username: imei, password, reconnectPeriod: 0, reconnectOnConnackError: false }, false)
const provision = (by: Person, id: number, headers = {}) => by.post(`/IoT/container/${id}/sensor`, {}, headers)
const closing = (sensor: MqttClient) => new Promise<void>(resolve => sensor.once('close', () => resolve()))
const hashes = async (id: number) =>
  (await test.services.db('iot.containers').where({ id }).first('secret_hash', 'broker_hash')) as {
    secret_hash: string | null
    broker_hash: string | null
  }

describe('a new secret', () => {
  it('is in the answer alone, and the sensor signs in with it', async () => {
    const { id, imei, version } = await aContainer(test.services.db, { secret_hash: null })
    await expect(signIn(imei, '')).rejects.toThrow()
    const { status, body } = await provision(technician, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: { id, version: version + 1, hasAccess: true } })
    expect(body.secret).toMatch(/^[\w-]{43}$/)
    const kept = await hashes(id)
    expect(verifySecret(kept.secret_hash, body.secret)).toBe(true)
    expect(kept.broker_hash).toMatch(/^\$7\$101\$/)
    const everywhere = JSON.stringify([
      await test.services.db('iot.containers').where({ id }),
      await test.services.db('kernel.changes').where({ subject_id: id }),
      await test.services.db('kernel.idempotency')
    ])
    expect(everywhere).not.toContain(body.secret)
    await (await signIn(imei, body.secret)).endAsync()
    expect((await staff.get(`/IoT/container/${id}/changes`)).body.data).toMatchObject([
      {
        statusDescription: 'Nadano czujnikowi nowe hasło',
        changes: [{ field: 'hasAccess', before: false, after: true }]
      }
    ])
  })

  it('differs when the call is repeated, also under one key: no answer is kept', async () => {
    const { id } = await aContainer(test.services.db)
    const key = { 'idempotency-key': 'the-key-of-a-repeated-call' }
    const first = await provision(staff, id, key)
    const second = await provision(staff, id, key)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.secret).not.toBe(first.body.secret)
    const { secret_hash: hash } = await hashes(id)
    expect([first, second].map(({ body }) => verifySecret(hash, body.secret))).toEqual([false, true])
  })

  it('closes connections that were opened with the old one', async () => {
    const { id, imei } = await aContainer(test.services.db)
    const sensor = await signIn(imei, aSecret)
    const closed = closing(sensor)
    expect((await provision(staff, id)).status).toBe(200)
    await closed
    await expect(signIn(imei, aSecret)).rejects.toThrow()
  })
})

describe('revoking', () => {
  it('closes the connections of that sensor only, which cannot sign in again', async () => {
    const [one, other] = await Promise.all([aContainer(test.services.db), aContainer(test.services.db)])
    const [sensor, neighbour] = await Promise.all([signIn(one.imei, aSecret), signIn(other.imei, aSecret)])
    const closed = closing(sensor)
    const answer = await technician.call('DELETE', `/IoT/container/${one.id}/sensor`)
    expect(answer.body).toMatchObject({ data: { hasAccess: false } })
    expect(answer.body).not.toHaveProperty('secret')
    expect(await hashes(one.id)).toEqual({ secret_hash: null, broker_hash: null })
    await closed
    await expect(signIn(one.imei, aSecret)).rejects.toThrow()
    await neighbour.publishAsync(`containers/${other.imei}/telemetry`, JSON.stringify({ ts: Date.now() }), { qos: 1 })
    await neighbour.endAsync()
  })

  it('is grey, and refused, where there is nothing to revoke', async () => {
    const { id } = await aContainer(test.services.db, { secret_hash: null })
    const { status, body } = await staff.call('DELETE', `/IoT/container/${id}/sensor`)
    expect(status).toBe(409)
    expect(body.detail).toBe('Czujnik nie ma dostępu.')
  })
})

describe('what was not notified', () => {
  prepareTables()

  it('is found by comparing the secrets of who is connected, once notifications are heard again', async () => {
    const [kept, changed, revoked] = await Promise.all([inTables(), inTables(), inTables()])
    const ingest = anIngest()
    for (const { imei } of [kept, changed, revoked]) expect(await ingest.authenticate(imei, aSecret)).toBe(true)
    await query(`update iot.containers set secret_hash = 'sha256:of:another' where id = $1`, [changed.id])
    await query('update iot.containers set secret_hash = null where id = $1', [revoked.id])
    let closeGap: () => void = () => undefined
    const database = {
      onNotification: () => () => undefined,
      onGap: (hear: () => void) => {
        closeGap = hear
        return () => undefined
      }
    }
    const disconnected: string[] = []
    const broker = {
      users: () => [kept.imei, changed.imei, revoked.imei],
      disconnect: (imei: string) => void disconnected.push(imei)
    }
    const { log } = test.services
    watchAccess({ listener: database as never, log }, ingest, broker)
    closeGap()
    await expect.poll(() => disconnected).toEqual([changed.imei, revoked.imei])
  })
})
