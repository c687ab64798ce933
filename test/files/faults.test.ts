/** What goes wrong on the way: senders that leave, are slow or send too much, a process that is killed. Nothing is left behind. */
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../modules/files/sweep.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { aPdf } from '../helper/files.ts'
import { aProcess } from '../helper/process.ts'
import { aDocument, aKey, aRecord, filesIn, type Key, pathOf, send } from './fixtures/uploading.ts'

const secret = 'a secret that is long enough for every test'
const day = 86_400_000

let test: TestApp
let admin: Person
let port: number
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-uploads-'))
  test = await anApp({ UPLOAD_MAX_MB: '1', STORAGE_URL: `file:${folder}` })
  await test.begin()
  admin = await test.signedInAs('ADMIN')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** Errors are those of a sender that is cut off: what it was told is looked at. */
const begin = (key: Key, headers: Record<string, string | number> = {}, at = port): ClientRequest =>
  http
    .request({
      host: '127.0.0.1',
      port: at,
      method: 'PUT',
      path: pathOf(key),
      headers: { 'content-type': 'application/pdf', 'x-ms-blob-type': 'BlockBlob', ...headers }
    })
    .on('error', () => undefined)
const answerOf = async (request: ClientRequest): Promise<number | undefined> => {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
const announced = (key: Key) => test.services.db('files.uploads').where({ blob_name: key.blobName })
const until = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 15_000 })
/** The upload has been taken up, and some of it lies in the folder. */
const isBegun = async (key: Key, in_ = folder): Promise<void> => {
  await until(async () => (await announced(key))[0]?.started_at).toBeTruthy()
  await until(async () => (await readdir(path.join(in_, '.unfinished'))).length).toBe(1)
}
const nothingLeft = async (key: Key): Promise<void> => {
  await until(() => announced(key)).toEqual([])
  expect(await filesIn(test)).toEqual([])
}

describe('an upload', () => {
  it('that breaks off in the middle leaves nothing', async () => {
    const key = await aKey(admin)
    const request = begin(key, { 'content-length': 1000 })
    request.write(aPdf())
    await isBegun(key)
    request.destroy()
    await nothingLeft(key)
  })

  it('that announces too much is refused before its body', async () => {
    const key = await aKey(admin)
    const request = begin(key, { 'content-length': 1_048_577 })
    request.flushHeaders()
    expect(await answerOf(request)).toBe(413)
    request.destroy()
    await nothingLeft(key)
  })

  it('that sends too much without saying so is refused in the middle', async () => {
    const key = await aKey(admin)
    const request = begin(key)
    request.write(Buffer.concat([aPdf(), Buffer.alloc(1_048_576)]))
    expect(await answerOf(request)).toBe(413)
    request.destroy()
    await nothingLeft(key)
  })

  it('that is refused is cut off when it does not end', async () => {
    const { server } = test.app
    const usual = server.requestTimeout
    // Nothing else ends it before this test is over.
    server.requestTimeout = 0
    const key = await aKey(admin)
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
    try {
      const closed = once(socket, 'close')
      const lines = [
        `PUT ${pathOf(key)} HTTP/1.1`,
        'host: localhost',
        'content-type: text/html',
        'content-length: 1000'
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\nx`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 415 /)
      await closed
      await nothingLeft(key)
    } finally {
      socket.destroy()
      server.requestTimeout = usual
    }
  })

  it('may take longer than other requests, which are ended', async () => {
    const { server } = test.app
    const { requestTimeout, headersTimeout } = server
    Object.assign(server, { requestTimeout: 100, headersTimeout: 100 })
    try {
      const key = await aKey(admin)
      const slow = begin(key)
      slow.write(aPdf())
      await isBegun(key)
      const other = http.request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/Authorization/sign-in',
        headers: { 'content-type': 'application/json' }
      })
      other.on('error', () => undefined).write('{')
      // The server looks every two seconds, at both.
      expect(await answerOf(other)).toBe(408)
      slow.end(aPdf())
      expect(await answerOf(slow)).toBe(201)
      await test.services.storage.remove(key.blobName)
      await announced(key).delete()
    } finally {
      Object.assign(server, { requestTimeout, headersTimeout })
    }
  })
})

describe('a process that is killed in the middle of an upload', () => {
  it('leaves only what the sweep removes', async () => {
    const company = await aCompany(test.services.db)
    const kept = await aDocument(test, admin, company.id, aPdf())
    const running = await aProcess('node', {
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      STORAGE_URL: `file:${folder}`,
      DATA_DIR: folder,
      TOKEN_SECRET: secret,
      ROLES: 'web',
      LOG_LEVEL: 'silent'
    })
    const key = await aKey(admin)
    const request = begin(key, { 'content-length': 1000 }, running.port)
    request.write(aPdf())
    await isBegun(key)
    await running.stop('SIGKILL')
    expect(await filesIn(test)).toHaveLength(2)

    await sweep(test.services)
    expect(await filesIn(test)).toHaveLength(2)
    const [left] = await readdir(path.join(folder, '.unfinished'))
    const yesterday = new Date(Date.now() - day)
    await utimes(path.join(folder, '.unfinished', left as string), yesterday, yesterday)
    const tomorrow = new Date(test.clock.now.getTime() + day + 1)
    await sweep({ ...test.services, now: () => tomorrow })
    expect(await announced(key)).toEqual([])
    expect(await filesIn(test)).toEqual([path.basename(kept.blobFileName)])
  })
})

describe('the sweep', () => {
  it('removes an upload that had no record for a day, which cannot be recorded any more', async () => {
    const key = await aKey(admin)
    await send(test, key, aPdf())
    const at = (hours: number) => new Date(test.clock.now.getTime() + hours * 3_600_000)
    await sweep({ ...test.services, now: () => at(23.5) })
    expect(await test.services.storage.facts(key.blobName)).toBeDefined()
    const { now } = test.clock
    test.clock.now = at(23.5)
    const answer = await admin.post('/api/Admin/Documents', aRecord(key, null, { documentType: 6 }))
    test.clock.now = now
    expect(answer).toMatchObject({ status: 422, body: { code: 'files.notUploaded' } })
    await sweep({ ...test.services, now: () => at(24.1) })
    expect(await test.services.storage.facts(key.blobName)).toBeUndefined()
    expect(await announced(key)).toEqual([])
  })

  it('removes links that have expired', async () => {
    const company = await aCompany(test.services.db)
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    await admin.get(`/api/Storage/file-url?blobFileName=${blobFileName}`)
    await sweep(test.services)
    expect(await test.services.db('files.links')).toHaveLength(1)
    await sweep({ ...test.services, now: () => new Date(test.clock.now.getTime() + 300_001) })
    expect(await test.services.db('files.links')).toEqual([])
  })
})
