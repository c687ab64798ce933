/** When the sides of a drawn border cross. */
import { describe, expect, test } from 'vitest'
import { areaOf, type Corner, crossingOf, middleOf } from '../../src/contract/polygon.ts'

/** `0,0 2,0 2,2`: longitude and latitude of each corner, in thousandths of a degree from 19° E, 52° N. */
const corners = (text: string): Corner[] =>
  text.split(' ').map(pair => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return { longitude: 19 + x / 1000, latitude: 52 + y / 1000 }
  })

describe('a simple polygon is', () => {
  test.each([
    ['a triangle', '0,0 2,0 0,2'],
    ['a square, and one the other way round', '0,0 0,2 2,2 2,0'],
    ['one with a notch', '0,0 4,0 4,4 2,1 0,4'],
    ['one with a corner in the middle of a straight side', '0,0 2,0 4,0 4,4 0,4']
  ])('%s', (_, text) => {
    expect(crossingOf(corners(text))).toBeUndefined()
    expect(crossingOf(corners(text).reverse())).toBeUndefined()
  })
})

describe('a border is refused', () => {
  test.each([
    ['whose sides cross', '0,0 4,4 4,0 0,4', [0, 2]],
    ['whose sides cross far apart', '0,0 6,0 6,4 3,-2 0,4', [0, 2]],
    ['that goes back on itself', '0,0 4,0 2,0 2,2', [0, 1]],
    ['that visits one corner twice', '0,0 4,0 2,2 4,4 0,4 2,2', [1, 4]],
    ['with the same corner twice in a row', '0,0 4,0 4,0 0,4', [0, 1]],
    ['whose corner touches another side', '0,0 4,0 4,4 2,0 0,4', [0, 2]],
    ['whose corners are on one line', '0,0 2,0 4,0', [1, 2]],
    ['of one corner, thrice', '1,1 1,1 1,1', [0, 1]]
  ])('%s', (_, text, sides) => {
    expect(crossingOf(corners(text))).toEqual(sides)
  })
})

test('random polygons around a middle are simple, and swapping two corners of a convex one makes a crossing', () => {
  for (let seed = 1; seed <= 300; seed++) {
    let state = seed
    const next = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const count = 4 + Math.floor(next() * 40)
    const round = Array.from({ length: count }, (_, at): Corner => {
      const angle = ((at + 0.1 + next() * 0.8) / count) * Math.PI * 2
      return { longitude: 19 + Math.cos(angle) / 100, latitude: 52 + Math.sin(angle) / 100 }
    })
    expect(crossingOf(round), `seed ${seed}`).toBeUndefined()
    const [first, second, ...rest] = round as [Corner, Corner, ...Corner[]]
    expect(crossingOf([second, first, ...rest]), `seed ${seed}`).toBeDefined()
  }
})

test('the area of a yard is in square metres, and its middle is the mean of its corners', () => {
  const yard = corners('0,0 2,0 2,1 0,1')
  expect(areaOf(yard)).toBeGreaterThan(15_100)
  expect(areaOf(yard)).toBeLessThan(15_300)
  expect(areaOf(yard.toReversed())).toBeCloseTo(areaOf(yard), -1)
  expect(middleOf(yard).latitude).toBeCloseTo(52.0005, 9)
  expect(middleOf(yard).longitude).toBeCloseTo(19.001, 9)
})
