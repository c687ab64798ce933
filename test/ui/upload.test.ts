/** A refused upload: what is wrong with the file itself cannot be mended by sending it again, all else may pass. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type UploadFailure, uploadFile } from '../../ui/parts/form/upload.ts'

let answer: { status: number; responseText: string }

/** A store that answers what the test says. */
class Request {
  status = 0
  responseText = ''
  upload = {}
  onload = (): void => {}
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    Object.assign(this, answer)
    this.onload()
  }
}

beforeEach(() => {
  const key = {
    blobUri: '/blobs',
    blobName: 'photos/1.png',
    container: 'files',
    sasKey: 'sig=1',
    contentType: 'image/png'
  }
  const data = JSON.stringify({ data: { ...key, maxBytes: 1000 } })
  vi.stubGlobal('fetch', async () => new Response(data, { headers: { 'content-type': 'application/json' } }))
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('XMLHttpRequest', Request)
  // what no browser can read as a picture is sent as it is
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture')))
})
afterEach(() => vi.unstubAllGlobals())

const failure = async (): Promise<UploadFailure> => {
  const file = new File(['x'], 'przód.png', { type: 'image/png' })
  const signal = new AbortController().signal
  const sent = uploadFile({ file, folder: 'photos/1', types: ['png'], signal, onProgress: () => {} })
  return sent.then(
    () => Promise.reject(new Error('It was sent')),
    (error: UploadFailure) => error
  )
}

it.each([
  [413, true],
  [415, true],
  [403, false],
  [503, false]
])('%s is final: %s', async (status, isFinal) => {
  answer = { status, responseText: JSON.stringify({ detail: 'Zawartość nie zgadza się z nazwą.' }) }
  const refused = await failure()
  expect([refused.message, refused.isFinal]).toEqual(['Zawartość nie zgadza się z nazwą.', isFinal])
})
