import { describe, expect, it } from 'vitest'
import type { PositionDelta } from '../../modules/iot/schema.ts'
import { aloneOf } from '../../ui/pages/map/Layers.tsx'
import type { ContainerRow, Layer } from '../../ui/pages/map/points.ts'
import { ageOf, byUrgency, layerOf, layers, narrows, PointStore, passing } from '../../ui/pages/map/points.ts'

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const aContainer = (change: Partial<ContainerRow> = {}): ContainerRow => ({
  id: 1,
  containerNumber: 'K-1',
  latitude: 52,
  longitude: 19,
  status: 1,
  currentBatteryLevel: 3.9,
  currentBatteryStatus: 1,
  lastActiveDate: at(10),
  ...change
})
const aDelta = (change: Partial<PositionDelta> = {}): PositionDelta => ({
  id: 1,
  latitude: 52.5,
  longitude: 19.5,
  currentBatteryLevel: 3.3,
  currentBatteryStatus: 3,
  status: 1,
  lastActiveDate: at(11),
  ...change
})
const aStore = (...rows: ContainerRow[]): PointStore => {
  const store = new PointStore()
  store.setContainers(rows)
  return store
}
const all: ReadonlySet<Layer> = new Set(layers)
const poland = { west: 14, south: 49, east: 24.2, north: 54.9 }

describe('a live message', () => {
  it('moves its container and puts it on the layer of its battery', () => {
    const store = aStore(aContainer())
    const { changed, unknown } = store.merge([aDelta()])
    expect(unknown).toBe(false)
    expect(changed.map(({ key }) => key)).toEqual(['c1'])
    expect(store.get('c1')).toMatchObject({ latitude: 52.5, longitude: 19.5, layer: 'critical', battery: 3.3 })
  })
  it('changes nothing when it is older than what is known', () => {
    const store = aStore(aContainer())
    expect(store.merge([aDelta({ lastActiveDate: at(9) })]).changed).toEqual([])
    expect(store.get('c1')?.latitude).toBe(52)
  })
  it('without a position updates the time of the last message, and leaves the point where it is', () => {
    const store = aStore(aContainer())
    store.merge([aDelta({ latitude: null, longitude: null })])
    expect(store.get('c1')).toMatchObject({ latitude: 52, lastActive: Date.parse(at(11)) })
  })
  it('of an unknown container asks for the list to be loaded, if it has a position', () => {
    const store = aStore(aContainer())
    expect(store.merge([aDelta({ id: 2 })])).toEqual({ changed: [], unknown: true })
    expect(store.merge([aDelta({ id: 2, latitude: null, longitude: null })]).unknown).toBe(false)
  })
  it('that came before the list moves its container once the list has come', () => {
    const store = new PointStore()
    store.merge([aDelta({ latitude: 51 }), aDelta({ latitude: 52.5 })])
    store.setContainers([aContainer()])
    expect(store.get('c1')).toMatchObject({ latitude: 52.5, lastActive: Date.parse(at(11)) })
  })
  it('is not undone by a list that was requested before it came', () => {
    const store = aStore(aContainer())
    store.merge([aDelta()])
    store.setContainers([aContainer({ containerNumber: 'K-1 new' })])
    expect(store.get('c1')).toMatchObject({ latitude: 52.5, label: 'K-1 new' })
    store.setContainers([aContainer({ lastActiveDate: at(12), latitude: 53 })])
    expect(store.get('c1')?.latitude).toBe(53)
  })
})

