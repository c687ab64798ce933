/**
 * deploy/ for a machine without containers: what is laid is what systemd, nginx, HAProxy and Mosquitto take. Each program is asked
 * itself; where it is absent its test is left out and says which Debian package it needs.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashForMosquitto } from '../../src/kernel/mqtt/secret.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { aCertificate } from '../helper/certificate.ts'
import { installServer, root } from '../helper/install-server.ts'
import { freePort } from '../helper/relay.ts'

let folder: string
let laid: string
const read = (path: string): string => readFileSync(join(laid, path), 'utf8')

/** Where the program is; undefined, with what to install, where it is not. CI has all of them. */
function programOf(name: string, debian: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const found = folders.map(at => join(at, name)).find(path => existsSync(path))
  if (found === undefined && process.env.CI === 'true')
    throw new Error(`${name} is missing: install the Debian package ${debian}`)
  if (found === undefined) console.info(`${name} is missing (Debian: ${debian}): what is laid for it is not checked.`)
  return found
}
const programs = {
  systemd: programOf('systemd-analyze', 'systemd'),
  nginx: programOf('nginx', 'nginx'),
  haproxy: programOf('haproxy', 'haproxy')
}

interface Ran {
  readonly code: number
  readonly said: string
}
const run = (file: string, words: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise(resolve =>
    execFile(file, words, { cwd: folder, env: { PATH: process.env.PATH, ...env } }, (error, out, fault) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: out + fault })
    )
  )

