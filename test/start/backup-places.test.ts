/** Where backups are kept: a folder, a bucket and Azure Blob Storage do the same. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Place } from '../../src/cli/backup/place.ts'
import { openPlace } from '../../src/cli/backup/places.ts'
import { s3, signed } from '../../src/cli/backup/s3.ts'
import { type Azurite, startAzurite } from '../helper/azurite.ts'
import { aBucket } from './fixtures/bucket.ts'

const azurite: Azurite | null = await startAzurite()
const bucket = await aBucket()
const folder = await mkdtemp(path.join(tmpdir(), 'opony-places-'))
afterAll(async () => {
  await azurite?.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const addresses: [string, string][] = [
  ['a folder', `file:${path.join(folder, 'not/yet')}`],
  ['a bucket', bucket.address],
  ...(azurite ? [['Azure', `azure:${azurite.connection}`] as [string, string]] : [])
]

describe.each(addresses)('%s', (_kind, address) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(address, { backupContainer: 'opony-backup' })
  })
  const names = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const name of place.list()) found.push(name)
    return found
  }
  const textOf = async (name: string): Promise<string | undefined> => {
    const source = await place.read(name)
    return source && Buffer.concat(await source.toArray()).toString()
  }

  it('is empty at first, keeps what is written, over what was there, and gives it up', async () => {
    expect([await names(), await textOf('files/a.pdf'), await place.size('files/a.pdf')]).toEqual([
      [],
      undefined,
      undefined
    ])
    await place.write('files/a.pdf', Readable.from([Buffer.from('hello')]))
    await place.write('files/a.pdf', Readable.from([Buffer.from('hello again')]))
    expect([await names(), await textOf('files/a.pdf'), await place.size('files/a.pdf')]).toEqual([
      ['files/a.pdf'],
      'hello again',
      11
    ])
    await place.remove('files/a.pdf')
    await place.remove('files/a.pdf')
    expect(await names()).toEqual([])
  })

  it('keeps nothing of what breaks off', async () => {
    const broken = new Readable({
      read() {
        this.push('half')
        this.destroy(new Error('the line broke'))
      }
    })
    await expect(place.write('half', broken)).rejects.toThrow('the line broke')
    expect(await names()).toEqual([])
  })
})

it('a folder of backups is closed to others', async () => {
  const place = await openPlace(path.join(folder, 'closed'), { backupContainer: '' })
  await place.write('one/two', Readable.from([Buffer.from('x')]))
  const modes = await Promise.all(
    ['closed/one', 'closed/one/two'].map(async name => (await stat(path.join(folder, name))).mode & 0o777)
  )
  expect(modes).toEqual([0o700, 0o600])
  await expect(openPlace('', { backupContainer: '' })).rejects.toThrow('BACKUP_URL')
})

describe('a bucket', () => {
  /** The examples of Amazon's documents: "Authenticating Requests (AWS Signature Version 4)", single chunk. */
  const example = {
    key: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1'
  }
  const host = 'https://examplebucket.s3.amazonaws.com'
  it.each([
    [
      'a part of an object',
      '/test.txt',
      { range: 'bytes=0-9' },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
    ],
    ['a list', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7']
  ])('is asked for %s by the signature that its documents give', (_, path, headers, signature) => {
    const call = { method: 'GET', url: new URL(host + path), headers }
    const { authorization } = signed(call, example, new Date('2013-05-24T00:00:00Z'))
    expect(authorization).toContain(`Signature=${signature}`)
  })

  const bytes = 20 * 1_048_576
  it('takes what is large in parts, and lists page after page', async () => {
    const place = await openPlace(bucket.address, { backupContainer: '' })
    bucket.stumble(1)
    await place.write(
      'large/żółw (1).dump',
      Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1_048_576, 7)))
    )
    expect(bucket.parts).toEqual([8, 8, 4].map(size => size * 1_048_576))
    expect(await place.size('large/żółw (1).dump')).toBe(bytes)
    const source = await place.read('large/żółw (1).dump')
    expect(Buffer.concat((await source?.toArray()) ?? []).equals(Buffer.alloc(bytes, 7))).toBe(true)
    for (const name of ['large/a', 'large/b', 'large/c']) await place.write(name, Readable.from([Buffer.from('x')]))
    const names: string[] = []
    for await (const name of place.list()) names.push(name)
    expect(names.sort()).toEqual(['large/a', 'large/b', 'large/c', 'large/żółw (1).dump'])
  })

  it('keeps no parts of what breaks off', async () => {
    const place = await openPlace(bucket.address, { backupContainer: '' })
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9 * 1_048_576)
        throw new Error('the line broke')
      })()
    )
    await expect(place.write('broken', broken)).rejects.toThrow('the line broke')
    expect([bucket.open(), await place.size('broken')]).toEqual([0, undefined])
  })

  it('says what is wrong: a secret, a bucket, an address', async () => {
    const written = (address: string) => s3(address).write('x', Readable.from([Buffer.from('x')]))
    const address = bucket.address.replace(/^s3:/, '')
    await expect(written(address.replace('KEY:', 'KEY:not'))).rejects.toThrow(/answers 403 SignatureDoesNotMatch No\./)
    await expect(written(address.replace('/keep/', '/other/'))).rejects.toThrow('has no bucket other')
    for (const wrong of ['', 'https://host/bucket', 'https://KEY:SECRET@host/'])
      expect(() => s3(wrong)).toThrow('s3:https://KEY:SECRET@host/bucket')
  })
})
