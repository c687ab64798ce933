/** A disk that becomes full while a file is written: the writer fails, and not what it is written from. */
import { type FileHandle, open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aPdf } from '../helper/files.ts'
import type { Line } from '../helper/log.ts'
import { aKey, filesIn, type Key, pathOf } from './fixtures/uploading.ts'

let test: TestApp
let admin: Person
let handles: FileHandle
const lines: Line[] = []
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  test = await anApp({ UPLOAD_MAX_MB: '1' }, undefined, { level: 'warn', stream })
  admin = await test.signedInAs('ADMIN')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const some = await open(import.meta.filename)
  handles = Object.getPrototypeOf(some)
  await some.close()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => test.close())

/** By a socket, in several parts: what is still to come when the writer fails makes the difference. */
const send = ({ contentType, ...key }: Key): Promise<Response> =>
  fetch(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}${pathOf({ contentType, ...key })}`, {
    method: 'PUT',
    headers: { 'content-type': contentType, 'x-ms-blob-type': 'BlockBlob' },
    body: new Uint8Array(Buffer.concat([aPdf(), Buffer.alloc(500_000)]))
  })

async function uploadWith(code: string): Promise<Response> {
  const key = await aKey(admin)
  const before = await filesIn(test)
  const fails = vi.spyOn(handles, 'writeFile').mockRejectedValue(Object.assign(new Error(`${code}: write`), { code }))
  lines.length = 0
  const answer = await send(key)
  expect(fails).toHaveBeenCalledOnce()
  expect(await filesIn(test)).toEqual(before)
  return answer
}

it.each(['ENOSPC', 'EDQUOT'])('is 503 with Retry-After and a line of the log (%s), and leaves nothing', async code => {
  const answer = await uploadWith(code)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(lines).toMatchObject([{ level: 50, msg: 'files: the disk is full', err: { code } }])
  vi.restoreAllMocks()
  expect((await send(await aKey(admin))).status).toBe(201)
})

it('that is broken is 500 and a line of the log, and not a key that has expired', async () => {
  expect((await uploadWith('EIO')).status).toBe(500)
  expect(lines).toMatchObject([{ level: 50, err: { code: 'EIO' } }])
})
