/**
 * `npm test`: every check and test of the project, each with its time; the last line is `N passed, N failed`, with
 * `, N skipped` where some were. The browser's part is built first, because servers of the tests may serve it; then the
 * cheap checks run one after the other beside vitest, which leaves a core free at times; the browser tests have the
 * machine to themselves. A check counts as one test; vitest and Playwright count by their own reports. Where Chromium or Mosquitto is missing, one line says how to get it and the
 * tests that need it are skipped; with CI=true or --complete that is a failure.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  chromiumHint,
  chromiumPath,
  hasWebkit,
  mosquittoHint,
  mosquittoPath,
  webkitHint
} from '../test/helper/browser.ts'
import { root } from './check.ts'

const complete = process.env.CI === 'true' || process.argv.includes('--complete')
const reports = join(root, 'test-results')
const count = { passed: 0, failed: 0, skipped: 0 }
/** What failed, and why, printed again at the end: a log that is kept is often only its last lines. */
const failures: string[] = []
const linesKept = 12
const lineLength = 300
const noteFailure = (what: string, why = ''): void => {
  const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, linesKept)
  failures.push([`✗ ${what}`, ...lines.map(line => `    ${line.slice(0, lineLength)}`)].join('\n').trimEnd())
}

/** Runs Node on the given programme; with `quiet` its output is kept, else it is shown as it comes. */
function node(args: string[], { quiet = false, env = {} }: { quiet?: boolean; env?: NodeJS.ProcessEnv } = {}) {
  return new Promise<{ code: number; output: string }>(resolve => {
    const started = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    })
    let output = ''
    const keep = (part: Buffer): void => {
      output += part
    }
    started.stdout?.on('data', keep)
    started.stderr?.on('data', keep)
    started.on('error', error => resolve({ code: 1, output: error.message }))
    started.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`

const fail = (what: string): void => {
  count.failed++
  console.log(`✗ ${what}`)
  noteFailure(what)
}

type Check = readonly [name: string, ...command: string[]]

const build: Check = [
  'build of the browser',
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  'ui/vite.config.ts',
  '--logLevel',
  'warn'
]

const checks: Check[] = [
  ['types of the server', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of the browser', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.ui.json'],
  [
    'format and lint',
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    '--diagnostic-level=warn'
  ],
  ['unused code', 'node_modules/knip/bin/knip.js'],
  ['licences', '--import', 'tsx', 'scripts/licences.ts'],
  ['message catalogues', '--import', 'tsx', 'scripts/messages.ts'],
  ['terms of the catalogues', '--import', 'tsx', 'scripts/terms.ts']
]

/** Runs the checks one after the other; their output is printed at once, or collected for later. */
async function runChecks(which: readonly Check[], print: (line: string) => void): Promise<void> {
  for (const [name, ...command] of which) {
    const start = performance.now()
    const { code, output } = await node(command, { quiet: true })
    if (code === 0) {
      count.passed++
      print(`✓ ${name}, ${since(start)}`)
    } else {
      count.failed++
      print(`✗ ${name}, ${since(start)}\n${output.trimEnd()}`)
      noteFailure(name, output)
    }
  }
}

const runBuild = (): Promise<void> => runChecks([build], console.log)

/** The lines of the checks come after those of vitest, and not among them. */
async function runVitestAndChecks(): Promise<void> {
  const lines: string[] = []
  await Promise.all([runVitest(), runChecks(checks, line => lines.push(line))])
  for (const line of lines) console.log(line)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Reads a report that a runner has just written; null where it ended before it wrote one. */
const report = <Report>(file: string): Report | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null

async function runVitest(): Promise<void> {
  const start = performance.now()
  const file = join(reports, 'vitest.json')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await node(['node_modules/vitest/vitest.mjs', 'run', ...output])
  const result = report<VitestReport>(file)
  const before = count.failed
  if (result) {
    count.passed += result.numPassedTests
    count.failed += result.numFailedTests
    count.skipped += result.numPendingTests + result.numTodoTests
    for (const { name, status, message, assertionResults } of result.testResults) {
      const file = name.slice(root.length + 1)
      const silent = !assertionResults.some(one => one.status === 'failed')
      if (status === 'failed' && silent) {
        count.failed++
        noteFailure(`${file} could not run`, message)
      }
      for (const one of assertionResults)
        if (one.status === 'failed') noteFailure(`${file} › ${one.fullName}`, one.failureMessages?.[0])
        else if (one.status !== 'passed') console.log(`- left out: ${one.fullName}`)
    }
  }
  if (code !== 0 && count.failed === before) fail('vitest ended with an error outside its tests')
  console.log(`tests of vitest, ${since(start)}`)
}

type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

function noteFailedSpecs({ file, suites = [], specs }: PlaywrightSuite): void {
  for (const { title, ok, tests } of specs)
    if (!ok)
      noteFailure(`${file} › ${title}`, tests.flatMap(({ results }) => results).find(one => one.error)?.error?.message)
  for (const suite of suites) noteFailedSpecs(suite)
}

async function runPlaywright(): Promise<void> {
  if (!existsSync(join(root, 'test/e2e')) || readdirSync(join(root, 'test/e2e')).length === 0) return
  const start = performance.now()
  const there = chromiumPath() !== null
  const file = join(reports, 'e2e.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const programme = ['node_modules/@playwright/test/cli.js', 'test']
  const { code } = there
    ? await node([...programme, '--reporter=list,json'], { env })
    : await node([...programme, '--list', '--reporter=json'], { env, quiet: true })
  const result = report<PlaywrightReport>(file)
  const before = count.failed
  if (result) {
    const { expected, unexpected, flaky, skipped } = result.stats
    if (there) {
      count.passed += expected
      count.failed += unexpected + flaky
      count.skipped += skipped
      for (const suite of result.suites) noteFailedSpecs(suite)
    } else count.skipped += expected + unexpected + flaky + skipped
    for (const { message } of result.errors) fail(message ?? 'Playwright met an error outside its tests')
  }
  if (code !== 0 && count.failed === before) fail('Playwright ended with an error outside its tests')
  console.log(`tests in the browser${there ? '' : ' (left out)'}, ${since(start)}`)
}

function look(): void {
  const missing = [chromiumPath() === null && chromiumHint, mosquittoPath() === null && mosquittoHint]
  for (const hint of missing)
    if (hint && complete) fail(hint)
    else if (hint) console.log(hint)
  // Chromium runs the same tests
  if (!hasWebkit()) console.log(webkitHint)
}

const start = performance.now()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
for (const step of [look, runBuild, runVitestAndChecks, runPlaywright]) {
  try {
    await step()
  } catch (error) {
    fail(`${step.name}: ${error instanceof Error ? error.message : error}`)
  }
}
console.log(`all, ${since(start)}`)
if (failures.length > 0) console.log(`What failed:\n${failures.join('\n')}`)
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
