/**
 * `npm test`: every check and test of the project, each with its time; the last line is `N passed, N failed`, with
 * `, N unsteady` and `, N skipped` where some were. The browser's part is built first, because servers of the tests may serve it, and the
 * server is compiled, because processes of tests then start sooner. The cheap checks run one after the other beside vitest, which leaves a core
 * free at times; the browser tests have the machine to themselves. A check counts as one test; vitest and Playwright count by their own reports. A few tests that fail are
 * run once more, alone: one that passes then is called unsteady, and named, but does not hide the others. Where Chromium or Mosquitto
 * is missing, one line says how to get it and the tests that need it are skipped; with CI=true or --complete that is a failure.
 */
import { mkdirSync, rmSync } from 'node:fs'
import {
  chromiumHint,
  chromiumPath,
  hasWebkit,
  mosquittoHint,
  mosquittoPath,
  webkitHint
} from '../test/helper/browser.ts'
import { compileServer } from './test/compile.ts'
import { runPlaywright } from './test/playwright.ts'
import { count, fail, node, noteFailure, printTally, reports, since } from './test/tally.ts'
import { runVitest } from './test/vitest.ts'

const complete = process.env.CI === 'true' || process.argv.includes('--complete')

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
      print(`✗ ${name}, ${since(start)}\n${output.trimEnd()}`)
      noteFailure(name, output)
    }
  }
}

const runBuild = (): Promise<void> => runChecks([build], console.log)

/** The tests that follow know by the environment that it is there. */
async function runCompile(): Promise<void> {
  await compileServer()
  process.env.TEST_COMPILED = 'yes'
}

/** The lines of the checks come after those of vitest, and not among them. */
async function runVitestAndChecks(): Promise<void> {
  const lines: string[] = []
  await Promise.all([runVitest(), runChecks(checks, line => lines.push(line))])
  for (const line of lines) console.log(line)
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
for (const step of [look, runBuild, runCompile, runVitestAndChecks, runPlaywright]) {
  try {
    await step()
  } catch (error) {
    fail(`${step.name}: ${error instanceof Error ? error.message : error}`)
  }
}
process.exitCode = printTally(start)
