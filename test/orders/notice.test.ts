/** What a driver is told: the stops in one message or several, and how each is said. */
import { describe, expect, it } from 'vitest'
import { inMessages, maxNote, noticeOf, type Stop, shortNote } from '../../modules/orders/notify/notice.ts'
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
      plate: 'LCH 11',
      company: 'Koła i Felgi',
      address: 'Chełm, Hutnicza 1',
      phone: null,
      quantity: 3,
      item: 'Opony osobowe',
      isTonnage: false,
      urgent: false,
      wishedPart: null,
      note: null,
      cash: null,
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

  it('say what is to be taken in cash: all of it, or the price of a tonne until it is weighed', () => {
    const end = (given: Partial<Stop>) => line(given).split('(Z/2099/000001)')[1]
    expect(end({ cash: { amount: 1745.2, perTonne: false } })).toBe(', GOTOWKA 1745,20 zl')
    expect(end({ cash: { amount: 486, perTonne: true } })).toBe(', GOTOWKA 486,00 zl/t po zwazeniu')
    expect(end({ note: 'PILNE' })).toBe(', "PILNE"')
  })

  it('begin with what is urgent, and say the part of the day that is wished', () => {
    expect(line({ urgent: true })).toBe('2. PILNE, Chelm, Hutnicza 1: Kola i Felgi, Opony osobowe: 3 (Z/2099/000001)')
    expect(line({ wishedPart: 1, note: 'Brama B' })).toBe(
      '2. Chelm, Hutnicza 1: Kola i Felgi, Opony osobowe: 3 (Z/2099/000001), przed poludniem, "Brama B"'
    )
  })

  it('have a note of whole words in one line', () => {
    expect(shortNote(' Brama zamknięta\npo 15:00 ')).toBe('Brama zamknięta po 15:00')
    expect([shortNote(null), shortNote(' \n')]).toEqual([null, null])
    const long = shortNote('Brama zamknięta po 15:00, dzwonić do p. Rutkowskiej, która ma klucze do magazynu za halą')
    expect(long).toBe('Brama zamknięta po 15:00, dzwonić do p. Rutkowskiej, która ma klucze do...')
    expect(shortNote('x'.repeat(maxNote))).toHaveLength(maxNote)
    expect(shortNote('x'.repeat(maxNote + 1))).toHaveLength(maxNote)
  })

  it('are under their day and vehicle', () => {
    const stop = (plate: string | null): Stop => ({
      orderId: 1,
      number: 'Z/2099/000001',
      day: '2099-06-01',
      sequence: 1,
      plate,
      company: 'Koła',
      address: 'Chełm',
      phone: null,
      quantity: 1,
      item: 'Opony',
      isTonnage: false,
      urgent: false,
      wishedPart: null,
      note: null,
      cash: null,
      plan: ''
    })
    const say = (key: string, params?: Record<string, unknown>) => messages.say('pl', key, params as never)
    const lines = noticeOf(say, [stop('LCH 11'), stop('WZ 22'), stop(null)], writing).body.split('\n')
    expect(lines.filter(one => one.endsWith(':'))).toEqual([
      'pon. 1.06.2099, LCH 11:',
      'pon. 1.06.2099, WZ 22:',
      'pon. 1.06.2099:'
    ])
  })
})
