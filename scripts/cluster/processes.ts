/**
 * What `up` has started, by its ids. Each program has a session of its own, so that a killed terminal does not end it and all of it can
 * be ended as one. An id counts only together with the time at which its process began: ids are given again.
 */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { folder } from './layout.ts'
import { account } from './programs.ts'

const notes = path.join(folder, 'processes')
const fileOf = (name: string): string => path.join(notes, `${name}.json`)

/** The fields of /proc/PID/stat behind the name, which may have spaces. */
function fieldsOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
const [stateAt, parentAt, groupAt, bornAt] = [0, 1, 2, 19]

/** Since when the process runs; undefined where it has ended. */
export function bornOf(pid: number): string | undefined {
  const fields = fieldsOf(pid)
  return fields && fields[stateAt] !== 'Z' ? fields[bornAt] : undefined
}

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
const withField = (at: number, value: number): number[] =>
  allPids().filter(pid => fieldsOf(pid)?.[at] === String(value))
export const childrenOf = (pid: number): number[] => withField(parentAt, pid)
const membersOf = (group: number): number[] => withField(groupAt, group)

export function pidOf(name: string): number | undefined {
  if (!existsSync(fileOf(name))) return undefined
  const { pid, born } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as { pid: number; born: string }
  return bornOf(pid) === born ? pid : undefined
}

export const started = (): string[] =>
  existsSync(notes) ? readdirSync(notes).map(name => name.replace(/\.json$/, '')) : []

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export const logOf = (name: string): string => path.join(folder, 'logs', `${name}.log`)

/** Starts a program, unless it runs already. */
export function begin(name: string, { command, args, env = {}, cwd = folder }: Program): void {
  if (pidOf(name) !== undefined) return
  mkdirSync(notes, { recursive: true })
  mkdirSync(path.dirname(logOf(name)), { recursive: true })
  const log = openSync(logOf(name), 'a')
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
    ...account()
  })
  closeSync(log)
  child.on('error', error => console.error(`${name}: ${error.message}`))
  child.unref()
  if (child.pid !== undefined) writeFileSync(fileOf(name), JSON.stringify({ pid: child.pid, born: bornOf(child.pid) }))
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}

/** All processes of a program that `begin` has started. */
export function familyOf(name: string): number[] {
  const pid = pidOf(name)
  return pid === undefined ? [] : membersOf(pid)
}

/** As when a machine dies. */
export function kill9(name: string): void {
  signal(familyOf(name), 'SIGKILL')
  rmSync(fileOf(name), { force: true })
}

/** Asks the program to end, and kills it where it does not. */
export async function end(name: string, patienceMs = 20_000): Promise<void> {
  const pid = pidOf(name)
  if (pid !== undefined) {
    const family = familyOf(name)
    signal(family, 'SIGCONT')
    signal([pid], 'SIGTERM')
    for (const until = Date.now() + patienceMs; bornOf(pid) !== undefined && Date.now() < until; ) await wait(100)
    signal(
      [...new Set([...family, ...membersOf(pid)])].filter(one => bornOf(one) !== undefined),
      'SIGKILL'
    )
  }
  rmSync(fileOf(name), { force: true })
}

/** Waits until something is so; throws what is missing where it does not become so. */
export async function until(what: string, seconds: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await wait(250)) if (await isSo()) return
  throw new Error(`${what}: not within ${seconds} s. The logs are in ${path.join(folder, 'logs')}.`)
}
