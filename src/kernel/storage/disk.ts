/**
 * Files in a folder of this machine. A blob is written to a file of its own beside them, brought to the disk, and then
 * linked under its name: readers see it complete or not at all, even after a power failure. Names have one shape
 * (`blob-name.ts`), so no path leads out of the folder; symbolic links inside it are refused, whoever has put them there.
 *
 * Several processes may share the folder. Several machines need a shared one, or Azure.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isBlobName } from '../../contract/files.ts'
import { throwProblem } from '../errors/errors.ts'
import { requireBlobName } from './blob-name.ts'
import { filesBelow } from './files-below.ts'
import type { Storage } from './storage.ts'

export interface DiskOptions {
  /** `file:` for `files` under the data folder, or `file:` and a folder. */
  readonly url: string
  readonly dataDir: string
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

const unfinished = '.unfinished'
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')

/** Passes bytes through up to a number of them. */
export function limitBytes(maxBytes: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > maxBytes) done(refusal(() => throwProblem('tooLarge')))
      else done(null, chunk)
    }
  })
}

function refusal(refuse: () => never): Error {
  try {
    return refuse()
  } catch (error) {
    return error as Error
  }
}

export async function openDisk({ url, dataDir, log }: DiskOptions): Promise<Storage> {
  const folder = url.replace(/^file:/, '')
  const given = path.resolve(folder === '' ? path.join(dataDir, 'files') : folder)
  await mkdir(path.join(given, unfinished), { recursive: true, mode: 0o700 })
  const root = await realpath(given)
  const pathOf = (name: string): string => path.join(root, ...requireBlobName(name).split('/'))

  return {
    container: 'files',
    uploadOrigin: undefined,
    uploadAccess: async () => undefined,

    async write(name, source, { maxBytes, signal }) {
      const file = pathOf(name)
      const temporary = path.join(root, unfinished, randomUUID())
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await requireOwnFolder(file)
        await writeTo(temporary, source, maxBytes, signal)
        await publish(temporary, file)
        await syncFolder(path.dirname(file))
      } catch (error) {
        if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) throw error
        log.error({ err: error }, 'files: the disk is full')
        throwProblem('unavailable', { retryAfter: 60 })
      } finally {
        source.destroy()
        await rm(temporary, { force: true })
      }
    },

    async facts(name) {
      const handle = await openToRead(pathOf(name))
      if (!handle) return undefined
      const { size, mtime } = await handle.stat().finally(() => handle.close())
      return { size, modifiedAt: mtime }
    },

    read: async (name, range) => (await openToRead(pathOf(name)))?.createReadStream(range),

    remove: name => rm(pathOf(name), { force: true }),

    async *list() {
      for await (const name of filesBelow(root)) if (isBlobName(name)) yield name
    },

    async removeUnfinished(before) {
      for (const name of await readdir(path.join(root, unfinished))) {
        const file = path.join(root, unfinished, name)
        const facts = await stat(file).catch(() => undefined)
        if (facts && facts.mtime < before) await rm(file, { force: true })
      }
    }
  }
}

/** Throws if a folder of the path is a symbolic link. */
async function requireOwnFolder(file: string): Promise<void> {
  const own = path.dirname(file)
  if ((await realpath(own)) !== own) throw new Error(`${own} leads out of the folder of files`)
}

/** Gives a file that is complete its name. @throws kernel.taken */
async function publish(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throwProblem('taken')
    // A network folder may not support links; names are never used twice, so renaming replaces nothing.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) throw error
    await rename(temporary, file)
  }
}

/** Writes a new file and brings it to the disk. @throws kernel.tooLarge */
async function writeTo(temporary: string, source: Readable, maxBytes: number, signal?: AbortSignal): Promise<void> {
  const handle = await open(temporary, 'wx', 0o600)
  let ownFault: Error | undefined
  const write = (chunk: Buffer): Promise<void> =>
    handle.writeFile(chunk).catch(error => {
      ownFault = error
      throw error
    })
  // Not the handle's own stream: with a handle left open for the sync, that would never end.
  const store = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) await write(chunk)
  }
  try {
    await pipeline(source, limitBytes(maxBytes), store, signal ? { signal } : {}).catch(error => {
      // Up to Node 24 a pipeline whose writer fails rejects with an AbortError instead.
      throw ownFault ?? error
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file as it can be read; undefined if there is none. */
async function openToRead(file: string): Promise<FileHandle | undefined> {
  try {
    await requireOwnFolder(file)
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Syncs a folder's new entry to the disk. Not every system can open a folder; then the sync of the file has to suffice. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
