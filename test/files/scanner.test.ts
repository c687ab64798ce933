/** Uploads are looked through by the scanner of the settings, and not taken where it finds something or cannot be asked. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openScanner } from '../../src/kernel/files/scanner.ts'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aClamd, type Clamd, virus } from '../helper/clamd.ts'
import { aCompany } from '../helper/factories.ts'
import { aPdf } from '../helper/files.ts'
import { aKey, aRecord, send } from './fixtures/uploading.ts'

let clamd: Clamd
beforeAll(async () => {
  clamd = await aClamd()
})
afterEach(() => {
  clamd.mode = 'looks'
})
afterAll(() => clamd.close())

describe('the scanner', () => {
  const scan = (content: Buffer, url = clamd.url) => {
    const failures: unknown[] = []
    const scanner = openScanner(url, error => failures.push(error))
    return { failures, found: scanner.scan(Readable.from([content.subarray(0, 10), content.subarray(10)])) }
  }
  const large = Buffer.alloc(3_000_000, 'x')

  it('is sent the whole file, however large, and says what it found', async () => {
    expect(await scan(large).found).toBeUndefined()
    expect(clamd.files.at(-1)?.equals(large)).toBe(true)
    expect(await scan(Buffer.concat([large, Buffer.from(virus)])).found).toBe('Opony.Test-Signature')
  })

  it('is reached by a socket of this machine, too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'clamd-'))
    const local = await aClamd(path.join(folder, 'ctl'))
    expect(await scan(Buffer.from(`a file with ${virus}`), local.url).found).toBe('Opony.Test-Signature')
    await local.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['tooLarge', 'closes', 'garbage', 'endless'] as const)('that is %s lets no file pass', async mode => {
    clamd.mode = mode
    const { found, failures } = scan(large)
    await expect(found).rejects.toMatchObject({ code: 'kernel.unavailable', status: 503 })
    expect(failures).toHaveLength(1)
  })

  it('that does not answer lets no file pass', async () => {
    await expect(scan(large, 'clamd://127.0.0.1:9').found).rejects.toMatchObject({ status: 503 })
  })
})

describe('an upload', () => {
  let test: TestApp
  let admin: Person
  let companyId: number
  beforeAll(async () => {
    test = await anApp({ ROLES: 'web', SCANNER_URL: clamd.url, UPLOAD_MAX_MB: '1', UPLOAD_ACCOUNT_MB: '2' })
    admin = await test.signedInAs('ADMIN')
    companyId = (await aCompany(test.services.db)).id
  })
  afterAll(() => test.close())
  const isStored = async (name: string) => (await test.services.storage.facts(name)) !== undefined

  it('in which nothing is found is taken', async () => {
    const key = await aKey(admin, 'umowa.pdf', `documents/${companyId}`)
    expect((await send(test, key, aPdf('Umowa'))).status).toBe(201)
    expect((await admin.post('/api/Admin/Documents', aRecord(key, companyId))).status).toBe(201)
  })

  it('in which something is found is removed, refused with a sentence, and recorded', async () => {
    const key = await aKey(admin)
    const answer = await send(test, key, aPdf(virus), { 'accept-language': 'en' })
    expect([answer.status, answer.body.code]).toEqual([422, 'files.malicious'])
    expect(answer.body.detail).toContain('malicious')
    expect(await isStored(key.blobName)).toBe(false)
    expect((await admin.post('/api/Admin/Documents', aRecord(key, companyId))).status).toBe(422)
    await test.services.security.flush()
    expect(
      await test.services.db('audit.security_events').where({ kind: securityKinds.malwareFound }).first()
    ).toMatchObject({ account_id: admin.accountId, code: 'Opony.Test-Signature' })
  })

  it('is refused while the scanner cannot be asked, and taken when it can again', async () => {
    clamd.mode = 'closes'
    const key = await aKey(admin)
    const answer = await send(test, key, aPdf('Umowa'))
    expect([answer.status, answer.body.code]).toEqual([503, 'kernel.unavailable'])
    expect(await isStored(key.blobName)).toBe(false)
    clamd.mode = 'looks'
    expect((await send(test, await aKey(admin), aPdf('Umowa'))).status).toBe(201)
  })

  it('of an account that has left too many megabytes is refused; another account’s is not', async () => {
    const hoarder = await test.signedInAs('ADMIN')
    const big = Buffer.concat([aPdf('Duży'), Buffer.alloc(900_000, ' ')])
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await send(test, await aKey(hoarder), big)).status)
    expect(statuses).toEqual([201, 201, 429])
    expect((await send(test, await aKey(admin), big)).status).toBe(201)
  })

  it('is refused beyond six of an account at the same time', async () => {
    const hasty = await test.signedInAs('ADMIN')
    clamd.mode = 'holds'
    const keys = await Promise.all(Array.from({ length: 7 }, () => aKey(hasty)))
    const begun = keys.slice(0, 6).map(key => send(test, key, aPdf('Zdjęcie')))
    await expect.poll(() => clamd.held.length).toBe(6)
    expect((await send(test, keys[6]!, aPdf('Zdjęcie'))).status).toBe(429)
    for (const answer of clamd.held.splice(0)) answer()
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(Array(6).fill(201))
  })
})
