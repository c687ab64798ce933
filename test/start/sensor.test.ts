/** `npm run sensor`, and the Mosquitto that its password file and our permissions are for. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashForMosquitto, verifySecret } from '../../src/kernel/mqtt/secret.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aStore } from '../helper/factories.ts'
import { aMosquitto } from '../helper/mosquitto.ts'
import { argsOf } from '../helper/program.ts'
import { freePort } from '../helper/relay.ts'

// Started by root it would become another user, who may not read what only root may.
const ownUser = process.getuid?.() === 0 ? ['user root'] : []

const root = fileURLToPath(new URL('../../', import.meta.url))
const [first, second, unknown] = ['350000000900001', '350000000900002', '350000000900003']

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  folder = await mkdtemp(path.join(tmpdir(), 'opony-sensor-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const sensor = (...named: string[]): Promise<{ code: unknown; said: string }> =>
  new Promise(resolve => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: test.url }
    execFile(process.execPath, [...argsOf('src/cli/sensor.ts'), ...named], { cwd: root, env }, (error, out, fault) =>
      resolve({ code: error?.code ?? 0, said: out + fault })
    )
  })
const secretIn = (said: string): string => /^[\w-]{43}$/m.exec(said)?.[0] ?? ''
const containerOf = (imei: string) => test.services.db('iot.containers').where({ imei }).first()
const historyOf = async (imei: string) =>
  test.services
    .db('kernel.changes')
    .where({ resource_type: 'iot.container', subject_id: (await containerOf(imei)).id })
    .orderBy('id')
    .pluck('code')

describe('npm run sensor', () => {
  it('gives a new container’s sensor a secret, and another one the next time', async () => {
    const made = await sensor(first)
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringContaining(`A container was added for the sensor ${first}.`)
    })
    const again = await sensor(first)
    expect(again.said).toContain(`A new secret was made for the sensor ${first}.`)
    const { secret_hash: hash } = await containerOf(first)
    expect([made, again].map(({ said }) => verifySecret(hash, secretIn(said)))).toEqual([false, true])
    expect(await historyOf(first)).toEqual(['iot.provisionSensor', 'iot.provisionSensor'])
  })

  it('revokes it', async () => {
    await sensor(second)
    expect(await sensor(second, 'revoke')).toMatchObject({ code: 0, said: `${second} can no longer sign in.\n` })
    expect(await containerOf(second)).toMatchObject({ secret_hash: null, broker_hash: null })
    expect(await historyOf(second)).toEqual(['iot.provisionSensor', 'iot.revokeSensor'])
    expect(await sensor(unknown, 'revoke')).toMatchObject({ code: 1, said: expect.stringContaining('no container') })
  })

  it('adds a container with what is said of it, and nothing where that cannot be', async () => {
    const { db } = test.services
    const { id: storeId } = await aStore(db, { at: { latitude: 51, longitude: 23 }, name: 'Magazyn Chełm' })
    const said = ['--number', ' K-0121 ', '--serial', 'OT24-1', '--iccid', '8948010000000000017', '--note', 'Nowy']
    expect(await sensor('356938035643809', ...said, '--store', 'magazyn chełm')).toMatchObject({ code: 0 })
    expect(await containerOf('356938035643809')).toMatchObject({
      container_number: 'K-0121',
      ser_no: 'OT24-1',
      iccid: '8948010000000000017',
      assigned_store_id: storeId,
      description: 'Nowy'
    })
    const refused: readonly (readonly [string[], string])[] = [
      [['356938035643808'], 'Look for a typing mistake'],
      [['490154203237518', '--number', 'k-0121'], 'with the sensor 356938035643809, has the number k-0121'],
      [['490154203237518', '--iccid', '89'], '18 to 20 digits'],
      [['490154203237518', '--store', 'Magazyn Opole'], 'no open internal store called Magazyn Opole'],
      [['356938035643809', '--number', 'K-0122'], 'has a container already']
    ]
    const answers = await Promise.all(refused.map(([named]) => sensor(...named)))
    for (const [at, [, sentence]] of refused.entries())
      expect(answers[at]).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
    expect(await containerOf('490154203237518')).toBeUndefined()
    expect(await containerOf('356938035643809')).toMatchObject({ container_number: 'K-0121' })
    // for the accounts that the next test writes
    await sensor('356938035643809', 'revoke')
  })

  it('says how it is used', async () => {
    const used = await Promise.all([sensor('35'), sensor(first, 'remove'), sensor(first, '--colour', 'green')])
    for (const one of used) expect(one).toMatchObject({ code: 1, said: expect.stringContaining('which has 15 digits') })
  })

  it('writes the sensors into a password file, and leaves its other accounts', async () => {
    const file = path.join(folder, 'passwords')
    await writeFile(file, `opony:$7$of\n${unknown}:$7$gone\n`)
    expect((await sensor('passwords', file)).said).toContain('has 1 sensor.')
    const { broker_hash: hash } = await containerOf(first)
    expect(await readFile(file, 'utf8')).toBe(`opony:$7$of\n${first}:${hash}\n`)
    expect((await sensor('passwords')).said).toBe(`${first}:${hash}\n`)
    const nowhere = path.join(folder, 'missing', 'passwords')
    expect(await sensor('passwords', nowhere)).toEqual({
      code: 1,
      said: `${nowhere} cannot be written (its folder is not there).\n`
    })
  })
})

/** The shipped configuration, on ports and with files of the test's own; the sensors' listener is the helper's, which comes first. */
async function shippedConfiguration(passwords: string): Promise<{ lines: string[]; applicationPort: number }> {
  const applicationPort = await freePort()
  const shipped = await readFile(path.join(root, 'config/mosquitto.conf'), 'utf8')
  const sensors = shipped.indexOf('listener 1883\n')
  expect(sensors).toBeGreaterThan(0)
  const lines = shipped
    .slice(sensors + 'listener 1883\n'.length)
    .replace('listener 1884', `listener ${applicationPort} 127.0.0.1`)
    .replace('/mosquitto/data/passwords', passwords)
    .replace('/mosquitto/config/mosquitto.acl', path.join(root, 'config/mosquitto.acl'))
    .replace('/mosquitto/data/', `${folder}/`)
    .split('\n')
  // The helper says how many may be in flight, and logs nowhere.
  return { lines: [...lines.filter(line => !/^(max_inflight|log_)/.test(line)), ...ownUser], applicationPort }
}

