import { describe, expect, it } from 'vitest'
import { boundaryOf, grown, latitudeOf, longitudeOf, within, worldX, worldY } from '../../ui/pages/map/geo.ts'
import { readMapUrl, writeMapUrl } from '../../ui/pages/map/mapUrl.ts'
import { layers } from '../../ui/pages/map/points.ts'

describe('the URL of the map', () => {
  it('reads the container in any letter case', () => {
    expect(readMapUrl('?Id=7').chosen).toBe('c7')
    expect(readMapUrl('?id=7').chosen).toBe('c7')
    expect(readMapUrl('?ID=x&thing=r3').chosen).toBe('r3')
  })
  it('ignores bad values', () => {
    expect(readMapUrl('?thing=zz&view=1,2&layers=what&at=soon')).toEqual({
      chosen: undefined,
      form: undefined,
      trail: false,
      range: undefined,
      moment: undefined,
      layers: [],
      silent: false,
      search: '',
      view: undefined
    })
    expect(readMapUrl('?view=95,19,5').view).toBeUndefined()
  })
  it('is read as it was written', () => {
    const view = { latitude: 52.07, longitude: 19.48, zoom: 5.7 }
    const query = writeMapUrl('', {
      chosen: 'c7',
      form: undefined,
      trail: true,
      range: '30',
      moment: 5,
      layers: ['low'],
      silent: true,
      search: 'a b',
      view
    })
    expect(query).toBe('?Id=7&trail=1&range=30&at=5&layers=low&silent=1&q=a+b&view=52.07000,19.48000,5.70')
    expect(readMapUrl(query)).toEqual({
      chosen: 'c7',
      form: undefined,
      trail: true,
      range: '30',
      moment: 5,
      layers: ['low'],
      silent: true,
      search: 'a b',
      view
    })
  })
  it('leaves out defaults, and distinguishes no layer from all layers', () => {
    expect(writeMapUrl('', { layers, range: 'all' })).toBe('')
    expect(readMapUrl(writeMapUrl('', { layers: [] })).layers).toEqual([])
  })
  it('ends the form with what it acts on', () => {
    const query = writeMapUrl('?Id=7', { form: 'iot.edit' })
    expect(query).toBe('?Id=7&form=iot.edit')
    expect(readMapUrl(query).form).toBe('iot.edit')
    expect(writeMapUrl(query, { chosen: 's1' })).toBe('?thing=s1')
    expect(writeMapUrl(query, { form: undefined })).toBe('?Id=7')
  })
  it('ends the trail with its container', () => {
    const query = '?Id=7&trail=1&range=30&at=5&q=a'
    expect(writeMapUrl(query, { chosen: 'c8' })).toBe('?Id=8&q=a')
    expect(writeMapUrl(query, { chosen: undefined })).toBe('?q=a')
    expect(writeMapUrl(query, { chosen: 'c7' })).toBe(query)
  })
})

describe('the Mercator projection', () => {
  it('converts there and back', () => {
    for (const [latitude, longitude] of [
      [52.07, 19.48],
      [-33, 151],
      [0, 0]
    ] as const) {
      expect(latitudeOf(worldY(latitude))).toBeCloseTo(latitude, 9)
      expect(longitudeOf(worldX(longitude))).toBeCloseTo(longitude, 9)
    }
  })
  it('has the equator in the middle and ends at its edges', () => {
    expect([worldX(0), worldY(0)]).toEqual([0.5, 0.5])
    expect(worldY(90)).toBeCloseTo(0, 9)
    expect(worldY(-90)).toBeCloseTo(1, 9)
  })
  it('grows boxes on all sides', () => {
    const box = { west: 10, south: 40, east: 20, north: 50 }
    expect(grown(box, 0.5)).toEqual({ west: 5, south: 35, east: 25, north: 55 })
    expect(within(box, grown(box, 0.1))).toBe(true)
    expect(within(grown(box, 0.1), box)).toBe(false)
  })
})

describe('the boundary of a reception place', () => {
  it('is the rectangle around its localizations, padded by 0.0001 and 0.0004 degrees', () => {
    const box = boundaryOf([
      { latitude: 52.2, longitude: 19.3 },
      { latitude: 52.21, longitude: 19.28 },
      { latitude: 52.205, longitude: 19.31 }
    ])
    expect(box?.south).toBeCloseTo(52.1999, 9)
    expect(box?.north).toBeCloseTo(52.2101, 9)
    expect(box?.west).toBeCloseTo(19.2796, 9)
    expect(box?.east).toBeCloseTo(19.3104, 9)
  })
  it('is around a single point, and none without any', () => {
    const box = boundaryOf([{ latitude: 52, longitude: 19 }])
    expect((box?.north ?? 0) - (box?.south ?? 0)).toBeCloseTo(0.0002, 9)
    expect((box?.east ?? 0) - (box?.west ?? 0)).toBeCloseTo(0.0008, 9)
    expect(boundaryOf([])).toBeUndefined()
  })
})
