/** `npm run install:server`, as a test calls it: from a folder, into another one. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** As a shell runs it that has gone into `at`. @returns what it prints */
export const installServerFrom = (at: string, ...words: readonly string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/install-server.ts', ...words], {
    cwd: at,
    env: { ...process.env, PWD: at },
    encoding: 'utf8'
  })

export const installServer = (...words: readonly string[]): string => installServerFrom(root, ...words)
