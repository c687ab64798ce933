/** compose.yaml and the image, read as texts: what an operator sets reaches the application, and what they rely on is pinned. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listSettings } from '../../config/page.ts'

const compose = readFileSync('compose.yaml', 'utf8')
const image = readFileSync('Dockerfile', 'utf8')
const app = compose.slice(compose.indexOf('x-app:'), compose.indexOf('\nservices:'))
/** `NAME: value` of the application's environment. */
const environment = new Map(
  [...app.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
)

it('gives the application every setting of .env', () => {
  expect(app).toMatch(/env_file:\n {4}- path: \.env\n/)
})

it('names no unknown setting', () => {
  const known = listSettings().map(({ name }) => name)
  const unknown = [...environment].filter(([name]) => !known.includes(name))
  // those of the other containers, which .env has, and which the application is not to know
  expect(unknown.filter(([, value]) => value !== "''")).toEqual([])
  expect(environment.size).toBeGreaterThan(8)
})

it('keeps what the ports, the volume and the health check rely on, whatever .env says', () => {
  const ofImage = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])
  )
  expect(Object.keys(ofImage).sort()).toEqual(['DATA_DIR', 'HOST', 'METRICS_PORT', 'NODE_ENV', 'PORT'])
  for (const [name, value] of Object.entries(ofImage)) expect([name, environment.get(name)]).toEqual([name, value])
  expect(compose).toContain(`:${ofImage.PORT}'`)
  // by which each role is asked, so that a container that serves no pages has its health, too
  expect(image).toMatch(/^HEALTHCHECK .*CMD \["node", "dist\/src\/cli\/health\.js"\]$/m)
  expect(Number(ofImage.METRICS_PORT)).toBeGreaterThan(0)
  expect(compose).toContain(`- files:${ofImage.DATA_DIR}`)
})

describe('no container', () => {
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'))
  const each = [...services.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(
    ([, name = '', text = '']) => [name, text] as const
  )

  it.each(each)('of %s has rights, memory or a disk without bounds', (_name, text) => {
    expect(text).toMatch(/<<: \*(hardened|app)\n/)
    expect(`${app}${text}`).toMatch(/mem_limit: /)
    const hardened = compose.slice(compose.indexOf('x-hardened:'), compose.indexOf('x-app:'))
    for (const line of ['cap_drop: [ALL]', "'no-new-privileges:true'", 'read_only: true', 'pids_limit:', 'max-size:'])
      expect(hardened).toContain(line)
  })

  it('is given the passwords of another one, but the one that migrates', () => {
    expect(each.map(([name]) => name)).toEqual(['postgres', 'mosquitto', 'migrate', 'app'])
    const owner = each.filter(([, text]) => text.includes('OPONY_OWNER_PASSWORD:?')).map(([name]) => name)
    expect(owner).toEqual(['postgres', 'migrate'])
    for (const name of ['POSTGRES_PASSWORD', 'OPONY_OWNER_PASSWORD', 'OPONY_APP_PASSWORD', 'MQTT_PASSWORD'])
      expect([name, environment.get(name)]).toEqual([name, "''"])
  })

  it('is told a password on its command line', () => {
    expect(services).not.toMatch(/^ {4}(command|test):.*PASSWORD/m)
    const scripts = ['deploy/mosquitto/start.sh', 'deploy/postgres/init-roles.sh'].map(file =>
      readFileSync(file, 'utf8')
    )
    for (const script of scripts) expect(script).not.toMatch(/^\s*(mosquitto\w*|psql|command psql) .*PASSWORD/m)
  })

  it('but the encrypted broker and the page on loopback is open to the network', () => {
    const ports = [...services.matchAll(/^ {6}- '(.+:\d+)'$/gm)].map(([, port = '']) =>
      port.replaceAll(/\$\{\w+:-([^}]+)\}/g, '$1')
    )
    expect(ports).toEqual(['8883:8883', '127.0.0.1:1883:1883', '127.0.0.1:3000:3000'])
  })
})

describe('the page for operators', () => {
  const page = readFileSync('docs/operators.md', 'utf8')
  const services = Object.keys(parse(compose, { merge: true }).services)
  /** Service and what it runs, of each command that names a service. */
  const commands = [
    ...page.matchAll(/docker compose (?:-p \S+ )?(exec|run|stop|restart)((?: -T| --[\w-]+)*) ([\w-]+)([^`\n]*)/g)
  ].map(([, verb, , service = '', words = '']) => ({ verb, service, words }))

  it('names the services that there are', () => {
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter(({ service }) => !services.includes(service))).toEqual([])
  })

  it('migrates by the one service that knows the owner of the tables', () => {
    const migrating = commands.filter(({ words, service }) => words.includes('migrate.js') || service === 'migrate')
    expect(migrating.length).toBeGreaterThan(0)
    expect(new Set(migrating.map(({ service }) => service))).toEqual(new Set(['migrate']))
  })

  it('saves and restores the folder of the volume “files”', () => {
    const folders = commands.flatMap(({ words }) => /tar --directory (\S+)/.exec(words)?.[1] ?? [])
    expect(folders).toEqual(['/data', '/data'])
    expect(environment.get('DATA_DIR')).toBe('/data')
  })

  it('gives a copy ports of its own, of names that there are, and lets it send nothing', () => {
    const copy = /^cat >> \.env <<'END'.*\n([\s\S]*?)^END$/m.exec(page)?.[1] ?? ''
    const set = new Map([...copy.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
    expect(set.get('OUTSIDE')).toBe('off')
    const published = [...compose.matchAll(/\$\{(\w+_PUBLISH):-([^}]+)\}/g)]
    expect(published).toHaveLength(3)
    for (const [, name = '', usual] of published) expect([name, set.get(name) ?? usual]).not.toEqual([name, usual])
  })

  it('reaches the database within its container, since no port of it is published', () => {
    expect(parse(compose, { merge: true }).services.postgres.ports).toBeUndefined()
    expect(page).not.toContain('published port')
  })
})