describe.skipIf(mosquittoPath() === null)('Mosquitto with our accounts and permissions', () => {
  it('takes a sensor by its secret, and from it its own topic and its own session only', async () => {
    const secret = secretIn((await sensor(first)).said)
    const file = path.join(folder, 'accounts')
    await writeFile(file, `opony:${hashForMosquitto('of the application')}\n`)
    await sensor('passwords', file)
    const { lines, applicationPort } = await shippedConfiguration(file)
    const { url, stop } = await aMosquitto(lines)
    const as = (username: string, password: string, clientId = username) => {
      const at = username === 'opony' ? `mqtt://127.0.0.1:${applicationPort}` : url
      return mqtt.connectAsync(at, { username, password, clientId, protocolVersion: 5, reconnectPeriod: 0 }, false)
    }
    try {
      await expect(as(first, 'guessed')).rejects.toThrow('Not authorized')
      await expect(as(second, secret)).rejects.toThrow('Not authorized')
      const application = await as('opony', 'of the application')
      const heard: string[] = []
      application.on('message', topic => heard.push(topic))
      await application.subscribeAsync('$share/opony/containers/+/telemetry', { qos: 1 })
      const device = await as(first, secret, 'opony')
      await expect(device.publishAsync(`containers/${second}/telemetry`, '{}', { qos: 1 })).rejects.toThrow()
      await device.publishAsync(`containers/${first}/telemetry`, '{}', { qos: 1 })
      await expect.poll(() => heard).toEqual([`containers/${first}/telemetry`])
      expect(application.connected, 'a sensor with the application’s client id').toBe(true)
      await Promise.all([device.endAsync(), application.endAsync()])
    } finally {
      await stop()
    }
  })
})
