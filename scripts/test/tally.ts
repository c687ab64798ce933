/** What `npm test` counts and says at its end, and how it runs a programme. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../check.ts'

export const reports = join(root, 'test-results')
/** `unsteady`: failed among all others, and passed when it was tried again alone. */
export const count = { passed: 0, failed: 0, unsteady: 0, skipped: 0 }

/** Printed at the end, with the reasons: a log that is kept is often only its last lines. */
const failures: string[] = []
const unsteady: string[] = []
const linesKept = 12
const lineLength = 300
const entry = (what: string, why: string): string => {
  const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, linesKept)
  return [`✗ ${what}`, ...lines.map(line => `    ${line.slice(0, lineLength)}`)].join('\n').trimEnd()
}

/** Counts what failed, and keeps the first lines of the reason. */
export function noteFailure(what: string, why = ''): void {
  count.failed++
  failures.push(entry(what, why))
}

/** Counts what failed first and passed alone, with the reason of its failure. */
export function noteUnsteady(what: string, why = ''): void {
  count.unsteady++
  unsteady.push(entry(what, why))
}

/** Says at once what failed, where no report does. */
export function fail(what: string): void {
  console.log(`✗ ${what}`)
  noteFailure(what)
}

export const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Runs Node on the given programme; with `quiet` its output is kept, else it is shown as it comes. */
export function node(args: string[], { quiet = false, env = {} }: { quiet?: boolean; env?: NodeJS.ProcessEnv } = {}) {
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

/** Reads a report that a runner has just written; null where it ended before it wrote one. */
export const report = <Report>(file: string): Report | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null

/** More failures than this are a fault that all of them met: none is tried again. */
const triedAgain = 8
export const isTriedAgain = (failed: number): boolean => failed > 0 && failed <= triedAgain

/** Prints what failed, what is unsteady, and the line of counts; gives the exit code. */
export function printTally(start: number): number {
  console.log(`all, ${since(start)}`)
  if (unsteady.length > 0)
    console.log(
      `Unsteady, a fault of the test or of what it tests (failed, then passed alone):\n${unsteady.join('\n')}`
    )
  if (failures.length > 0) console.log(`What failed:\n${failures.join('\n')}`)
  const rest = [count.unsteady > 0 && `${count.unsteady} unsteady`, count.skipped > 0 && `${count.skipped} skipped`]
  console.log([`${count.passed} passed`, `${count.failed} failed`, ...rest.filter(Boolean)].join(', '))
  return count.failed > 0 || count.passed === 0 ? 1 : 0
}
