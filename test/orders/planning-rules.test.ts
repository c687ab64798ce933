import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  farthestFrom,
  joinByLeastWay,
  legsOf,
  loadOf,
  nearestNext,
  proposedOf,
  type StopToVisit,
  storeOf,
  workOf
} from '../../modules/orders/planning/rules.ts'
import { metresBetween, type Point } from '../../src/kernel/database/earth.ts'

const chelm = { latitude: 51.1431, longitude: 23.4712 }
const lublin = { latitude: 51.2465, longitude: 22.5684 }
const zamosc = { latitude: 50.7231, longitude: 23.252 }
const warsaw = { latitude: 52.2297, longitude: 21.0122 }

const stop = (orderId: number, at: StopToVisit['at'], postalCode = '22-100'): StopToVisit => ({
  orderId,
  at,
  postalCode
})

describe('metres on the great circle', () => {
  it.each([
    ['nowhere to go', chelm, chelm, 0],
    ['Chełm to Lublin', chelm, lublin, 64_000],
    ['Lublin to Warsaw', lublin, warsaw, 153_000],
    ['half around the world', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 20_015_115]
  ])('%s', (_what, a, b, metres) => {
    expect(Math.abs(metresBetween(a, b) - metres)).toBeLessThanOrEqual(metres * 0.01)
    expect(metresBetween(a, b)).toBe(metresBetween(b, a))
  })
})

describe('the order of a route', () => {
  it.each([
    ['of nothing is nothing', chelm, [], []],
    [
      'goes to the nearest first, then on from there',
      chelm,
      [stop(1, warsaw), stop(2, lublin), stop(3, zamosc)],
      [3, 2, 1]
    ],
    ['depends on where it begins', warsaw, [stop(1, warsaw), stop(2, lublin), stop(3, zamosc)], [1, 2, 3]],
    ['takes the older of two at one place', chelm, [stop(9, lublin), stop(4, lublin), stop(7, chelm)], [7, 4, 9]],
    [
      'puts places without coordinates last, by postal code and age',
      chelm,
      [stop(1, undefined, '30-001'), stop(5, undefined, '22-100'), stop(2, undefined, '22-100'), stop(4, warsaw)],
      [4, 2, 5, 1]
    ],
    [
      'begins with the first postal code where there is no store',
      undefined,
      [stop(1, warsaw, '00-001'), stop(2, zamosc, '22-400'), stop(3, lublin, '20-001')],
      [1, 3, 2]
    ],
    ['without any coordinates is by postal code', undefined, [stop(1, undefined, '22-400'), stop(2, undefined)], [2, 1]]
  ])('%s', (_what, start, stops, order) => {
    expect(nearestNext(start, stops)).toEqual(order)
    expect(nearestNext(start, [...stops].reverse())).toEqual(order)
  })
})

describe('a route in the order that people gave it', () => {
  it.each([
    ['takes one more where it adds the least way', chelm, [stop(1, warsaw)], [stop(2, lublin)], [2, 1]],
    ['keeps what is there, however far', chelm, [stop(1, warsaw), stop(3, zamosc)], [stop(2, lublin)], [1, 2, 3]],
    ['takes it at the end where that is nearest', chelm, [stop(1, lublin)], [stop(2, warsaw)], [1, 2]],
    ['without a start may begin with it', undefined, [stop(1, lublin), stop(2, warsaw)], [stop(3, chelm)], [3, 1, 2]],
    ['puts a place that nobody knows last', chelm, [stop(1, warsaw)], [stop(2, undefined)], [1, 2]],
    ['passes over such a place', chelm, [stop(1, undefined), stop(2, warsaw)], [stop(3, lublin)], [1, 3, 2]],
    ['takes the older of two of one place first', chelm, [], [stop(9, lublin), stop(4, lublin)], [4, 9]],
    ['is nothing without stops', chelm, [], [], []]
  ])('%s', (_what, start, ordered, joining, order) => {
    expect(joinByLeastWay(start, ordered, joining)).toEqual(order)
  })

  it('has a leg for each stop whose place is known', () => {
    const legs = legsOf(chelm, [lublin, undefined, warsaw]).map(metres => metres && Math.round(metres / 1000))
    expect(legs).toEqual([64, undefined, 153])
    expect(legsOf(undefined, [lublin])).toEqual([undefined])
  })
})

