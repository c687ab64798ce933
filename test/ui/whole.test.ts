/** What a form waits for before it is shown, and the room that it is given until then; that it waits is seen in test/e2e/whole.spec.ts. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { asksFirst, roomOf } from '../../ui/parts/command/usePrepared.ts'

const options = { call: '/api/places', value: 'id', label: ['name'] }
const form = (fields: readonly object[], derive: readonly object[] = []) =>
  ({ fields, derive }) as unknown as FormMetadata

describe('a form', () => {
  it.each([
    ['has nothing to wait for with plain fields', form([{ name: 'note' }]), false],
    ['waits for choices that a call answers', form([{ name: 'note' }, { name: 'place', options }]), true],
    ['waits for a value that is fetched', form([{ name: 'price' }], [{ kind: 'fetched', to: 'price' }]), true],
    [
      'does not wait for what is reckoned here',
      form([{ name: 'plate' }], [{ kind: 'upperCase', field: 'plate' }]),
      false
    ]
  ])('%s', (_, given, asks) => expect(asksFirst(given)).toBe(asks))

  it('has room for its fields, but for those that are hidden or may have a single option', () => {
    const only = { ...options, autoSelectSingle: true }
    expect(roomOf(form([{ name: 'note' }, { name: 'id', control: 'hidden' }, { name: 'place', options: only }]))).toBe(
      1
    )
    expect(roomOf(form([{ name: 'note' }, { name: 'item', options }]))).toBe(2)
  })
})