let certificate: { key: string; cert: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'opony-server-'))
  laid = join(folder, 'laid')
  certificate = await aCertificate()
  installServer('--into', laid, '--portal', 'p.example.org', '--admin', 'admin.example.org')
  installServer('--into', laid, '--proxy', 'haproxy', '--portal', 'p.example.org', '--admin', 'admin.example.org')
  writeFileSync(join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key, { mode: 0o600 })
  writeFileSync(join(folder, 'both.pem'), certificate.cert + certificate.key, { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(programs.systemd === undefined)('systemd', () => {
  const units = [
    'opony@.service',
    'opony.target',
    'opony-watchdog@.service',
    'opony-watchdog@.timer',
    'opony-migrate.service'
  ]
  const verify = (...paths: string[]) => run(programs.systemd as string, ['verify', '--man=no', ...paths])

  it('takes the units', async () => {
    const paths = [...units, 'opony-backup.service', 'opony-backup.timer'].map(name =>
      join(laid, 'etc/systemd/system', name)
    )
    expect(await verify(...paths)).toEqual({ code: 0, said: '' })
    const wrong = join(folder, 'wrong.service')
    writeFileSync(wrong, '[Service]\nExecStart=/no/such/program\nProtectSytem=strict\n')
    expect((await verify(wrong)).said).toMatch(/ProtectSytem|not executable/)
  })

  it('is told to start each process again for ever, and gives it no more than it needs', () => {
    const unit = read('etc/systemd/system/opony@.service')
    for (const line of [
      'StartLimitIntervalSec=0',
      'Restart=always',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet='
    ])
      expect(unit.split('\n')).toContain(line)
  })
})

/** Two web processes, as far as a proxy sees them. */
async function aBackend(port: number, name: string): Promise<Server> {
  const server = createServer((request, response) =>
    response.end(`${name} ${request.headers.host} ${request.headers['x-forwarded-for']}`)
  )
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return server
}
const ask = (port: number, path: string, host: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, answer => {
      let text = ''
      answer.on('data', part => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    }).on('error', reject)
  })

/** Starts the proxy on a port in clear, with two backends; one of them ends. Every call must be answered. */
async function losesNoCall(
  start: (ports: { plain: number; first: number; second: number }) => ReturnType<typeof spawn>
) {
  const [plain, first, second] = [await freePort(), await freePort(), await freePort()]
  const [one, two] = [await aBackend(first, 'one'), await aBackend(second, 'two')]
  const proxy = start({ plain, first, second })
  const gone = once(proxy, 'exit')
  try {
    const asked = () => ask(plain, '/api', 'p.example.org').catch(() => undefined)
    await expect.poll(async () => (await asked())?.status, { timeout: 10_000, interval: 50 }).toBe(200)
    one.close()
    one.closeAllConnections()
    const answers = await Promise.all(Array.from({ length: 20 }, asked))
    expect(new Set(answers.map(answer => answer?.text))).toEqual(new Set(['two p.example.org 127.0.0.1']))
  } finally {
    proxy.kill('SIGTERM')
    await gone
    one.close()
    two.close()
    two.closeAllConnections()
  }
}

describe.skipIf(programs.nginx === undefined)('nginx', () => {
  /** The laid file, with the test's certificate and ports; `plain` is where it serves without TLS. */
  function configuration({ plain, first, second }: { plain: number; first: number; second: number }): string {
    const own = mkdtempSync(join(folder, 'nginx-'))
    const site = read('etc/nginx/conf.d/opony.conf')
      .replaceAll('/etc/ssl/opony/fullchain.pem', join(folder, 'cert.pem'))
      .replaceAll('/etc/ssl/opony/privkey.pem', join(folder, 'key.pem'))
      .replace(/^ {4}listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${plain + 1};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${plain};`)
      .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${second}`)
    writeFileSync(join(own, 'site.conf'), site)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${own}/${name};`)
    const whole = `pid ${own}/pid; error_log ${own}/error.log; daemon off; events {} http { access_log off; ${paths.join(' ')} include ${own}/site.conf; }`
    writeFileSync(join(own, 'nginx.conf'), whole)
    return join(own, 'nginx.conf')
  }

  it('takes the configuration as it is laid', async () => {
    const own = mkdtempSync(join(folder, 'nginx-'))
    const site = read('etc/nginx/conf.d/opony.conf')
      .replaceAll('/etc/ssl/opony/fullchain.pem', join(folder, 'cert.pem'))
      .replaceAll('/etc/ssl/opony/privkey.pem', join(folder, 'key.pem'))
    writeFileSync(join(own, 'site.conf'), site)
    writeFileSync(
      join(own, 'nginx.conf'),
      `pid ${own}/pid; error_log ${own}/error.log; events {} http { include ${own}/site.conf; }`
    )
    const { code, said } = await run(programs.nginx as string, ['-t', '-c', join(own, 'nginx.conf')])
    expect([code, said]).toEqual([0, expect.stringContaining('test is successful')])
  })

  it('loses no call when a process ends, and passes on who calls and by what name', () =>
    losesNoCall(ports => spawn(programs.nginx as string, ['-c', configuration(ports)], { stdio: 'ignore' })))
})

describe.skipIf(programs.haproxy === undefined)('HAProxy', () => {
  const configured = (change: (text: string) => string): string => {
    const file = join(mkdtempSync(join(folder, 'haproxy-')), 'opony.cfg')
    writeFileSync(
      file,
      change(read('etc/haproxy/opony.cfg').replaceAll('/etc/haproxy/opony.pem', join(folder, 'both.pem')))
    )
    return file
  }

  it('takes the configuration as it is laid', async () => {
    expect((await run(programs.haproxy as string, ['-c', '-f', configured(text => text)])).code).toBe(0)
    expect(
      (await run(programs.haproxy as string, ['-c', '-f', configured(text => `${text}\n    no-such word\n`)])).code
    ).toBe(1)
  })

  it('loses no call when a process ends, and passes on who calls and by what name', () =>
    losesNoCall(({ plain, first, second }) => {
      const file = configured(text =>
        text
          .replace(/^ {4}log \/dev\/log.*$/m, '')
          .replace('maxconn 20000', 'maxconn 100')
          .replace(/^ {4}bind :80$/m, '')
          .replace(/bind :443 ssl .*$/m, `bind 127.0.0.1:${plain}`)
          .replace(/^ {4}http-request redirect.*$/m, '')
          .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
          .replace('127.0.0.1:3001', `127.0.0.1:${second}`)
      )
      return spawn(programs.haproxy as string, ['-f', file, '-db'], { stdio: 'ignore' })
    }))
})

describe('Mosquitto', () => {
  /** Directives without comments and paths. */
  const rulesOf = (text: string): string[] =>
    text
      .split('\n')
      .map(line => line.replace(/\s\/\S+$/, '').trim())
      .filter(line => line !== '' && !line.startsWith('#') && !/^(listener|persistence|log_)/.test(line))
      .sort()

  it('has on a machine the rules that it has in a container', () => {
    const container = ['config/mosquitto.conf', 'config/mosquitto-tls.conf'].map(path =>
      readFileSync(join(root, path), 'utf8')
    )
    expect(rulesOf(read('etc/mosquitto/conf.d/opony.conf'))).toEqual(rulesOf(container.join('\n')))
  })

  it.skipIf(mosquittoPath() === null)(
    'starts with it, and lets the application in by the account that the script makes',
    async () => {
      const own = mkdtempSync(join(folder, 'mosquitto-'))
      const passwords = join(own, 'passwords')
      const imei = '350000000900001'
      writeFileSync(passwords, `${imei}:${hashForMosquitto('a sensor')}\n`)
      const account = spawn('sh', [join(root, 'deploy/mosquitto/account.sh'), passwords], {
        stdio: ['pipe', 'inherit', 'inherit']
      })
      account.stdin?.end('a password of the application\n')
      expect((await once(account, 'exit'))[0]).toBe(0)
      expect(readFileSync(passwords, 'utf8')).toMatch(new RegExp(`^${imei}:.*\nopony:\\$7\\$.*\n$`))
      const [plain, tls, inner] = [await freePort(), await freePort(), await freePort()]
      const certs = { '/etc/mosquitto/certs/server.pem': 'cert.pem', '/etc/mosquitto/certs/server.key': 'key.pem' }
      let text = read('etc/mosquitto/conf.d/opony.conf')
        .replace('listener 1883', `listener ${plain} 127.0.0.1`)
        .replace('listener 8883', `listener ${tls} 127.0.0.1`)
        .replace('listener 1884', `listener ${inner}`)
        .replace('/etc/mosquitto/opony-passwords', passwords)
        .replace('/etc/mosquitto/opony.acl', join(laid, 'etc/mosquitto/opony.acl'))
      for (const [path, name] of Object.entries(certs)) text = text.replace(path, join(folder, name))
      mkdirSync(join(own, 'data'))
      const user = process.getuid?.() === 0 ? 'user root\n' : ''
      writeFileSync(join(own, 'mosquitto.conf'), `${user}log_dest none\n${text}`)
      const broker = spawn(mosquittoPath() as string, ['-c', join(own, 'mosquitto.conf')], { stdio: 'ignore' })
      const gone = once(broker, 'exit')
      const as = (url: string, username: string, password: string) =>
        mqtt.connectAsync(
          url,
          { username, password, ca: certificate.cert, rejectUnauthorized: false, reconnectPeriod: 0 },
          false
        )
      try {
        const inside = `mqtt://127.0.0.1:${inner}`
        let application: mqtt.MqttClient | undefined
        await expect
          .poll(async () => {
            application = await as(inside, 'opony', 'a password of the application').catch(() => undefined)
            return application?.connected
          })
          .toBe(true)
        const sensor = await as(`mqtts://127.0.0.1:${tls}`, imei, 'a sensor')
        await expect(as(inside, 'opony', 'another')).rejects.toThrow('Not authorized')
        await Promise.all([application?.endAsync(), sensor.endAsync()])
      } finally {
        broker.kill('SIGTERM')
        await gone
      }
    }
  )
})

describe('the health wait of the units', () => {
  const health = (port: number, seconds: string) =>
    run(process.execPath, [join(root, 'deploy/systemd/health.js'), 'ready', seconds], {
      METRICS_PORT: String(port),
      METRICS_HOST: '0.0.0.0'
    })

  it('ends well once the process is ready, and otherwise with 1 and a sentence', async () => {
    let status = 503
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/health/ready' ? status : 404).end()
      status = 200
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    expect(await health(port, '10')).toEqual({ code: 0, said: '' })
    await new Promise(resolve => server.close(resolve))
    expect(await health(port, '0.2')).toEqual({
      code: 1,
      said: `/health/ready on port ${port} answers nothing after 0.2 s\n`
    })
  })
})
