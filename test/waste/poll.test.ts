/** Reading the register: lists by change, details of what changed, at any point of which it may stop. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actDone } from '../../modules/waste/acts/outcome.ts'
import { ActKind } from '../../modules/waste/acts/schema.ts'
import { pollRegister } from '../../modules/waste/poll.ts'
import { runAsSystem } from '../../src/kernel/commands/system.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aCard, aRegister, at, type FakeRegister } from './fixtures/memory-register.ts'

let test: TestApp
let register: FakeRegister
const going = new AbortController().signal
const minute = 60_000

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
})
beforeEach(async () => {
  const { db } = test.services
  await db('kernel.changes').where({ resource_type: 'waste.card' }).delete()
  await db('waste.cards').delete()
  await db('waste.polls').delete()
  await db('waste.poll_lease').update({ holder: null, until: null })
  register = aRegister()
})
afterAll(() => test.close())

const poll = (from = register): Promise<void> => pollRegister(test.services, from, going)
const later = (minutes: number): void => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * minute)
}
const kept = (): Promise<Record<string, unknown>[]> =>
  test.services.db('waste.cards').orderBy('id').select('register_id', 'number', 'state', 'plate', 'is_due', 'tries')
const list = (kind: number) => test.services.db('waste.polls').where({ kind }).first()
const asked = (what: string): string[] => register.asked.filter(each => each.startsWith(what))
const many = (count: number) => Array.from({ length: count }, (_, n) => aCard(`K${n}`, n))

describe('a poll', () => {
  it('keeps new cards with all that the register tells of them', async () => {
    register.put(aCard('K1', 0, { receivedMass: 2.6, remarks: 'na wadze' }))
    await poll()
    const card = await test.services.db('waste.cards').first()
    expect(card).toMatchObject({
      register_id: 'K1',
      number: 'KPO/K1',
      state: 2,
      revision: 0,
      year: 2026,
      waste_code: '16 01 03',
      plate: 'LCH 12345',
      mass: 2.5,
      received_mass: 2.6,
      remarks: 'na wadze',
      sender_name: 'Wulkan',
      sender_tax_number: '5252248481',
      receiver_number: '000099999/1',
      carrier_eup: null,
      receiver_eup: 'P1',
      is_due: false,
      differs: true,
      to_confirm: true,
      lacks_order: true
    })
    expect(card.modified_at.toISOString()).toBe(at(0))
    const [entry] = await test.services.db('kernel.changes').where({ resource_type: 'waste.card' })
    expect(entry).toMatchObject({ subject_id: card.id, code: 'waste.cardRead', account_id: null })
  })

  it('reads a list anew after five minutes, and the details of what changed alone', async () => {
    register.put(...many(3))
    await poll()
    register.asked.length = 0
    await poll()
    expect(register.asked).toEqual([])
    later(5)
    register.put(aCard('K1', 10, { state: 'RECEIVE_CONFIRMATION', receivedMass: 2.4 }))
    await poll()
    expect(asked('card')).toEqual(['card K1'])
    expect((await kept()).find(({ register_id }) => register_id === 'K1')).toMatchObject({ state: 3 })
    const changes = await test.services.db('kernel.changes').where({ resource_type: 'waste.card' }).orderBy('id')
    expect(changes.at(-1)).toMatchObject({ before: { state: 2 }, after: { state: 3, receivedMass: 2.4 } })
  })

  it('stops at what it knows: it does not go through the whole list again', async () => {
    register.put(...many(240))
    await poll()
    expect(asked('search receiver')).toHaveLength(5)
    later(5)
    register.asked.length = 0
    register.put(aCard('K0', 300))
    await poll()
    expect(asked('search receiver')).toHaveLength(2)
    expect(asked('card')).toEqual(['card K0'])
  })

  it('keeps a card that is in both lists once, as both', async () => {
    register = aRegister({ carrier: true })
    register.put(aCard('K1', 0))
    await poll()
    expect(await test.services.db('waste.cards').select('carrier_eup', 'receiver_eup')).toEqual([
      { carrier_eup: 'P1', receiver_eup: 'P1' }
    ])
    expect(asked('card')).toHaveLength(1)
  })

  it('reads so many details in a run, the newest first, and goes on in the next', async () => {
    register.put(...many(1_430))
    await poll()
    expect(asked('card')).toHaveLength(1_400)
    expect(register.asked.find(each => each.startsWith('card'))).toBe('card K1429')
    expect((await kept()).filter(({ is_due }) => is_due)).toHaveLength(30)
    await poll()
    expect(new Set(asked('card')).size).toBe(1_430)
    expect(asked('card')).toHaveLength(1_430)
    expect((await kept()).filter(({ is_due }) => is_due)).toEqual([])
  })

  describe('whose details were on their way while the receipt was confirmed', () => {
    /** Confirmed there after the register has answered. @param known whether the job could read the card since */
    const confirmedMeanwhile = (known: boolean): void => {
      const since = aCard('K1', 10, { state: 'RECEIVE_CONFIRMATION', receivedMass: 2.4 })
      register.put(aCard('K1', 0))
      register.after = async what => {
        if (what !== 'card K1') return
        register.after = undefined
        register.put(since)
        test.clock.now = new Date(test.clock.now.getTime() + 1_000)
        const { id } = await test.services.db('waste.cards').first('id')
        const ended = { actId: 0, kind: ActKind.confirmReceipt, card: known ? since : undefined }
        await runAsSystem(test.services, actDone, [id], ended)
      }
    }

    it('keeps what the confirmation has brought', async () => {
      confirmedMeanwhile(true)
      await poll()
      expect(asked('card')).toEqual(['card K1'])
      expect(await kept()).toMatchObject([{ state: 3, is_due: false }])
    })

    it('reads them again where the confirmation has brought none', async () => {
      confirmedMeanwhile(false)
      await poll()
      expect(asked('card')).toEqual(['card K1', 'card K1'])
      expect(await kept()).toMatchObject([{ state: 3, is_due: false }])
    })
  })

  it('that is broken off in the middle of a list goes on where it was', async () => {
    register.put(...many(240))
    register.answers = what => (what === 'search receiver 4' ? { kind: 'away', problem: 'timeout' } : undefined)
    await poll()
    expect(await kept()).toHaveLength(150)
    expect(await list(2)).toMatchObject({ page: 4, problem: 'timeout', known_at: null })
    register.answers = undefined
    register.asked.length = 0
    later(5)
    await poll()
    expect(asked('search receiver')).toEqual(['search receiver 3', 'search receiver 4', 'search receiver 5'])
    expect(await kept()).toHaveLength(240)
    expect(await list(2)).toMatchObject({ page: null, problem: null })
  })

  it('misses no card that changes or comes while the list is gone through', async () => {
    register.put(...many(240))
    register.after = what => {
      if (what !== 'search receiver 2') return
      register.put(aCard('K20', 400, { plate: 'LU 1' }), aCard('N1', 401), aCard('N2', 402))
      register.after = undefined
    }
    await poll()
    later(5)
    await poll()
    expect(await kept()).toHaveLength(242)
    expect((await kept()).find(({ register_id }) => register_id === 'K20')).toMatchObject({ plate: 'LU 1' })
  })

  it('misses no card where others leave the list while it is gone through', async () => {
    register.put(...many(240))
    register.after = what => {
      if (what !== 'search receiver 2') return
      register.remove('K239', 'K238', 'K200')
      register.after = undefined
    }
    await poll()
    const ids = (await kept()).map(({ register_id }) => register_id)
    expect(many(238).every(({ id }) => id === 'K200' || ids.includes(id))).toBe(true)
  })

  it('says in its lists that the register is away, and goes on the next time', async () => {
    register.put(...many(2))
    await poll()
    later(5)
    register.answers = () => ({ kind: 'away', problem: 'ECONNREFUSED' })
    const before = await list(2)
    await poll()
    expect(await list(0)).toMatchObject({ problem: 'ECONNREFUSED' })
    expect(await list(2)).toMatchObject({ problem: 'ECONNREFUSED', read_at: before.read_at })
    later(5)
    register.answers = undefined
    register.put(aCard('N1', 20))
    await poll()
    expect(await list(2)).toMatchObject({ problem: null })
    expect(await kept()).toHaveLength(3)
  })

  it('asked to wait, does not ask before', async () => {
    register.put(...many(2))
    register.answers = what =>
      what.startsWith('search receiver') ? { kind: 'throttled', afterSeconds: 600 } : undefined
    await poll()
    register.asked.length = 0
    later(9)
    await poll()
    expect(asked('search receiver')).toEqual([])
    register.answers = undefined
    later(1)
    await poll()
    expect(await kept()).toHaveLength(2)
  })

  it('with keys that are refused says so, also where it has never read a list', async () => {
    register.answers = () => ({ kind: 'credentials', words: 'Nieprawidłowy ClientId' })
    await poll()
    expect(await list(0)).toMatchObject({ problem: 'Nieprawidłowy ClientId', read_at: null })
  })

  it('tries a card that cannot be read again later, and reads the others', async () => {
    register.put(...many(4))
    register.answers = what => (what === 'card K2' ? { kind: 'away', problem: 'unreadable' } : undefined)
    await poll()
    expect((await kept()).filter(({ is_due }) => is_due)).toMatchObject([{ register_id: 'K2', tries: 1, plate: null }])
    register.answers = undefined
    later(4)
    await poll()
    expect((await kept()).filter(({ is_due }) => is_due)).toHaveLength(1)
    later(1)
    await poll()
    expect((await kept()).filter(({ is_due }) => is_due)).toEqual([])
  })

  it('stops after three cards in a row that cannot be read', async () => {
    register.put(...many(10))
    register.answers = what => (what.startsWith('card') ? { kind: 'away', problem: 'HTTP 500' } : undefined)
    await poll()
    expect(asked('card')).toHaveLength(3)
    expect(await list(2)).toMatchObject({ problem: 'HTTP 500' })
    expect(await kept()).toHaveLength(10)
  })

  it('keeps no card of which the register tells what cannot be', async () => {
    register.put(aCard('K1', 0, { mass: 1e12 }), aCard('K2', 1, { remarks: 'a\u0000b' }))
    await poll()
    const cards = await test.services.db('waste.cards').orderBy('register_id').select('register_id', 'mass', 'remarks')
    expect(cards).toEqual([
      { register_id: 'K1', mass: null, remarks: null },
      { register_id: 'K2', mass: 2.5, remarks: 'ab' }
    ])
  })

  it('asks no more for a card that the register does not have any more', async () => {
    register.put(...many(2))
    register.after = what => {
      if (what.startsWith('search receiver')) register.remove('K1')
    }
    await poll()
    expect((await kept()).filter(({ is_due }) => is_due)).toEqual([])
  })

  it('runs in one process at a time', async () => {
    register.put(...many(2))
    const second = aRegister()
    register.after = async what => {
      if (what === 'card K1') await poll(second)
    }
    await poll()
    expect(second.asked).toEqual([])
    register.after = undefined
    later(5)
    await poll(second)
    expect(second.asked).not.toEqual([])
  })

  it('goes on after a process that was killed, once its lease has run out', async () => {
    register.put(...many(2))
    const { db } = test.services
    await db('waste.poll_lease').update({
      holder: '00000000-0000-0000-0000-000000000001',
      until: db.raw(`now() + interval '1 minute'`)
    })
    await poll()
    expect(register.asked).toEqual([])
    await db('waste.poll_lease').update({ until: db.raw(`now() - interval '1 second'`) })
    await poll()
    expect(await kept()).toHaveLength(2)
  })

  it('holds no connection while the register is asked', async () => {
    register.put(...many(60))
    const { pool } = test.services.db.client
    const used: number[] = []
    register.after = async () => void used.push(pool.numUsed())
    await poll()
    expect(used.length).toBeGreaterThan(60)
    expect(Math.max(...used)).toBe(0)
  })

  it('ends early when the process stops', async () => {
    register.put(...many(30))
    const stop = new AbortController()
    register.after = async what => {
      if (what === 'card K20') stop.abort()
    }
    await pollRegister(test.services, register, stop.signal)
    expect(asked('card').at(-1)).toBe('card K20')
    // what was read is stored
    expect((await kept()).filter(({ is_due }) => !is_due)).toHaveLength(10)
    register.after = undefined
    await poll()
    expect((await kept()).filter(({ is_due }) => is_due)).toEqual([])
  })
})
