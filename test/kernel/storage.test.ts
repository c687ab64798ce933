/** The store of files: the same table of tests for a folder and for Azure, and what only one of them has. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBlobName } from '../../src/kernel/storage/blob-name.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import type { Storage } from '../../src/kernel/storage/storage.ts'
import { startAzurite } from '../helper/azurite.ts'

const azurite = await startAzurite()
const folder = await mkdtemp(path.join(tmpdir(), 'opony-storage-'))
const log = { error: () => undefined } as never
afterAll(async () => {
  await azurite?.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (storageUrl: string): Promise<Storage> =>
  openStorage({ settings: { storageUrl, storageContainer: `test-${randomUUID()}`, dataDir: folder }, log })
const name = (): string => newBlobName('documents', 'pdf', new Date())
const from = (...chunks: string[]): Readable => Readable.from(chunks.map(chunk => Buffer.from(chunk)))
const max = { maxBytes: 1_000_000 }

/** Gives some bytes and breaks off. */
async function* broken() {
  yield Buffer.from('half')
  throw new Error('gone')
}

describe.each([
  ['a folder', () => open(`file:${path.join(folder, 'table')}`)],
  ...(azurite ? [['Azure', () => open(`azure:${azurite.connection}`)] as const] : [])
] as const)('files in %s', (_what, opened) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await opened()
  })
  const textOf = async (blob: string, range?: { start: number; end: number }): Promise<string | undefined> => {
    const stream = await storage.read(blob, range)
    return stream && (await buffer(stream)).toString()
  }

  it('are read as they were written, whole and in part', async () => {
    const blob = name()
    await storage.write(blob, from('opony ', 'zużyte'), max)
    expect(await storage.facts(blob)).toEqual({ size: 13, modifiedAt: expect.any(Date) })
    expect(await textOf(blob)).toBe('opony zużyte')
    expect(await textOf(blob, { start: 2, end: 4 })).toBe('ony')
  })

  it('of three megabytes come back byte by byte', async () => {
    const blob = name()
    const chunk = Buffer.alloc(65_536, 7)
    await storage.write(blob, Readable.from(Array.from({ length: 48 }, () => chunk)), { maxBytes: 48 * 65_536 })
    const stream = await storage.read(blob)
    expect((await buffer(stream as Readable)).equals(Buffer.concat(Array.from({ length: 48 }, () => chunk)))).toBe(true)
  })

  it('that are not there are undefined, and removed without an error', async () => {
    const blob = name()
    expect(await storage.facts(blob)).toBeUndefined()
    expect(await storage.read(blob)).toBeUndefined()
    await storage.remove(blob)
  })

  it('are gone once removed', async () => {
    const blob = name()
    await storage.write(blob, from('x'), max)
    await storage.remove(blob)
    expect(await storage.facts(blob)).toBeUndefined()
  })

  it('are listed', async () => {
    const blobs = [name(), name()]
    for (const blob of blobs) await storage.write(blob, from('x'), max)
    const listed: string[] = []
    for await (const blob of storage.list()) listed.push(blob)
    expect(listed).toEqual(expect.arrayContaining(blobs))
  })

  it('are never written over', async () => {
    const blob = name()
    await storage.write(blob, from('first'), max)
    await expect(storage.write(blob, from('second'), max)).rejects.toMatchObject({ code: 'kernel.taken' })
    expect(await textOf(blob)).toBe('first')
  })

  it.each([
    ['too large', () => from('12345', '67890'), 9, { code: 'kernel.tooLarge' }],
    ['broken off', () => Readable.from(broken()), 100, { message: 'gone' }]
  ] as const)('%s leave nothing', async (_how, source, maxBytes, refusal) => {
    const blob = name()
    await expect(storage.write(blob, source(), { maxBytes })).rejects.toMatchObject(refusal)
    expect(await storage.facts(blob)).toBeUndefined()
  })

  it('of exactly the limit are taken', async () => {
    const blob = name()
    await storage.write(blob, from('12345', '67890'), { maxBytes: 10 })
    expect(await storage.facts(blob)).toMatchObject({ size: 10 })
  })

  it('that take too long leave nothing', async () => {
    const blob = name()
    const endless = new PassThrough()
    endless.write('begun')
    const stop = new AbortController()
    const writing = storage.write(blob, endless, { ...max, signal: stop.signal })
    stop.abort()
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
    expect(await storage.facts(blob)).toBeUndefined()
    expect(endless.destroyed).toBe(true)
  })

  it.each([
    '../umowa.pdf',
    '/etc/passwd',
    'documents/../../etc/passwd',
    'documents/2026-11/a.pdf',
    `documents/2026-11/${randomUUID()}.pdf\0`,
    `documents/2026-11/${randomUUID()}.pdf/..`,
    `documents\\2026-11\\${randomUUID()}.pdf`,
    `.unfinished/2026-11/${randomUUID()}.pdf`,
    ''
  ])('are never looked up under a name that the store did not make: %j', async text => {
    const calls = [
      async () => storage.facts(text),
      async () => storage.read(text),
      async () => storage.remove(text),
      async () => storage.write(text, from('x'), max)
    ]
    for (const call of calls) await expect(call()).rejects.toThrow('no name of a blob')
  })
})

