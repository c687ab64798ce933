import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import * as numbers from '../../seeds/demo/numbers.ts'
import { createRandom } from '../../seeds/demo/random.ts'
import { towns } from '../../seeds/demo/towns.ts'
import { luhnDigit } from '../../src/contract/sensor-numbers.ts'

const random = createRandom('numbers')
const many = <T>(draw: () => T): T[] => Array.from({ length: 2000 }, draw)
const luhn = (digits: string): boolean => luhnDigit(digits.slice(0, -1)) === Number(digits.at(-1))

describe('numbers', () => {
  it('of tax offices pass the check, and a changed digit does not', () => {
    for (const value of many(() => numbers.nip(random, random.pick(towns).voivodship))) {
      expect(stdnum.PL?.nip?.validate(value).isValid, value).toBe(true)
      const other = value.slice(0, 9) + ((Number(value[9]) + 1) % 10)
      expect(stdnum.PL?.nip?.validate(other).isValid, other).toBe(false)
    }
  })

  it('of the statistical office pass the check', () => {
    for (const value of many(() => numbers.regon(random))) {
      expect(value).toHaveLength(9)
      expect(stdnum.PL?.regon?.validate(value).isValid, value).toBe(true)
    }
  })

  it('of the waste register, phones and plates have their form', () => {
    for (const value of many(() => numbers.bdo(random))) expect(value).toMatch(/^000\d{6}$/)
    for (const value of many(() => numbers.mobile(random))) expect(value).toMatch(/^[5-8]\d{8}$/)
    for (const value of many(() => numbers.plate(random, random.pick(towns).plate))) {
      expect(value).toMatch(/^[A-Z]{1,3} [A-Z0-9]{4,5}$/)
      expect(value.length).toBeLessThanOrEqual(9)
    }
  })

  it('of sensors end in a Luhn digit', () => {
    expect(luhn('490154203237518')).toBe(true)
    expect(luhn('490154203237519')).toBe(false)
    for (const value of many(() => numbers.imei(random))) {
      expect(value).toMatch(/^\d{15}$/)
      expect(luhn(value)).toBe(true)
    }
    for (const value of many(() => numbers.iccid(random))) {
      expect(value).toMatch(/^8948\d{15}$/)
      expect(luhn(value)).toBe(true)
    }
  })
})

describe('a seeded source', () => {
  it('derives the same values for a name, whatever was drawn before', () => {
    const one = createRandom(7)
    const other = createRandom(7)
    other.next()
    expect(other.fork('orders').digits(20)).toBe(one.fork('orders').digits(20))
    expect(one.fork('orders').digits(20)).not.toBe(one.fork('places').digits(20))
    expect(createRandom(8).fork('orders').digits(20)).not.toBe(one.fork('orders').digits(20))
  })

  it('is even, and keeps weights', () => {
    const source = createRandom('even')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 60_000; i++) {
      const side = source.int(0, 5)
      counts[side] = (counts[side] ?? 0) + 1
    }
    for (const n of counts) expect(Math.abs(n - 10_000)).toBeLessThan(400)
    let heavy = 0
    for (let i = 0; i < 10_000; i++) if (source.weighted(['a', 'b'], each => (each === 'a' ? 3 : 1)) === 'a') heavy++
    expect(Math.abs(heavy - 7500)).toBeLessThan(200)
  })
})
