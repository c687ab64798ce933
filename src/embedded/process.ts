import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'

/** The account a program runs under; undefined means our own. */
export interface Account {
  uid: number
  gid: number
}

const proc = platform() === 'linux'

/**
 * What tells a process from a later one with the same number: its start, as the system says it (an opaque text).
 * Undefined when there is no such process, or only its zombie.
 */
export function bornAt(pid: number): string | undefined {
  try {
    if (!proc) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Whether the process that `bornAt` described is still alive. */
export function isAlive(pid: number, born: string | undefined): boolean {
  if (proc) return born !== undefined && bornAt(pid) === born
  // Elsewhere `bornAt` starts a program, which takes too long for what is asked several times a second.
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process that started the other, or adopted it; undefined when there is no such process. */
export function parentOf(pid: number): number | undefined {
  try {
    if (!proc) return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })) || undefined
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || undefined
  } catch {
    return undefined
  }
}

/** The command line of a process, arguments parted by blanks; undefined when there is no such process. */
export function commandLine(pid: number): string | undefined {
  try {
    if (!proc) return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * Runs a program to its end, in the root folder and with an environment that holds nothing of ours.
 * @returns its exit code (-1 when it could not be started) and all it wrote
 */
export function run(file: string, args: string[], account?: Account): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    execFile(file, args, { cwd: '/', env: bareEnvironment(), ...account }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      const output = `${stdout}${stderr}`.trim()
      resolve({ code, output: output || (error?.message ?? '') })
    })
  })
}

/** The environment of the programs we start: no PG* variable and no secret of ours reaches them. */
export function bareEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