describe('a folder', () => {
  const root = path.join(folder, 'alone')
  let storage: Storage
  beforeAll(async () => {
    storage = await open(`file:${root}`)
  })

  it('without a name is `files` under the data folder', async () => {
    const blob = name()
    await (await open('file:')).write(blob, from('x'), max)
    expect(await readdir(path.join(folder, 'files', path.dirname(blob)))).toContain(path.basename(blob))
  })

  it('holds files that nobody else of the machine reads', async () => {
    const blob = name()
    await storage.write(blob, from('x'), max)
    const { stat } = await import('node:fs/promises')
    expect((await stat(path.join(root, blob))).mode & 0o077).toBe(0)
    expect((await stat(path.join(root, path.dirname(blob)))).mode & 0o077).toBe(0)
  })

  it('does not follow a symbolic link in the place of a file', async () => {
    const blob = name()
    const secret = path.join(folder, 'secret')
    await writeFile(secret, 'secret')
    await mkdir(path.join(root, path.dirname(blob)), { recursive: true })
    await symlink(secret, path.join(root, blob))
    await expect(storage.read(blob)).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(storage.facts(blob)).rejects.toMatchObject({ code: 'ELOOP' })
  })

  it('does not follow a symbolic link in the place of a folder', async () => {
    const outside = path.join(folder, 'outside')
    await mkdir(outside)
    await symlink(outside, path.join(root, 'photos'))
    const blob = newBlobName('photos', 'png', new Date())
    await expect(storage.write(blob, from('x'), max)).rejects.toThrow('leads out')
  })

  it('whose source says that a disk is full is 503, and keeps nothing of the file', async () => {
    const blob = name()
    async function* until() {
      yield Buffer.from('half')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await expect(storage.write(blob, Readable.from(until()), max)).rejects.toMatchObject({ code: 'kernel.unavailable' })
    expect(await storage.facts(blob)).toBeUndefined()
    expect(await readdir(path.join(root, '.unfinished'))).toEqual([])
  })

  it('is cleared of interrupted writes, but not of files that are being written', async () => {
    const left = path.join(root, '.unfinished', randomUUID())
    const fresh = path.join(root, '.unfinished', randomUUID())
    await Promise.all([writeFile(left, 'half'), writeFile(fresh, 'half')])
    const hourAgo = new Date(Date.now() - 3_600_000)
    await utimes(left, hourAgo, hourAgo)
    await storage.removeUnfinished(new Date(Date.now() - 1_800_000))
    expect(await readdir(path.join(root, '.unfinished'))).toEqual([path.basename(fresh)])
  })
})

describe.skipIf(!azurite)('a key for Azure', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open(`azure:${azurite?.connection}`)
  })
  const send = async (blob: string, content: string, sasKey: string, method = 'PUT') => {
    const { blobUri } = (await storage.uploadAccess(blob, new Date(Date.now() + 60_000))) ?? { blobUri: '' }
    return fetch(`${blobUri}/${storage.container}/${blob}?${sasKey}`, {
      method,
      headers: { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'application/pdf' },
      ...(method === 'PUT' ? { body: content } : {})
    })
  }
  const keyFor = async (blob: string, ms = 60_000): Promise<string> =>
    (await storage.uploadAccess(blob, new Date(Date.now() + ms)))?.sasKey ?? ''

  it('creates its blob, once, and does nothing else', async () => {
    const blob = name()
    const key = await keyFor(blob)
    expect((await send(blob, 'first', key)).status).toBe(201)
    expect((await send(blob, 'second', key)).status).toBe(403)
    expect((await send(blob, '', key, 'GET')).status).toBe(403)
    expect((await send(blob, '', key, 'DELETE')).status).toBe(403)
    expect(await storage.facts(blob)).toMatchObject({ size: 5 })
  })

  it('is for one blob, and for a time', async () => {
    const [blob, other] = [name(), name()]
    expect((await send(other, 'x', await keyFor(blob))).status).toBe(403)
    expect((await send(blob, 'x', await keyFor(blob, -1000))).status).toBe(403)
    expect(await storage.facts(other)).toBeUndefined()
  })

  it('names the origin that the content policy must allow', () => {
    expect(storage.uploadOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

describe('Azure that cannot be reached', () => {
  it('is 503, not a fault of the call', async () => {
    const connection =
      'DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=AAAA;BlobEndpoint=http://127.0.0.1:1/devstoreaccount1;'
    const storage = await open(`azure:${connection}`)
    await expect(storage.facts(name())).rejects.toMatchObject({ code: 'kernel.unavailable' })
  })
})
