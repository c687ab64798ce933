import { createHash, randomBytes } from 'node:crypto'
import { chown, link, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './process.ts'
import { bornAt } from './process.ts'

/** Where a cluster lives, and the account its server runs under (undefined: our own). */
export interface Home {
  folder: string
  cluster: string
  account: Account | undefined
}

// PostgreSQL refuses to run as root, so root lends it the account `nobody`, which has this number nearly everywhere.
const nobody: Account = { uid: 65534, gid: 65534 }
const outside = '/var/lib/opony'

/**
 * Settles where the cluster of `dataDir` lives and makes that folder: `dataDir/postgres`, or, when we are root and the
 * server's account cannot reach that, a folder outside, whose name is then kept in `dataDir/postgres.json`.
 * @throws Error that says what to do, when the folder belongs to somebody else
 */
export async function findHome(dataDir: string): Promise<Home> {
  const root = process.getuid?.() === 0
  const note = path.join(dataDir, 'postgres.json')
  try {
    await mkdir(dataDir, { recursive: true })
    const real = await realpath(dataDir)
    const noted = await readFile(note, 'utf8').then(
      text => JSON.parse(text).home as string,
      () => undefined
    )
    let folder = noted ?? path.join(real, 'postgres')
    if (root && !noted && !(await reaches(nobody, real))) {
      folder = path.join(outside, createHash('sha256').update(real).digest('hex').slice(0, 16))
      await writeFile(note, `${JSON.stringify({ home: folder })}\n`)
    }
    await mkdir(path.join(folder, 'users'), { recursive: true, mode: 0o755 })
    const cluster = path.join(folder, 'cluster')
    return { folder, cluster, account: root ? await ownerOf(cluster) : undefined }
  } catch (cause) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    throw new Error(
      `The data folder ${dataDir} cannot be written: ${(cause as Error).message}. If an earlier start was by another ` +
        'user (such as root), start as that user again, or set DATA_DIR to a folder of your own.',
      { cause }
    )
  }
}

/** A cluster that an ordinary user began keeps that user's account when root starts it later. */
async function ownerOf(cluster: string): Promise<Account> {
  const seen = await stat(cluster).catch(() => undefined)
  return seen && seen.uid !== 0 ? { uid: seen.uid, gid: seen.gid } : nobody
}

async function reaches(account: Account, folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

/** The cluster's password, made at first use. The file has mode 0600; of two first users at once, one wins. */
export async function passwordOf(home: Home): Promise<string> {
  const file = path.join(home.folder, 'password')
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known) return known
  const draft = await secretFile(home, randomBytes(24).toString('base64url'))
  await link(draft, file).catch(() => undefined)
  await rm(draft)
  return await readFile(file, 'utf8')
}

/** A file of mode 0600 that the server's account can read: how the password reaches initdb. The caller removes it. */
export async function secretFile(home: Home, text: string, account?: Account): Promise<string> {
  const file = path.join(home.folder, `draft-${randomBytes(6).toString('hex')}`)
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  if (account) await chown(file, account.uid, account.gid)
  return file
}

/**
 * Writes down that this process uses the cluster.
 * @returns the way to take it back: call it before asking whether others are left
 */
export async function enter(home: Home): Promise<() => Promise<void>> {
  const file = path.join(home.folder, 'users', `${process.pid}.${randomBytes(4).toString('hex')}`)
  await writeFile(file, bornAt(process.pid) ?? '')
  return () => rm(file, { force: true })
}

/** How many users of the cluster are alive, ourselves included. The entries of killed processes are cleared away. */
export async function countUsers(home: Home): Promise<number> {
  const folder = path.join(home.folder, 'users')
  let alive = 0
  for (const name of await readdir(folder)) {
    const born = await readFile(path.join(folder, name), 'utf8').catch(() => undefined)
    if (born === undefined) continue
    if (born === '' || bornAt(Number.parseInt(name, 10)) === born) alive += 1
    else await rm(path.join(folder, name), { force: true })
  }
  return alive
}