describe('the points', () => {
  it('of a kind are replaced as a whole, those without coordinates left out', () => {
    const store = aStore(aContainer(), aContainer({ id: 2 }))
    const place = { id: 5, address: 'Leśna 1', companyName: 'Opony', latitude: 52, longitude: 19 }
    store.setPlaces([place, { ...place, id: 6, latitude: null, longitude: null }])
    store.setContainers([aContainer({ id: 2 })])
    expect(
      store
        .all()
        .map(({ key }) => key)
        .sort()
    ).toEqual(['c2', 'r5'])
    const kinds = () =>
      (['container', 'reception', 'store'] as const).map(kind => store.ofKind(kind).map(({ key }) => key))
    expect(kinds()).toEqual([['c2'], ['r5'], []])
    store.setStores([{ id: 1, name: 'Kutno', containersAmount: 0, latitude: 52, longitude: 19 }])
    expect(kinds()).toEqual([['c2'], ['r5'], ['s1']])
    store.setStores([])
    expect(kinds()).toEqual([['c2'], ['r5'], []])
  })
  it('stay right at fifty thousand while live messages move them, older and doubled ones among them', () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => aContainer({ id: n + 1, containerNumber: `K-${n + 1}` }))
    const store = aStore(...rows)
    const expected = new Map<number, { latitude: number; at: number }>()
    let state = 7
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let message = 0; message < 200; message++) {
      const deltas = Array.from({ length: 250 }, () => {
        const [id, minutes] = [next(500) * 100 + 1, 60 + next(600)]
        const lastActiveDate = new Date(Date.parse(at(12)) + minutes * 60_000).toISOString()
        return aDelta({ id, latitude: 50 + next(1000) / 1000, lastActiveDate })
      })
      for (const { id, latitude, lastActiveDate } of deltas) {
        const time = Date.parse(lastActiveDate)
        if (time >= (expected.get(id)?.at ?? 0)) expected.set(id, { latitude: latitude ?? 0, at: time })
      }
      store.merge(deltas)
    }
    for (const [id, { latitude, at: time }] of expected)
      expect(store.get(`c${id}`)).toMatchObject({ latitude, lastActive: time })
    expect(expected.size).toBeGreaterThan(450)
    expect(store.get('c2')?.lastActive).toBe(Date.parse(rows[1]?.lastActiveDate ?? ''))
    expect(store.ofKind('container')).toHaveLength(50_000)
  })
  it('in view are counted by layer, hidden layers too, and listed by name without the hidden', () => {
    const store = aStore(
      aContainer({ id: 1, containerNumber: 'B' }),
      aContainer({ id: 2, containerNumber: 'A' }),
      aContainer({ id: 3, containerNumber: 'C', currentBatteryStatus: 2 }),
      aContainer({ id: 4, containerNumber: 'D', latitude: 40 })
    )
    const { list, counts } = store.inView(poland, new Set<Layer>(['containers']))
    expect(list.map(({ label }) => label)).toEqual(['A', 'B'])
    expect(counts).toEqual({ containers: 2, low: 1, critical: 0, reception: 0, stores: 0 })
  })
  it('are found by every word of the search, in name and address, wherever they stand', () => {
    const store = aStore(aContainer({ latitude: 10 }))
    store.setPlaces([{ id: 5, address: 'Leśna 1, Kutno', companyName: 'Opony Nowak', latitude: 52, longitude: 19 }])
    const found = (text: string): string[] =>
      store.find(passing({ search: text, silent: false }), all).map(({ key }) => key)
    expect(found('nowak KUTNO')).toEqual(['r5'])
    expect(found('nowak Lublin')).toEqual([])
    expect(found('k-1')).toEqual(['c1'])
    expect([found('lesna kutno'), found('LEŚNA')]).toEqual([['r5'], ['r5']])
    expect([narrows({ search: ' ', silent: false }), narrows({ search: 'k', silent: false })]).toEqual([false, true])
  })
  it('are narrowed to containers that have been silent for two days, also where they are counted', () => {
    const now = Date.parse(at(12))
    const ago = (days: number): string => new Date(now - days * 86_400_000).toISOString()
    const store = aStore(
      aContainer({ id: 1, containerNumber: 'A' }),
      aContainer({ id: 2, containerNumber: 'B', lastActiveDate: ago(3) }),
      aContainer({ id: 3, containerNumber: 'C', lastActiveDate: ago(9), currentBatteryStatus: 3 })
    )
    store.setStores([{ id: 1, name: 'Kutno', containersAmount: 0, latitude: 52, longitude: 19 }])
    const passes = passing({ search: '', silent: true }, now)
    const { list, counts } = store.inView(poland, all, { passes, now })
    expect(list.map(({ key }) => key)).toEqual(['c3', 'c2'])
    expect(counts).toEqual({ containers: 1, low: 0, critical: 1, reception: 0, stores: 0 })
    store.merge([aDelta({ id: 2, latitude: 52, longitude: 19, currentBatteryStatus: 1, lastActiveDate: at(12) })])
    expect(store.find(passes, all, now).map(({ key }) => key)).toEqual(['c3'])
  })
  it('are listed the most urgent first: battery, then silence, then the others, stores and places last; else by name', () => {
    const now = Date.parse(at(12))
    const ago = (days: number): string => new Date(now - days * 86_400_000).toISOString()
    const rows = [
      { containerNumber: 'A' },
      { containerNumber: 'B', lastActiveDate: ago(3) },
      { containerNumber: 'C', lastActiveDate: ago(9) },
      { containerNumber: 'D', currentBatteryStatus: 2 },
      { containerNumber: 'F', currentBatteryStatus: 3 },
      { containerNumber: 'E', currentBatteryStatus: 3 }
    ]
    const store = aStore(...rows.map((row, n) => aContainer({ id: n + 1, ...row })))
    store.setPlaces([{ id: 5, address: 'Leśna 1', companyName: 'AA', latitude: 52, longitude: 19 }])
    store.setStores([{ id: 1, name: 'AB', containersAmount: 0, latitude: 52, longitude: 19 }])
    expect(byUrgency(store.all(), now).map(({ label }) => label)).toEqual(['E', 'F', 'D', 'C', 'B', 'A', 'AB', 'AA'])
  })
  it('without a number are named by their id, and can be renamed', () => {
    const store = aStore(aContainer({ containerNumber: null }))
    expect(store.get('c1')?.label).toBe('#1')
    expect(store.rename(1, 'K-9')).toBe(true)
    expect(store.rename(1, 'K-9')).toBe(false)
    expect(store.all()[0]?.label).toBe('K-9')
  })
})

it('shows one layer alone, and all again where it is alone already', () => {
  expect(aloneOf('low', layers, all)).toEqual(['low'])
  expect(aloneOf('low', layers, new Set<Layer>(['stores']))).toEqual(['low'])
  expect(aloneOf('low', layers, new Set<Layer>(['low']))).toEqual(layers)
})

it('puts a battery without information among the normal ones', () => {
  expect([0, 1, 2, 3].map(layerOf)).toEqual(['containers', 'containers', 'low', 'critical'])
})

it('shows the time since the last message: two days, a week, none yet', () => {
  const now = Date.UTC(2026, 10, 20)
  const after = (days: number) => ageOf({ kind: 'container', lastActive: now - days * 86_400_000 }, now)
  expect([1.9, 2, 6.9, 7].map(after)).toEqual(['fresh', 'silent', 'silent', 'lost'])
  expect(ageOf({ kind: 'container', lastActive: null }, now)).toBe('lost')
  expect(ageOf({ kind: 'reception', lastActive: null }, now)).toBe('fresh')
})
