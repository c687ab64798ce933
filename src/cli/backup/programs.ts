/** pg_dump and pg_restore, run as processes. What signs in reaches them by their environment, which no list of processes shows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** The environment by which PostgreSQL's programs connect to the address. */
export function connectionOf(address: string): Record<string, string> {
  const url = new URL(address)
  const { searchParams } = url
  const given: Record<string, string | null> = {
    PGHOST: searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode')?.replace('no-verify', 'require') ?? null,
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
    PGAPPNAME: 'opony-backup'
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

export interface Program {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Resolves when it has ended well; rejects with its own words. */
  readonly ended: Promise<void>
  kill(): void
}

const maxWords = 4_000

/** Starts a program of PostgreSQL on the database. `folder` is that of POSTGRES_BIN. */
export function startProgram(
  name: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  address: string,
  folder: string
): Program {
  const file = folder === '' ? name : path.join(folder, name)
  const { PATH, HOME, LANG } = process.env
  const child = spawn(file, words, {
    env: { PATH, HOME, LANG, ...connectionOf(address) },
    stdio: ['pipe', 'pipe', 'pipe']
  })
  let text = ''
  child.stderr.on('data', part => {
    text = (text + part).slice(-maxWords)
  })
  // Whoever writes to it when it has ended is told by `ended`.
  child.stdin.on('error', () => undefined)
  const absent = once(child, 'error').then(([error]) => {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(
      code === 'ENOENT'
        ? `${file} is not there. Install PostgreSQL's client programs, of the server's version or newer (Debian: postgresql-client), or set POSTGRES_BIN.`
        : message
    )
  })
  const closed = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(sentenceOf(name, text))
  })
  const ended = Promise.race([absent, closed]) as Promise<void>
  ended.catch(() => undefined)
  absent.catch(() => undefined)
  closed.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => void child.kill() }
}

function sentenceOf(name: string, text: string): string {
  const words = text.trim()
  return /server version mismatch/.test(words)
    ? `${name} is older than the server: install that of the server's version, and set POSTGRES_BIN to its folder. ${words}`
    : `${name} did not end well: ${words}`
}
