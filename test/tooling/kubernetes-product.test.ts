/** What deploy/kubernetes/ says of Opony is so: settings, secrets, ports, paths, user, and how long a process takes to end. HAProxy takes its configuration. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listSettings } from '../../config/page.ts'
import { readSettings } from '../../config/settings.ts'
import { openMetrics } from '../../src/kernel/metrics.ts'
import { serveMetrics } from '../../src/kernel/serve/metrics.ts'
import { wholeMs } from '../../src/stopping.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aCertificate } from '../helper/certificate.ts'
import { freePort } from '../helper/relay.ts'
import {
  called,
  containersOf,
  environmentOf,
  image,
  type Manifest,
  of,
  ofOpony,
  podOf,
  readme,
  roleOf
} from './fixtures/kubernetes.ts'

describe('of Opony', () => {
  it.each(ofOpony.map(one => [one.metadata.name, one] as const))(
    '%s has settings that exist and that production takes',
    (_name, one) => {
      const environment = environmentOf(one)
      const known = listSettings().map(({ name }) => name)
      expect(Object.keys(environment).filter(name => !known.includes(name))).toEqual([])
      expect(() => readSettings(environment)).not.toThrow()
      expect(() => readSettings({ ...environment, TOKEN_SECRET: '' })).toThrow('TOKEN_SECRET')
    }
  )

  it('no secret stands in a manifest', () => {
    const secret = listSettings()
      .filter(one => one.secret)
      .map(({ name }) => name)
    const plain = ofOpony.flatMap(one => [
      ...Object.keys(called('ConfigMap', 'opony').data),
      ...containersOf(one)[0].env.flatMap(({ name, valueFrom }: Manifest) => (valueFrom ? [] : [name]))
    ])
    // without a key in it: a folder of the volume
    expect(called('ConfigMap', 'opony').data.STORAGE_URL).toMatch(/^file:\//)
    expect(plain.filter(name => secret.includes(name) && name !== 'STORAGE_URL')).toEqual([])
  })

  it('the roles are those that there are, and the owner of the tables is known to the migration alone', () => {
    const roles = ofOpony.filter(({ kind }) => kind === 'Deployment').map(one => environmentOf(one).ROLES)
    expect(roles.sort()).toEqual(['ingest', 'web', 'worker'])
    const owners = ofOpony.filter(one => 'DATABASE_MIGRATE_URL' in environmentOf(one)).map(roleOf)
    expect(owners).toEqual(['migrate'])
    expect(JSON.stringify(ofOpony.filter(one => roleOf(one) !== 'migrate'))).not.toContain('opony-migrate')
  })

  it('the user and the paths are those of the image', () => {
    // The official image has it with this number, and Kubernetes can tell of a number alone that it is not root.
    expect(image).toMatch(/^USER node$/m)
    const ofImage = Object.fromEntries(
      [...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])
    )
    for (const one of ofOpony) {
      expect(podOf(one).securityContext).toMatchObject({ runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 })
      expect(environmentOf(one)).toMatchObject(ofImage)
      const paths = containersOf(one)[0].volumeMounts.map(({ mountPath }: Manifest) => mountPath)
      expect(paths).toEqual(['/tmp', ofImage.DATA_DIR, '/database'])
    }
    expect(readme).toContain('sslrootcert=/database/ca.crt')
  })

  it('the ports are those of the settings', () => {
    for (const one of ofOpony.filter(({ kind }) => kind === 'Deployment')) {
      const { PORT, METRICS_PORT, MQTT_PORT } = environmentOf(one)
      const wanted = { http: Number(PORT), metrics: Number(METRICS_PORT), mqtt: Number(MQTT_PORT) }
      for (const { name, containerPort } of containersOf(one)[0].ports)
        expect([name, containerPort]).toEqual([name, wanted[name as keyof typeof wanted]])
    }
  })

  it('a process has longer to end than it takes itself', () => {
    const graces = ofOpony
      .filter(({ kind }) => kind === 'Deployment')
      .map(one => podOf(one).terminationGracePeriodSeconds)
    for (const seconds of graces) expect(seconds * 1_000).toBeGreaterThan(wholeMs)
  })

  it('the migration runs commands that the image has', () => {
    const [{ command }] = containersOf(called('Job', of('Job')[0].metadata.name))
    const commands = [...command.at(-1).matchAll(/dist\/(src\/cli\/\w+)\.js/g)].map(([, path]) => `${path}.ts`)
    expect(commands).toEqual(['src/cli/migrate.ts', 'src/cli/seed.ts'])
    for (const path of commands) expect(existsSync(path)).toBe(true)
  })

  describe('the paths that are asked', () => {
    let app: TestApp
    beforeAll(async () => {
      app = await anApp()
    })
    afterAll(() => app.close())
    const asked = (port: string): string[] => [
      ...new Set(
        ofOpony
          .flatMap(containersOf)
          .flatMap(({ startupProbe, readinessProbe, livenessProbe }) => [startupProbe, readinessProbe, livenessProbe])
          .filter(probe => probe?.httpGet.port === port)
          .map(probe => probe.httpGet.path as string)
      )
    ]

    it('on the port of the pages are served', async () => {
      expect(asked('http')).toEqual(['/health/live'])
      for (const path of asked('http')) expect((await app.nobody().get(path)).status).toBe(200)
    })

    it('on the port of metrics are served', async () => {
      const port = await freePort()
      const build = { version: '1', commit: 'a' }
      const readiness = async () => ({ isReady: true, parts: {} })
      const stop = await serveMetrics(
        openMetrics(),
        { build, readiness, leave: () => undefined },
        { host: '127.0.0.1', port }
      )
      onTestFinished(stop)
      const paths = [...asked('metrics'), called('PodMonitor', 'opony').spec.podMetricsEndpoints[0].path]
      expect(paths.length).toBe(3)
      for (const path of paths) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/health/none`)).status).toBe(404)
    })
  })
})

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(path => existsSync(path))
describe.skipIf(haproxy === undefined)('HAProxy', () => {
  const taken = (text: string): boolean => {
    const own = mkdtempSync(join(tmpdir(), 'opony-kubernetes-'))
    onTestFinished(() => rmSync(own, { recursive: true, force: true }))
    writeFileSync(join(own, 'sensors.pem'), certificate.cert)
    writeFileSync(join(own, 'sensors.pem.key'), certificate.key, { mode: 0o600 })
    writeFileSync(join(own, 'haproxy.cfg'), text.replaceAll('/certificate/', `${own}/`))
    try {
      execFileSync(haproxy as string, ['-c', '-f', join(own, 'haproxy.cfg')], { stdio: 'pipe' })
      return true
    } catch {
      return false
    }
  }
  let certificate: { key: string; cert: string }
  beforeAll(async () => {
    certificate = await aCertificate()
  })

  it('takes the configuration of the sensors’ address, which leads to the service and the port of ingest', () => {
    const text = called('ConfigMap', 'opony-broker').data['haproxy.cfg'] as string
    expect(taken(text)).toBe(true)
    expect(taken(`${text}\n    no-such word\n`)).toBe(false)
    const [, service, namespace, port] = /server-template \S+ \d+ ([\w-]+)\.([\w-]+)\.svc\S*?:(\d+)/.exec(text) ?? []
    expect(namespace).toBe('opony')
    expect(called('Service', service as string).spec.ports.map((one: Manifest) => String(one.port))).toContain(port)
    const own = containersOf(called('Deployment', 'opony-broker'))[0]
    for (const { containerPort } of own.ports) expect(text).toMatch(new RegExp(`bind :${containerPort}\\b`))
    expect(text).toContain(`monitor-uri ${own.readinessProbe.httpGet.path}\n`)
  })
})
