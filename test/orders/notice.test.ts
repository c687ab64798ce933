/** What a driver is told: the stops in one message or several, and how each is said. */
import { describe, expect, it } from 'vitest'
import { inMessages, noticeOf, type Stop } from '../../modules/orders/notify/notice.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'
import { maxParts } from '../../src/kernel/messaging/plain-letters.ts'
import { modules } from '../../src/modules.ts'

const messages = readMessages(modules.flatMap(module => module.messages ?? []))
const writing = { isEmail: false, language: 'pl', now: new Date('2026-06-01T10:00:00Z'), business: 'Opony' } as const

describe('the stops of a message', () => {
  const stop = (orderId: number) => ({ orderId }) as Stop
  const ids = (length: number, count: number) =>
    inMessages(
      Array.from({ length: count }, (_none, at) => stop(at)),
      some => some.length * length
    ).map(some => some.length)

  it('stay together while the gateway can join them, and none is cut', () => {
    expect(ids(maxParts / 5, 5)).toEqual([5])
    expect(ids(maxParts / 5, 12)).toEqual([5, 5, 2])
    expect(ids(maxParts + 1, 3)).toEqual([1, 1, 1])
    expect(ids(1, 0)).toEqual([])
  })

  const line = (given: Partial<Stop>): string => {
    const known: Stop = {
      orderId: 1,
      number: 'Z/2099/000001',
      day: '2099-06-01',
      sequence: 2,
      company: 'Koła i Felgi',
      address: 'Chełm, Hutnicza 1',
      phone: null,
      quantity: 3,
      item: 'Opony osobowe',
      isTonnage: false,
      plan: ''
    }
    return (
      noticeOf((key, params) => messages.say('pl', key, params), [{ ...known, ...given }], writing).body.split(
        '\n'
      )[2] ?? ''
    )
  }

  it('show the unit of a quantity in tonnes, and no stop number for an order without a route', () => {
    expect(line({})).toBe('2. Chelm, Hutnicza 1: Kola i Felgi, Opony osobowe: 3 (Z/2099/000001)')
    expect(line({ isTonnage: true })).toBe('2. Chelm, Hutnicza 1: Kola i Felgi, Opony osobowe: 3 t (Z/2099/000001)')
    expect(line({ sequence: null })).toBe('Chelm, Hutnicza 1: Kola i Felgi, Opony osobowe: 3 (Z/2099/000001)')
  })
})
