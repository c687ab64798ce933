/** Which tiles the map shows, whom it names for them, and when the outline takes their place. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MapType } from '../../ui/pages/map/tiles.ts'
import { creditsOf, patienceMs, TileWatch, typeOf } from '../../ui/pages/map/tiles.ts'
import { nearestTowns, towns } from '../../ui/pages/map/towns.ts'

const road: MapType = { name: 'road', urls: ['https://road.example/{z}/{x}/{y}.png'], attribution: '' }
const relief: MapType = { name: 'relief', urls: ['https://relief.example/{z}/{x}/{y}.png'], attribution: '' }

test('the chosen map type is shown while it is on offer, else the road map', () => {
  expect(typeOf([road, relief], 'relief')).toBe(relief)
  expect(typeOf([road, relief], null)).toBe(road)
  expect(typeOf([road, relief], 'satellite')).toBe(road)
  expect(typeOf([road, relief], 'outline')).toBeUndefined()
  expect(typeOf([], 'road')).toBeUndefined()
})

test('credits are text, in which words with an address are a link', () => {
  expect(creditsOf('')).toEqual([])
  expect(creditsOf('Jan Kowalski')).toEqual([{ text: 'Jan Kowalski' }])
  expect(creditsOf('© OpenStreetMap <https://www.openstreetmap.org/copyright>, SRTM')).toEqual([
    { text: '© OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
    { text: ', SRTM' }
  ])
  expect(creditsOf('x <javascript:alert(1)>')).toEqual([{ text: 'x <javascript:alert(1)>' }])
})

describe('without tiles', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function watched() {
    const said: boolean[] = []
    const watch = new TileWatch()
    watch.begin(missing => said.push(missing))
    return { said, watch }
  }

  test('the outline comes by itself within 2 s, and goes when a tile arrives after all', () => {
    const { said, watch } = watched()
    watch.asked()
    vi.advanceTimersByTime(patienceMs - 1)
    expect(said).toEqual([])
    vi.advanceTimersByTime(1)
    expect(said).toEqual([true])
    expect(patienceMs).toBe(2000)
    watch.came()
    expect(said).toEqual([true, false])
    vi.advanceTimersByTime(patienceMs * 2)
    expect(said).toEqual([true, false])
  })

  test('the outline comes at once when every tile has failed, and not when one has come', () => {
    const failed = watched()
    failed.watch.asked()
    failed.watch.ended()
    expect(failed.said).toEqual([true])
    const partly = watched()
    partly.watch.asked()
    partly.watch.came()
    partly.watch.ended()
    vi.advanceTimersByTime(patienceMs * 2)
    expect(partly.said).toEqual([false])
  })

  test('tiles that stop coming while the map is moved are missed, too, however often it is moved', () => {
    const { said, watch } = watched()
    watch.asked()
    watch.came()
    for (const _ of [1, 2, 3, 4]) {
      watch.asked()
      vi.advanceTimersByTime(patienceMs / 2)
    }
    expect(said).toEqual([false, true, true])
  })
})

test('the outline names towns at any zoom: larger ones first, and beyond the edge the nearest with their distance', () => {
  expect(towns.length).toBeGreaterThan(200)
  expect(towns.filter(({ zoom }) => zoom <= 5.7).length).toBeGreaterThan(10)
  expect(towns.map(({ zoom }) => zoom)).toEqual(towns.map(({ zoom }) => zoom).sort((a, b) => a - b))
  const yard = { latitude: 52.2, longitude: 19.3 }
  const box = { south: 52.19, north: 52.21, west: 19.29, east: 19.31 }
  const [first, second, ...more] = nearestTowns(yard, box, 2)
  expect(more).toEqual([])
  expect(first?.name).toBe('Kutno')
  expect(first?.metres).toBeGreaterThan(4_000)
  expect(first?.metres).toBeLessThan(7_000)
  expect(second?.metres).toBeGreaterThan(first?.metres ?? 0)
  expect(nearestTowns(yard, { south: 50, north: 54, west: 17, east: 21 }, 5).map(({ name }) => name)).not.toContain(
    'Kutno'
  )
})
