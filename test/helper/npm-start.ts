/** `npm start` as a supervisor runs it: npm, the shell that npm starts, the server, and its database. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bornAt, commandLine, parentOf } from '../../src/embedded/process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Started {
  /** npm's own process, the leader of a group of its own. */
  readonly pid: number
  readonly output: () => string
  /** Resolves when the output matches. */
  says(pattern: RegExp): Promise<void>
  /** npm and everything below it that is alive now, each by its command line. */
  tree(): Map<number, string>
}

/** Starts it with nothing of this process's environment but the paths. */
export function npmStart(env: Record<string, string>, command: readonly string[] = ['npm', 'start']): Started {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MQTT_PORT: '0',
      NO_COLOR: '1',
      LOG_FORMAT: 'plain',
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (text += part))
  return {
    pid: child.pid as number,
    output: () => text,
    says: pattern =>
      new Promise((resolve, reject) => {
        const look = (): void => void (pattern.test(text) && resolve())
        look()
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
        child.once('close', () => reject(new Error(`It ended before it said ${pattern}:\n${text}`)))
      }),
    tree: () => treeOf(child.pid as number)
  }
}

/** Of those processes, the ones that live on. */
export const alive = (tree: ReadonlyMap<number, string>): string[] =>
  [...tree].filter(([pid, line]) => bornAt(pid) !== undefined && commandLine(pid) === line).map(([, line]) => line)

const processes = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

/** The command lines that name this. */
export const processesNaming = (text: string): string[] =>
  processes()
    .map(pid => commandLine(pid) ?? '')
    .filter(line => line.includes(text))

function treeOf(top: number): Map<number, string> {
  const found = new Map<number, string>()
  const parents = new Map(processes().map(pid => [pid, parentOf(pid)]))
  const add = (pid: number): void => {
    const line = commandLine(pid)
    if (line) found.set(pid, line)
    for (const [child, parent] of parents) if (parent === pid) add(child)
  }
  add(top)
  return found
}

/** Ends by force what a test has left; for `afterEach`. */
export function killLeft(trees: readonly ReadonlyMap<number, string>[]): void {
  for (const tree of trees)
    for (const [pid, line] of tree) {
      if (commandLine(pid) !== line) continue
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself meanwhile.
      }
    }
}

/** Whether this machine shows processes as files, which the tests of process trees read. */
export const hasProc = (() => {
  try {
    return readFileSync('/proc/self/stat').length > 0
  } catch {
    return false
  }
})()
