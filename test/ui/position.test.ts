/** The control of a position: what it sends, and where its map begins. */
import { describe, expect, it } from 'vitest'
import { firstView, pointAt, pointOf, withDegrees } from '../../ui/pages/places/position.ts'

describe('a position that is typed', () => {
  it('is sent part by part, and is none when both parts are blank', () => {
    expect(withDegrees(undefined, { latitude: 51.1 })).toEqual({ latitude: 51.1 })
    expect(withDegrees({ latitude: 51.1 }, { longitude: 23.4 })).toEqual({ latitude: 51.1, longitude: 23.4 })
    expect(withDegrees({ latitude: 51.1, longitude: 23.4 }, { longitude: undefined })).toEqual({ latitude: 51.1 })
    expect(withDegrees({ latitude: 51.1 }, { latitude: undefined })).toBeNull()
  })

  it.each([
    [
      { latitude: 51.1, longitude: 23.4 },
      { latitude: 51.1, longitude: 23.4 }
    ],
    [{ latitude: 51.1 }, undefined],
    [{ latitude: 'north', longitude: 23.4 }, undefined],
    [{ latitude: 95, longitude: 23.4 }, undefined],
    [null, undefined]
  ])('%j is on the map as %j', (value, expected) => expect(pointOf(value)).toEqual(expected))
})

describe('a position that is chosen', () => {
  it('is rounded to a tenth of a metre', () => {
    expect(pointAt({ latitude: 51.12345678, longitude: 23.98765432 })).toEqual({
      latitude: 51.123457,
      longitude: 23.987654
    })
  })

  it('begins at the present one, else at the form’s town, else with Poland', () => {
    const point = { latitude: 51.1, longitude: 23.4 }
    expect(firstView(point, 'Kraków')).toMatchObject(point)
    expect(firstView(undefined, ' kraków ')).toMatchObject({ latitude: 50.06, longitude: 19.94, zoom: 12 })
    expect(firstView(undefined, 'Nigdzie')).toMatchObject({ latitude: 52.07, longitude: 19.48 })
    expect(firstView(undefined, undefined)).toMatchObject({ latitude: 52.07 })
  })
})
