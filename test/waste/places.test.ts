/** From which of a client's places in the register the waste of an order leaves. */
import { expect, it } from 'vitest'
import { placeOf } from '../../modules/waste/drafts/places.ts'

const one = { id: '1', number: '000154546', name: 'A', address: 'ul. Cegielniana 62, Chełm' }
const two = { id: '2', number: '000154546', name: 'A', address: 'Lubelska 69, Chełm' }
const three = { id: '3', number: '000154546/3', name: 'A', address: '' }
const order = { placeNumber: '000154546', street: 'Lubelska 69', city: 'Chełm' }

it.each([
  ['the only one, whatever it is', [three], { placeNumber: null, street: null, city: null }, '3'],
  ['the one with its number', [one, two, three], { ...order, placeNumber: '000154546 / 3' }, '3'],
  ['the one at its address, where several have its number', [one, two, three], order, '2'],
  [
    'the one at its address, with and without “ul.”',
    [one, two],
    { ...order, placeNumber: null, street: 'Cegielniana 62' },
    '1'
  ],
  ['none where neither says which', [one, two], { ...order, street: 'Leśna 1' }, undefined],
  ['none where two are at its address', [two, { ...two, id: '4' }], order, undefined],
  ['none of none', [], order, undefined]
])('%s', (_, places, of, expected) => {
  expect(placeOf(places, of)?.id).toBe(expected)
})
