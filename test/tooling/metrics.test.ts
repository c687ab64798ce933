/** Rules and dashboard for the operator: they are what Prometheus takes, each alert is raised by what it is for, and each figure exists. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** promtool comes with Debian's package prometheus; CI must have it. */
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(path => existsSync(path))
if (!promtool && process.env.CI !== 'true')
  console.info('promtool is missing (Debian: apt-get install prometheus): the rules are not tried.')
const isTried = promtool !== undefined || process.env.CI === 'true'
const tool = (...args: string[]): string => {
  try {
    return execFileSync(promtool ?? 'promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout}${stderr}`)
  }
}

describe.skipIf(!isTried)('promtool', () => {
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
