/** Which version runs: that of package.json, and the commit that it was built from. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { BuildVersion } from './kernel/product.ts'

const unknown = 'unknown'
const isCommit = (text: string): boolean => /^[0-9a-f]{7,64}$/.test(text)
const short = (text: string): string => (isCommit(text) ? text.slice(0, 12) : unknown)

/** The file that the build leaves in dist (`scripts/build.ts`); the sources have none. */
const built = new URL('../commit', import.meta.url)
const isBuilt = existsSync(built)
const root = new URL(isBuilt ? '../../' : '../', import.meta.url)

/** The commit of the sources: from COMMIT where the build is told it, else from their repository. */
export function commitOfSources(folder: URL, told = process.env.COMMIT ?? ''): string {
  if (isCommit(told)) return short(told)
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    return short(head.toString().trim())
  } catch {
    return unknown
  }
}

function read(): BuildVersion {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
  return { version, commit: isBuilt ? short(readFileSync(built, 'utf8').trim()) : commitOfSources(root) }
}

let known: BuildVersion | undefined

/** Reads it once. */
export function versionOf(): BuildVersion {
  known ??= read()
  return known
}