/** The same by its definition: for each place all that is before and after it is looked through. */
function joinedPlainly(start: Point | undefined, ordered: readonly StopToVisit[], joining: readonly StopToVisit[]) {
  const way = [...ordered]
  for (const one of [...joining].sort((a, b) => a.orderId - b.orderId)) {
    const { at } = one
    const added = [...way, undefined].map((_, place) => {
      if (!at) return -place
      const before = way.slice(0, place).findLast(each => each.at)?.at ?? start
      const after = way.slice(place).find(each => each.at)?.at
      const via = (before ? metresBetween(before, at) : 0) + (after ? metresBetween(at, after) : 0)
      return via - (before && after ? metresBetween(before, after) : 0)
    })
    way.splice(added.lastIndexOf(Math.min(...added)), 0, one)
  }
  return way.map(({ orderId }) => orderId)
}

describe('any route that more stops join', () => {
  const point = fc.record({ latitude: fc.integer({ min: 50, max: 54 }), longitude: fc.integer({ min: 15, max: 23 }) })
  // few points, so that several stops are at one place
  const places = fc.array(fc.option(point, { nil: undefined }), { maxLength: 14 })

  it('agrees with its definition', () => {
    fc.assert(
      fc.property(fc.option(point, { nil: undefined }), places, places, (start, first, more) => {
        const ordered = first.map((at, n) => stop(2 * n, at))
        const joining = more.map((at, n) => stop(2 * n + 1, at)).reverse()
        expect(joinByLeastWay(start, ordered, joining)).toEqual(joinedPlainly(start, ordered, joining))
      }),
      { numRuns: 500 }
    )
  })

  it('is read once for a joining stop, also where many places have no position', () => {
    let reads = 0
    const counted = (orderId: number, at: StopToVisit['at']): StopToVisit => ({
      orderId,
      postalCode: '22-100',
      get at() {
        reads += 1
        return at
      }
    })
    const count = 100
    const ordered = Array.from({ length: count }, (_, n) => counted(n, n % 10 === 0 ? lublin : undefined))
    joinByLeastWay(
      chelm,
      ordered,
      Array.from({ length: count }, (_, n) => counted(count + n, zamosc))
    )
    expect(reads).toBeLessThanOrEqual(2 * count * (count + 1))
  })
})

describe('the store a vehicle sets out from', () => {
  const stores = [
    { id: 1, ...chelm },
    { id: 2, ...warsaw },
    { id: 3, ...warsaw }
  ]
  it.each([
    ['is the one the orders are assigned to', [2], [zamosc], 2],
    ['is the one most of them are assigned to', [2, 1, 1], [warsaw], 1],
    ['is the nearest to the places together where none is assigned', [], [zamosc, lublin], 1],
    ['is the older of two equally near', [], [warsaw], 2],
    ['is the oldest where nobody knows the places', [], [], 1]
  ])('%s', (_what, assigned, places, id) => {
    expect(storeOf(stores, assigned, places)?.id).toBe(id)
  })

  it('is none where there is none', () => {
    expect(storeOf([], [1], [chelm])).toBeUndefined()
  })
})

