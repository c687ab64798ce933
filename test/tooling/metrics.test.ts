/** Rules and dashboard for the operator: they are what Prometheus takes, each alert is raised by what it is for, and each figure exists. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { anApp, type TestApp } from '../helper/app.ts'
import { freePort } from '../helper/relay.ts'

const folder = 'deploy/prometheus'
const rules = readFileSync(join(folder, 'opony.rules.yml'), 'utf8')
const testFiles = ['opony.test.yml', 'opony.days.test.yml']
const tests = testFiles.map(name => readFileSync(join(folder, name), 'utf8')).join('\n')

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[]
}
const dashboard = JSON.parse(readFileSync('deploy/grafana/opony.json', 'utf8')) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
}
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)

/** Both come with Debian's package prometheus; CI must have them. */
const programOf = (name: string) => ['/usr/bin', '/usr/local/bin'].map(at => join(at, name)).find(existsSync)
const [promtool, prometheus] = [programOf('promtool'), programOf('prometheus')]
const isTried = (program: string | undefined): boolean => program !== undefined || process.env.CI === 'true'
for (const [name, program] of Object.entries({ promtool, prometheus }))
  if (!isTried(program))
    console.info(`${name} is missing (Debian: apt-get install prometheus): the rules are not tried.`)
const tool = (...args: string[]): string => {
  try {
    return execFileSync(promtool ?? 'promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout}${stderr}`)
  }
}

describe.skipIf(!isTried(promtool))('promtool', () => {
  it('takes the rules and the configuration', () => {
    expect(tool('check', 'rules', 'opony.rules.yml')).toContain(`SUCCESS: ${alerts.length} rules found`)
    expect(tool('check', 'config', 'prometheus.yml')).toContain('is valid')
  })

  it('raises each alert by what it is for, and none by what is usual', () => {
    expect(tool('test', 'rules', ...testFiles).match(/SUCCESS/g)).toHaveLength(testFiles.length)
  })

  it('takes each expression of the dashboard', () => {
    const temporary = mkdtempSync(join(tmpdir(), 'opony-dashboard-'))
    const records = expressions.map((expr, at) => {
      const plain = expr.replaceAll('$__rate_interval', '5m')
      return { record: `panel:${at}`, expr: plain }
    })
    const file = join(temporary, 'rules.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }))
    try {
      expect(tool('check', 'rules', file)).toContain('SUCCESS')
    } finally {
      rmSync(temporary, { recursive: true })
    }
  })
})

/** `METRICS_PORT` of each process that deploy/systemd starts. */
const units = readdirSync('deploy/systemd').flatMap(name => {
  const [, port] = /^METRICS_PORT=(\d+)$/m.exec(readFileSync(join('deploy/systemd', name), 'utf8')) ?? []
  return port === undefined ? [] : [`127.0.0.1:${port}`]
})

it('the configuration asks each process of the units', () => {
  const { scrape_configs } = parse(readFileSync(join(folder, 'prometheus.yml'), 'utf8')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[]
  }
  const asked = scrape_configs.flatMap(job => job.static_configs.flatMap(({ targets }) => targets))
  expect(new Set(units).size).toBe(4)
  expect(asked.sort()).toEqual(units.sort())
})

describe.skipIf(!isTried(prometheus))('Prometheus itself', () => {
  it('loads each rule as it is shipped, and knows each process', async () => {
    const own = mkdtempSync(join(tmpdir(), 'opony-prometheus-'))
    // each rule is evaluated at once, and not only within the minute that is usual
    const configuration = `global: { evaluation_interval: 1s }\n${readFileSync(join(folder, 'prometheus.yml'), 'utf8')}`
    writeFileSync(join(own, 'prometheus.yml'), configuration)
    cpSync(join(folder, 'opony.rules.yml'), join(own, 'opony.rules.yml'))
    const listen = `127.0.0.1:${await freePort()}`
    const words = {
      'config.file': join(own, 'prometheus.yml'),
      'storage.tsdb.path': join(own, 'data'),
      'web.listen-address': listen
    }
    const server = spawn(
      prometheus ?? 'prometheus',
      Object.entries(words).map(([name, value]) => `--${name}=${value}`),
      { stdio: ['ignore', 'ignore', 'pipe'] }
    )
    let said = ''
    server.stderr.on('data', part => {
      said += part
    })
    const gone = once(server, 'exit')
    interface Rule {
      readonly name: string
      readonly health: string
    }
    interface Answer {
      readonly groups?: readonly { readonly rules: readonly Rule[] }[]
      readonly activeTargets?: readonly { readonly labels: Record<string, string> }[]
    }
    const ask = async (path: string): Promise<Answer | undefined> => {
      if (server.exitCode !== null) throw new Error(`Prometheus has ended: ${said}`)
      const answer = await fetch(`http://${listen}/api/v1/${path}`).catch(() => undefined)
      return answer?.ok ? ((await answer.json()) as { data: Answer }).data : undefined
    }
    const rulesThere = async () => ((await ask('rules'))?.groups ?? []).flatMap(({ rules }) => rules)
    const targetsThere = async () =>
      ((await ask('targets'))?.activeTargets ?? []).map(({ labels }) => `${labels.job} ${labels.instance}`).sort()
    try {
      // `unknown` is a rule that has not been evaluated yet, `err` one whose expression fails
      await expect.poll(async () => new Set((await rulesThere()).map(({ health }) => health))).toEqual(new Set(['ok']))
      expect((await rulesThere()).map(({ name }) => name)).toEqual(expect.arrayContaining(alerts))
      await expect.poll(targetsThere).toEqual(units.map(target => `opony ${target}`).sort())
    } finally {
      server.kill('SIGTERM')
      await gone
      rmSync(own, { recursive: true })
    }
  })
})

it('each alert has a test of its own, and says what it is about', () => {
  expect(alerts.length).toBeGreaterThan(20)
  for (const name of alerts)
    for (const word of ['raised', 'not raised']) expect(tests).toContain(`- name: ${name} is ${word}\n`)
  expect(rules.match(/summary: '/g)).toHaveLength(alerts.length)
  expect(rules.match(/severity: (critical|warning)/g)).toHaveLength(alerts.length)
})

it('panels lie beside each other, and ask the data source that is chosen', () => {
  const { panels, templating } = dashboard
  expect(templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24)
    return Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`)
  })
  expect(new Set(cells).size).toBe(cells.length)
  for (const { targets = [] } of panels)
    for (const { datasource } of targets) expect(datasource.uid).toBe('$' + '{datasource}')
})

describe('each figure that rules and dashboard name', () => {
  let test: TestApp
  let text: string
  beforeAll(async () => {
    const port = await freePort()
    test = await anApp({ METRICS_PORT: String(port) })
    await test.begin()
    const staff = await test.signedInAs('ADMIN')
    await staff.get('/api/Admin/Orders/77/details')
    await test.runSchedule('audit.check')
    text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  })
  afterAll(() => test.close())

  it('is one of the product', () => {
    const there = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
      )
    )
    const named = [rules, ...expressions].flatMap(part => part.match(/\b(opony|process|nodejs)_\w+/g) ?? [])
    const missing = [...new Set(named)].filter(name => !there.has(name))
    expect(missing).toEqual([])
    // and none of ours is without a place
    const unnamed = [...there].filter(name => name.startsWith('opony_') && !named.includes(name))
    expect(unnamed).toEqual([])
  })

  it.skipIf(!isTried(promtool))('is written as promtool wants it', () => {
    const { status, stdout, stderr } = spawnSync(promtool ?? 'promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8'
    })
    // 3 is its word for a name that breaks a convention, 1 for a text that it cannot read
    expect([0, 3]).toContain(status)
    const said = `${stdout}${stderr}`.split('\n').filter(line => line !== '')
    // these names are prom-client's own, and dashboards of others know them
    const ours = said.filter(
      line => !/^nodejs_active_\w+_total non-counter metrics should not have "_total" suffix$/.test(line)
    )
    expect(ours).toEqual([])
  })

  it('has the values of labels that they choose by', () => {
    const chosen = [rules, ...expressions].flatMap(part =>
      [...part.matchAll(/(opony_\w+)\{(\w+)="(\w+)"\}/g)].map(([, name, label, value]) => ({ name, label, value }))
    )
    for (const { name, label, value } of chosen)
      expect(text).toMatch(new RegExp(`^${name}\\{[^}]*\\b${label}="${value}"`, 'm'))
    for (const queue of ['users.letter', 'notifications.send'])
      expect([queue, text.includes(`opony_jobs{queue="${queue}"`)]).toEqual([queue, true])
  })
})
