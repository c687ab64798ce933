/** The broker of compose.yaml, as its container starts it, on ports and in folders of the test's own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { afterEach, describe, expect, it } from 'vitest'
import { hashForMosquitto } from '../../src/kernel/mqtt/secret.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aCertificate } from '../helper/certificate.ts'
import { freePort } from '../helper/relay.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const imei = '350000000900009'
const secrets = { application: 'of the application', sensor: 'of the sensor' }

let folder: string
let broker: ChildProcess | undefined
afterEach(async () => {
  if (broker && broker.exitCode === null) {
    broker.kill('SIGKILL')
    await once(broker, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** The shipped files with the test's ports and folders, and what start.sh does with them. */
async function started(certificate?: { cert: string; key: string }) {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-broker-'))
  const [data, config, certs, work] = ['data', 'config', 'certs', 'work'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
    string
  ]
  const ports = { clear: await freePort(), application: await freePort(), encrypted: await freePort() }
  for (const made of [data, config, certs]) await mkdir(made)
  for (const name of ['mosquitto.conf', 'mosquitto-tls.conf', 'mosquitto.acl'])
    await writeFile(
      path.join(config, name),
      (await readFile(path.join(root, 'config', name), 'utf8'))
        .replace('listener 1883', `listener ${ports.clear} 127.0.0.1`)
        .replace('listener 1884', `listener ${ports.application} 127.0.0.1`)
        .replace('listener 8883', `listener ${ports.encrypted} 127.0.0.1`)
        .replaceAll('/mosquitto/config', config)
        .replaceAll('/mosquitto/data', data)
        .replaceAll('/mosquitto/certs', certs)
        // Started by root it would become another user, who may not read what only root may.
        .concat(name === 'mosquitto.conf' && process.getuid?.() === 0 ? '\nuser root\n' : '')
    )
  await writeFile(path.join(data, 'passwords'), `opony:$7$old\n${imei}:${hashForMosquitto(secrets.sensor)}\n`)
  if (certificate) {
    await writeFile(path.join(certs, 'server.pem'), certificate.cert)
    await writeFile(path.join(certs, 'server.key'), certificate.key)
  }
  const env = {
    PATH: `${path.dirname(mosquittoPath() ?? '')}:${process.env.PATH}`,
    MQTT_PASSWORD: secrets.application,
    MOSQUITTO_DATA: data,
    MOSQUITTO_CONFIG: config,
    MOSQUITTO_CERTS: certs,
    MOSQUITTO_WORK: work
  }
  broker = spawn('sh', [path.join(root, 'deploy/mosquitto/start.sh')], { env, stdio: 'ignore' })
  const as = (username: string, password: string, url: string, more: object = {}) =>
    mqtt.connectAsync(url, { username, password, reconnectPeriod: 0, ...more }, false)
  await expect
    .poll(
      async () =>
        (await as('opony', secrets.application, `mqtt://127.0.0.1:${ports.application}`).catch(() => null))
          ?.endAsync()
          .then(() => true),
      {
        timeout: 20_000
      }
    )
    .toBe(true)
  return { ports, as, data, work }
}

const isHere = mosquittoPath() !== null && process.platform === 'linux'

describe.skipIf(!isHere)('the broker of compose', () => {
  it('takes the application and the sensors, with the password in no list of processes and no file of others', async () => {
    const { ports, as, data, work } = await started()
    const sensor = await as(imei, secrets.sensor, `mqtt://127.0.0.1:${ports.clear}`)
    await sensor.endAsync()
    await expect(as('opony', 'guessed', `mqtt://127.0.0.1:${ports.application}`)).rejects.toThrow('Not authorized')
    const passwords = await readFile(path.join(data, 'passwords'), 'utf8')
    expect(passwords.match(/^opony:/gm)).toHaveLength(1)
    expect(passwords).not.toContain(secrets.application)
    const { pid } = broker as ChildProcess
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    expect(commandLine).toContain('mosquitto')
    expect(commandLine).not.toContain(secrets.application)
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain(secrets.application)
    // for the health check alone
    expect(await readFile(path.join(work, 'mosquitto_sub'), 'utf8')).toBe(
      `-p 1884\n-u opony\n-P ${secrets.application}\n`
    )
    expect(await readdir(work)).toEqual(['mosquitto.conf', 'mosquitto_sub'])
    await expect(as(imei, secrets.sensor, `mqtts://127.0.0.1:${ports.encrypted}`)).rejects.toThrow('ECONNREFUSED')
  })

  it('takes sensors encrypted where it has a certificate', async () => {
    const certificate = aCertificate()
    const { ports, as } = await started(certificate)
    const url = `mqtts://127.0.0.1:${ports.encrypted}`
    const sensor = await as(imei, secrets.sensor, url, { ca: certificate.cert })
    await sensor.publishAsync(`containers/${imei}/telemetry`, '{}', { qos: 1 })
    await sensor.endAsync()
    await expect(as(imei, secrets.sensor, url)).rejects.toThrow(/self-signed|unable to verify/)
    await expect(
      as(imei, secrets.sensor, `mqtt://127.0.0.1:${ports.encrypted}`, { connectTimeout: 2_000 })
    ).rejects.toThrow()
    await expect(as(imei, 'guessed', url, { ca: certificate.cert })).rejects.toThrow('Not authorized')
  })
})