describe('the load of orders', () => {
  it.each([
    ['nothing', [], 0],
    ['a vehicle: what its item holds', [{ orderTypeId: 1, quantity: 1, value: 24 }], 24],
    ['by the tonne: the quantity, whatever the item holds', [{ orderTypeId: 2, quantity: 7, value: 24 }], 7],
    ['containers: each of them full', [{ orderTypeId: 3, quantity: 2, value: 1.35 }], 2.7],
    [
      'all together, without a float’s dust',
      [
        { orderTypeId: 3, quantity: 1, value: 0.1 },
        { orderTypeId: 3, quantity: 1, value: 0.2 },
        { orderTypeId: 2, quantity: 3, value: 1 }
      ],
      3.3
    ]
  ])('%s', (_what, cargo, tonnes) => {
    expect(loadOf(cargo)).toBe(tonnes)
  })
})

describe('what is planned for a vehicle', () => {
  const stop = (quantity: number, finished: boolean) => ({ orderTypeId: 2, quantity, value: 1, finished })

  it('counts orders and tonnes alike: what is to be done, and all of it', () => {
    expect(workOf([stop(10, true), stop(5, false), stop(3, false)])).toEqual({
      orders: 2,
      finished: 1,
      planned: 3,
      load: 8,
      plannedLoad: 18
    })
  })
})

describe('the vehicle that is proposed', () => {
  const candidate = (change: Partial<Candidate>): Candidate => ({
    matched: true,
    capacity: 10,
    load: 5,
    plannedLoad: 0,
    nearest: null,
    driverElsewhere: [],
    driverAway: false,
    outOfService: false,
    ...change
  })
  const proposed = (...changes: Partial<Candidate>[]) => {
    const vehicles = changes.map(candidate)
    const proposal = proposedOf(vehicles)
    return proposal.vehicle ? [vehicles.indexOf(proposal.vehicle), proposal.why] : proposal.why
  }

  it.each<[what: string, vehicles: Partial<Candidate>[], proposal: [number, string] | string]>([
    ['the first, where none passes by', [{}, {}], [0, 'room']],
    ['the one that passes by', [{}, { nearest: 29_999 }], [1, 'passesBy']],
    ['of two that pass by the nearer', [{ nearest: 20_000 }, { nearest: 10_000 }], [1, 'passesBy']],
    ['none that is only the nearest', [{}, { nearest: 30_001 }], [0, 'room']],
    ['one that is just full by it', [{ plannedLoad: 5 }], [0, 'room']],
    ['none that would be overloaded', [{ plannedLoad: 5.01, nearest: 0 }, {}], [1, 'room']],
    ['none that does not carry all of it', [{ matched: false }, {}], [1, 'room']],
    ['none whose driver is with another one', [{ driverElsewhere: ['LWL 7377P'], nearest: 0 }, {}], [1, 'room']],
    ['none that is out of service', [{ outOfService: true }, {}], [1, 'room']],
    ['none whose driver is absent', [{ driverAway: true }, {}], [1, 'room']],
    ['one that is just not too far away', [{ nearest: 150_001 }, { nearest: 150_000 }], [1, 'room']],
    ['nobody, where none has the room', [{ matched: false }, { plannedLoad: 6 }], 'room'],
    ['nobody, where none carries all of it', [{ matched: false, plannedLoad: 6 }], 'items'],
    ['nobody, where no driver is free', [{ driverElsewhere: ['LWL 7377P'] }, { plannedLoad: 6 }], 'free'],
    ['nobody, where all are too far away', [{ nearest: 150_001 }], 'far'],
    ['nobody among none', [], 'items']
  ])('is %s', (_what, vehicles, proposal) => {
    expect(proposed(...vehicles)).toEqual(proposal)
  })

  it('is measured by its nearest stop to the order that is farthest away', () => {
    expect(farthestFrom([chelm, lublin], [chelm, zamosc])).toBe(
      Math.round(Math.min(metresBetween(lublin, chelm), metresBetween(lublin, zamosc)))
    )
    expect(farthestFrom([chelm], [undefined, chelm])).toBe(0)
    expect([farthestFrom([chelm, undefined], [chelm]), farthestFrom([chelm], []), farthestFrom([], [chelm])]).toEqual([
      null,
      null,
      null
    ])
  })
})
