/** A version of the project in a folder of its own, and processes of it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../scripts/check.ts'
import { freePort } from '../../test/helper/relay.ts'

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const packagesOf = (folder: string): Packages => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Whether what the version at the folder runs on is installed for this one, in the same versions. */
function sharesPackages(folder: string): boolean {
  const [own, other] = [packagesOf(root), packagesOf(folder)]
  return Object.entries(other.dependencies).every(([name, version]) => own.dependencies[name] === version)
}

/** Checks a commit out at the folder. Its packages are ours where they are the same, else they are installed. */
export function checkOut(commit: string, folder: string): void {
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', folder, commit], { cwd: root, stdio: 'inherit' })
  if (existsSync(join(folder, 'node_modules'))) return
  if (sharesPackages(folder)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
}

export function removeCheckOut(folder: string): void {
  execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root, stdio: 'inherit' })
}

export interface Member {
  readonly name: string
  readonly port: number
  readonly output: () => string
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

interface LogLine {
  readonly level?: number
  readonly msg?: string
  readonly err?: { readonly message?: string }
}

/** The warnings and errors in what a process wrote, each with how often it came, most frequent first. */
export function warningsIn(output: string): string[] {
  const counts = new Map<string, number>()
  for (const text of output.split('\n').filter(line => line.startsWith('{'))) {
    const { level = 0, msg = '', err } = JSON.parse(text) as LogLine
    if (level < 40) continue
    const line = `${msg} ${err?.message ?? ''}`.trim().slice(0, 200)
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([line, count]) => `${count} × ${line}`)
}

/** All that have not ended. */
const members = new Set<ChildProcess>()
export const killMembers = (): void => {
  for (const one of members) one.kill('SIGKILL')
}

export class Release {
  readonly name: string
  readonly folder: string
  readonly #env: Readonly<Record<string, string>>

  constructor(name: string, folder: string, env: Readonly<Record<string, string>>) {
    this.name = name
    this.folder = folder
    this.#env = env
  }

  #start(file: string, words: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...words], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    members.add(child)
    const ended = once(child, 'exit').then(([code]) => {
      members.delete(child)
      return code as number | null
    })
    let text = ''
    const seen = new Set<(line: string) => void>()
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', line => {
        text += `${line}\n`
        for (const one of seen) one(line)
      })
    return { child, ended, output: () => text, onLine: (look: (line: string) => void) => void seen.add(look) }
  }

  /** Runs a command of operators; its output. */
  async command(name: string, words: readonly string[] = []): Promise<string> {
    const { ended, output } = this.#start(`src/cli/${name}.ts`, words)
    if ((await ended) !== 0) throw new Error(`${name} of ${this.name} did not end well:\n${output()}`)
    return output()
  }

  /** Starts a process, and waits until it is ready. */
  async member(roles: string, env: Record<string, string> = {}): Promise<Member> {
    const port = await freePort()
    const { child, ended, output, onLine } = this.#start('src/main.ts', [], {
      ROLES: roles,
      PORT: String(port),
      ...env
    })
    const ready = new Promise<void>(resolve => onLine(line => void (line.includes('Opony is ready') && resolve())))
    const early = ended.then(code => {
      throw new Error(`${this.name} (${roles}) ended with ${code} before it was ready:\n${output()}`)
    })
    await Promise.race([ready, early])
    early.catch(() => undefined)
    const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return ended
    }
    return { name: `${this.name} ${roles}`, port, output, ended, stop }
  }
}
