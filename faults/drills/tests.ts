/** Drills that are tests of `npm test`: two thousand races, of which it runs each kind once, and stock with connections that are cut. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { atLeast, type Circumstances, type Drill, type Edit, type Figure, none } from '../drill.ts'
import { aChild } from '../fixtures/children.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function runTest(at: Circumstances, file: string, settings: Readonly<Record<string, string>>): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-drill-test-'))
  at.after(() => rm(folder, { recursive: true, force: true }))
  const report = path.join(folder, 'report.json')
  const config = ['--config', 'faults/fixtures/vitest.config.ts']
  const output = ['--reporter=json', `--outputFile.json=${report}`]
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = aChild(
    spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...output, file], {
      cwd: root,
      env: { ...env, ...settings, ...(at.without.length > 0 ? { FAULTS_WITHOUT: JSON.stringify(at.without) } : {}) },
      stdio: 'ignore'
    })
  )
  await new Promise(resolve => child.once('exit', resolve))
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'))
  return [none('tests that failed', numFailedTests), atLeast('tests that passed', numPassedTests, 1)]
}

const drill = (
  promise: string,
  file: string,
  without: string,
  edits: readonly Edit[],
  settings: Readonly<Record<string, string>> = {}
): Drill => ({
  promise: `${promise} (${file})`,
  control: { without, edits, breaks: 'tests that failed' },
  run: at => runTest(at, file, settings)
})

export const races = drill(
  '2,000 races of conflicting commands at one order: one winner each, history linear',
  'test/orders/races.test.ts',
  'without the lock of the row',
  [{ file: 'src/kernel/resources/select.ts', from: ' for no key update of $', to: ' -- $' }],
  { RACES_EACH: '400' }
)

export const stock = drill(
  'random documents by many at once while connections are cut: levels, ledger and an independent model agree',
  'test/warehouse/stock-races.test.ts',
  'without the lock of the levels',
  [
    {
      file: 'modules/warehouse/stock/ledger.ts',
      from: 'reception_place_id is null\n      order by id for no key update',
      to: 'reception_place_id is null\n      order by id'
    }
  ]
)
