import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The token secret of a machine that was given none: made at first use and kept in the data folder, readable by its owner
 * only. Not for production, where `readSettings` asks for `TOKEN_SECRET`.
 */
export function developmentSecret(dataDir: string): string {
  const file = path.join(dataDir, 'token-secret')
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  try {
    // A link is made whole or not at all, and never over one that is there: of two first starts, one wins.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8')
}
