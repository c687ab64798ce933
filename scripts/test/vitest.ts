import { join } from 'node:path'
import { root } from '../check.ts'
import { count, fail, isTriedAgain, node, noteFailure, noteUnsteady, report, reports, since } from './tally.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

interface Failure {
  /** From the project's folder. */
  readonly file: string
  /** The name of the test; null where its file could not run. */
  readonly test: string | null
  readonly why: string
}

async function run(
  name: string,
  files: readonly string[] = []
): Promise<{ code: number; result: VitestReport | null }> {
  const file = join(reports, `${name}.json`)
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await node(['node_modules/vitest/vitest.mjs', 'run', ...output, ...files])
  return { code, result: report<VitestReport>(file) }
}

const failuresIn = ({ testResults }: VitestReport): Failure[] =>
  testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = name.slice(root.length + 1)
    const failed = assertionResults.filter(one => one.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file, test: null, why: message }]
    return failed.map(one => ({ file, test: one.fullName, why: one.failureMessages?.[0] ?? '' }))
  })

const titleOf = ({ file, test }: Failure): string => (test === null ? `${file} could not run` : `${file} › ${test}`)

/** Runs the files of what failed again, with the machine to themselves; gives the titles of what fails there, too. */
async function failAgain(failures: readonly Failure[]): Promise<ReadonlySet<string>> {
  const all = new Set(failures.map(titleOf))
  if (!isTriedAgain(all.size)) return all
  const { result } = await run('vitest-again', [...new Set(failures.map(one => one.file))])
  if (!result) return all
  const passed = new Set(
    result.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = name.slice(root.length + 1)
      const tests = assertionResults.filter(one => one.status === 'passed').map(one => one.fullName)
      const titles = tests.map(test => titleOf({ file, test, why: '' }))
      return status === 'passed' ? [...titles, titleOf({ file, test: null, why: '' })] : titles
    })
  )
  return new Set([...all].filter(title => !passed.has(title)))
}

/** All tests of vitest. What fails beside all others is tried once more, alone, and called unsteady where it passes then. */
export async function runVitest(): Promise<void> {
  const start = performance.now()
  const { code, result } = await run('vitest')
  if (!result) return fail('vitest ended before it wrote its report')
  count.passed += result.numPassedTests
  count.skipped += result.numPendingTests + result.numTodoTests
  for (const { assertionResults } of result.testResults)
    for (const { status, fullName } of assertionResults)
      if (status !== 'passed' && status !== 'failed') console.log(`- left out: ${fullName}`)
  const failures = failuresIn(result)
  const failing = await failAgain(failures)
  for (const one of failures) {
    const note = failing.has(titleOf(one)) ? noteFailure : noteUnsteady
    note(titleOf(one), one.why)
  }
  if (code !== 0 && failures.length === 0) fail('vitest ended with an error outside its tests')
  console.log(`tests of vitest, ${since(start)}`)
}
