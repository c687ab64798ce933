/** Several files in one field: what control it gets, what its value is, and when its form may be sent. */
import { describe, expect, it } from 'vitest'
import { checkForm, derivedControl, type FormMetadata } from '../../src/contract/form.ts'
import { awaitedField } from '../../ui/parts/form/DialogEnd.tsx'
import { withRefusal } from '../../ui/parts/form/FilesControl.tsx'
import { acceptOf, areImages, kindsOf } from '../../ui/parts/form/fileTexts.ts'
import { type Item, namesOf } from '../../ui/parts/form/uploads.ts'

const blob = (n: number): string => `photos/2026-05/0b6cfd9e-7d35-4a3c-9d53-${String(n).padStart(12, '0')}.jpg`
const names = {
  type: 'array',
  items: { type: 'string', format: 'blobName' },
  minItems: 1,
  maxItems: 2,
  uniqueItems: true
}
const form = {
  name: 'x.add',
  schema: { type: 'object', properties: { names }, required: ['names'] },
  fields: [{ name: 'names', label: 'x.names' }],
  derive: [],
  initial: {},
  sendOnce: 'names'
} as unknown as FormMetadata
const item = (state: Item['state'], blobName?: string): Item => ({
  key: 1,
  state,
  share: 0,
  ...(blobName ? { blobName } : {})
})

it('a list of blobs is asked for by the control of several files', () => {
  expect(derivedControl(names)).toBe('files')
  expect(derivedControl({ type: 'string', format: 'blobName' })).toBe('file')
})

describe('the value', () => {
  it('is undefined without files, else the names of all files', () => {
    expect(namesOf([])).toBeUndefined()
    expect(namesOf([item('done', blob(1)), item('done', blob(2))])).toEqual([blob(1), blob(2)])
  })

  it.each(['waiting', 'sending', 'failed'] as const)('is refused while a file is %s', state => {
    const value = namesOf([item('done', blob(1)), item(state)])
    expect(checkForm(form, { names: value })).toMatchObject([{ path: 'names.1', code: 'blobName' }])
    expect(checkForm(form, { names: namesOf([item('done', blob(1))]) })).toEqual([])
  })

  it('is awaited where the form is sent once with it', () => {
    expect(awaitedField(form, { names: [] })?.name).toBe('names')
    expect(awaitedField(form, {})?.name).toBe('names')
    expect(awaitedField(form, { names: [blob(1)] })).toBeUndefined()
  })
})

it('of several files, one that the server refused shows so, and cannot be sent again', () => {
  const error = [undefined, 'To nie jest JPG.']
  const refusalAt = (at: number, state: Item['state'] = 'done') => withRefusal(item(state, blob(at)), error, at).failure
  expect([refusalAt(0), refusalAt(1)]).toEqual([undefined, { text: 'To nie jest JPG.', again: false }])
  // of a file that is on its way the form's own check speaks
  expect(refusalAt(1, 'waiting')).toBeUndefined()
  expect(withRefusal(item('done', blob(1)), 'Wybierz najwyżej 20 pozycji.', 1).failure).toBeUndefined()
})

it('media types are accepted beside extensions, so that a phone offers its camera; images are told from documents', () => {
  expect(acceptOf(['jpg', 'jpeg', 'png'])).toBe('.jpg,.jpeg,.png,image/jpeg,image/png')
  expect(kindsOf(['jpg', 'jpeg', 'png'])).toBe('JPG, PNG')
  expect([areImages(['jpg', 'webp']), areImages(['jpg', 'pdf'])]).toEqual([true, false])
})
