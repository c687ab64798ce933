import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath } from '../../test/helper/browser.ts'
import { root } from '../check.ts'
import { count, fail, isTriedAgain, node, noteFailure, noteUnsteady, report, reports, since } from './tally.ts'

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly { readonly results: readonly { readonly error?: { readonly message?: string } }[] }[]
  }[]
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly skipped: number }
  readonly errors: readonly { readonly message?: string }[]
  readonly suites: readonly PlaywrightSuite[]
}

const programme = ['node_modules/@playwright/test/cli.js', 'test']

async function run(
  name: string,
  args: readonly string[],
  quiet = false
): Promise<{ code: number; result: PlaywrightReport | null }> {
  const file = join(reports, `${name}.json`)
  const { code } = await node([...programme, ...args], { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, quiet })
  return { code, result: report<PlaywrightReport>(file) }
}

/** What failed, by its title, with the reason. */
const failuresIn = (suites: readonly PlaywrightSuite[]): [title: string, why: string][] =>
  suites.flatMap(({ file, suites: inner = [], specs }) => [
    ...specs
      .filter(spec => !spec.ok)
      .map(({ title, tests }): [string, string] => [
        `${file} › ${title}`,
        tests.flatMap(({ results }) => results).find(one => one.error)?.error?.message ?? ''
      ]),
    ...failuresIn(inner)
  ])

/** Runs what failed again, one after the other; gives the titles of what fails there, too. */
async function failAgain(titles: readonly string[]): Promise<ReadonlySet<string>> {
  if (!isTriedAgain(titles.length)) return new Set(titles)
  const { result } = await run('e2e-again', ['--last-failed', '--workers=1', '--reporter=list,json'])
  const ran = result && result.errors.length === 0 && result.stats.expected + result.stats.unexpected >= titles.length
  return new Set(ran ? failuresIn(result.suites).map(([title]) => title) : titles)
}

/** The browser tests, or their number where no browser is there. What fails is tried once more, alone, as in vitest's part. */
export async function runPlaywright(): Promise<void> {
  if (!existsSync(join(root, 'test/e2e')) || readdirSync(join(root, 'test/e2e')).length === 0) return
  const start = performance.now()
  const there = chromiumPath() !== null
  const { code, result } = there
    ? await run('e2e', ['--reporter=list,json'])
    : await run('e2e', ['--list', '--reporter=json'], true)
  if (!result) return fail('Playwright ended before it wrote its report')
  const { expected, unexpected, skipped } = result.stats
  count.skipped += there ? skipped : expected + unexpected + skipped
  for (const { message } of result.errors) fail(message ?? 'Playwright met an error outside its tests')
  const failures = there ? failuresIn(result.suites) : []
  if (there) count.passed += expected
  const failing = await failAgain(failures.map(([title]) => title))
  for (const [title, why] of failures) {
    const note = failing.has(title) ? noteFailure : noteUnsteady
    note(title, why)
  }
  if (code !== 0 && failures.length === 0 && result.errors.length === 0)
    fail('Playwright ended with an error outside its tests')
  console.log(`tests in the browser${there ? '' : ' (left out)'}, ${since(start)}`)
}
