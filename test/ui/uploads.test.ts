/** Files that are uploaded as they are chosen: their states, the field's value, and another folder. */
import { createForm } from 'final-form'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { Values } from '../../ui/parts/form/formValues.ts'
import { UploadStore } from '../../ui/parts/form/uploadStore.ts'
import { type Item, nameOf, namesOf, nextItems, type UploadEvent, withoutUnsent } from '../../ui/parts/form/uploads.ts'

const blob = (n: number): string => `photos/2026-05/0b6cfd9e-7d35-4a3c-9d53-${String(n).padStart(12, '0')}.jpg`
const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
const waiting: Item = { key: 1, file, state: 'waiting', share: 0 }
const after = (...events: UploadEvent[]): Item | undefined => events.reduce(nextItems, [waiting] as readonly Item[])[0]

it.each([
  ['is on its way', [{ kind: 'sending', key: 1, share: 0.5 }], { state: 'sending', share: 0.5 }, 'uploading'],
  [
    'has arrived',
    [{ kind: 'sent', key: 1, blobName: blob(1) }],
    { state: 'done', share: 1, blobName: blob(1) },
    blob(1)
  ],
  ['has failed', [{ kind: 'failed', key: 1, failure: { text: 'No.', again: true } }], { state: 'failed' }, undefined],
  [
    'is sent again',
    [
      { kind: 'failed', key: 1, failure: { text: 'No.', again: true } },
      { kind: 'repeated', key: 1 }
    ],
    waiting,
    'uploading'
  ],
  ['is sent to another folder', [{ kind: 'sent', key: 1, blobName: blob(1) }, { kind: 'moved' }], waiting, 'uploading'],
  ['is of no concern to another file', [{ kind: 'sent', key: 2, blobName: blob(2) }], waiting, 'uploading']
] as const)('a file %s', (_, events, item, value) => {
  expect(after(...events)).toMatchObject(item)
  expect(nameOf([after(...events) as Item])).toBe(value)
})

it('a removed file leaves no value', () => {
  expect(after({ kind: 'removed', key: 1 })).toBeUndefined()
  expect([nameOf([]), namesOf([])]).toEqual([undefined, undefined])
})

it('a form begins without files whose upload a reload has ended', () => {
  const name = { type: 'string', format: 'blobName' }
  const properties = { one: name, some: { type: 'array', items: name }, other: { type: 'string' } }
  const fields = Object.keys(properties).map(one => ({ name: one, label: one }))
  const form = { name: 'x', schema: { type: 'object', properties }, fields, derive: [], initial: {} } as FormMetadata
  const values = { one: 'uploading', some: [blob(1), 'uploading'], other: 'uploading' }
  expect(withoutUnsent(form, values)).toEqual({ one: undefined, some: [blob(1)], other: 'uploading' })
  const whole = { one: blob(1), some: [blob(2)] }
  expect(withoutUnsent(form, whole)).toBe(whole)
})

const upload = { folder: 'photos/{company}', types: ['jpg'] } as const
const folders: string[] = []
const answer = { status: 201 }
/** Answers every upload at once; the name of the blob has the number of the upload. */
class Sent {
  status = answer.status
  responseText = JSON.stringify({ detail: 'No picture.' })
  upload = {}
  onload = (): void => {}
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    queueMicrotask(() => this.onload())
  }
}
beforeEach(() => {
  folders.length = 0
  answer.status = 201
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('XMLHttpRequest', Sent)
  // what no browser can read as a picture is sent as it is
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture')))
  vi.stubGlobal('fetch', async (url: string) => {
    folders.push(new URL(url, 'http://x').searchParams.get('folder') ?? '')
    const key = { blobUri: '/blobs', container: 'c', sasKey: 's', contentType: 'image/jpeg', maxBytes: 1000 }
    return Response.json({ data: { ...key, blobName: blob(folders.length) } })
  })
})
const opened = (values: Values = {}, valueFrom: (items: readonly Item[]) => unknown = namesOf) => {
  const form = createForm<Values>({ initialValues: { company: 1, ...values }, onSubmit: () => undefined })
  const store = new UploadStore(upload, form.getState().values.files, valueFrom)
  const end = store.connect(form, value => form.change('files', value))
  return { form, store, end, value: () => form.getState().values.files }
}

it('files are uploaded one after the other, and those above the limit are left out', async () => {
  const { store, value } = opened()
  expect(store.add([file, file, file], 2)).toBe(1)
  expect(store.current().map(({ state }) => state)).toEqual(['sending', 'waiting'])
  expect(value()).toEqual(['uploading', 'uploading'])
  await vi.waitFor(() => expect(value()).toEqual([blob(1), blob(2)]))
})

it('another company means another folder: the files of this page are uploaded again', async () => {
  const { form, store, value } = opened({ files: [blob(9)] })
  store.add([file], 5)
  await vi.waitFor(() => expect(value()).toEqual([blob(9), blob(1)]))
  form.change('company', 2)
  expect(value()).toEqual([blob(9), 'uploading'])
  await vi.waitFor(() => expect(value()).toEqual([blob(9), blob(2)]))
  expect(folders).toEqual(['photos/1', 'photos/2'])
})

it('a file that is chosen in the place of another stops it', async () => {
  const { store, value } = opened({}, nameOf)
  store.replace(file)
  store.replace(new File(['y'], 'b.jpg', { type: 'image/jpeg' }))
  await vi.waitFor(() => expect(value()).toBe(blob(2)))
  expect(store.current().map(one => one.file?.name)).toEqual(['b.jpg'])
})

it('a file that is refused leaves the field blank and says why', async () => {
  answer.status = 415
  const { store, value } = opened({}, nameOf)
  store.replace(file)
  await vi.waitFor(() => expect(store.current()[0]?.failure).toEqual({ text: 'No picture.', again: false }))
  expect(value()).toBeUndefined()
})

it('after the form is left nothing is written any more', async () => {
  const { store, end, value } = opened()
  store.add([file], 5)
  end()
  await vi.waitFor(() => expect(folders).toHaveLength(1))
  expect(value()).toEqual(['uploading'])
})
