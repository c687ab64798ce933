import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { coalesced, type Hint, type Hints, hintsChannel, openHints } from '../../src/kernel/realtime/hints.ts'
import { type Listener, openListener } from '../../src/kernel/realtime/listener.ts'
import { aDatabase } from '../helper/database.ts'
import { aTcpProxy, type TcpProxy } from '../helper/tcp-proxy.ts'

const changed = (resourceType: string, ids: number[], companyId: number | null = null): Hint => ({
  kind: 'changed',
  resourceType,
  ids,
  companyId
})
const bytes = (hint: Hint): number => Buffer.byteLength(JSON.stringify([hint]))

describe('hints that wait together', () => {
  it('become one for each resource type and company, each id once', () => {
    const hints = [changed('a', [1, 2], 5), changed('b', [1], 5), changed('a', [2, 3], 5), changed('a', [4], 6)]
    expect(coalesced(hints)).toEqual([changed('a', [1, 2, 3], 5), changed('b', [1], 5), changed('a', [4], 6)])
  })
  it('of staff only are kept from those of a company', () => {
    expect(coalesced([changed('a', [1]), changed('a', [2], 0)])).toHaveLength(2)
  })
  it('fit into the payload of NOTIFY, and lose nothing', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => 1_000_000 + n)
    const parts = coalesced([changed('orders.order', ids, 1)])
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(bytes(part)).toBeLessThan(8_000)
    expect(parts.flatMap(part => (part.kind === 'changed' ? part.ids : []))).toEqual(ids)
  })
  it('about positions are all sent', () => {
    const list = Array.from({ length: 300 }, (_, id) => ({
      id,
      latitude: 51.123456,
      longitude: 23.123456,
      currentBatteryLevel: 3.6,
      currentBatteryStatus: 1,
      status: 1,
      lastActiveDate: '2026-01-01T00:00:00.000Z'
    }))
    const parts = coalesced([{ kind: 'items', channel: 'iot.positions', items: list }])
    expect(parts.flatMap(part => (part.kind === 'items' ? part.items : []))).toEqual(list)
    for (const part of parts) expect(bytes(part)).toBeLessThan(8_000)
  })
})

describe('hints between processes', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  let listeners: Listener[]
  let here: Hints
  let there: Hints
  const log = { warn: () => undefined }
  beforeAll(async () => {
    database = await aDatabase()
    const open = () => openListener({ url: database.url, channels: [hintsChannel], log })
    const [one, two] = [await open(), await open()]
    listeners = [one, two]
    here = openHints(one)
    there = openHints(two)
  })
  afterAll(async () => {
    here.stop()
    there.stop()
    for (const listener of listeners) await listener.stop()
    await database.drop()
  })

  it('of a process that stops are heard by the others, the last one too', async () => {
    const warned: string[] = []
    const leaving = await openListener({
      url: database.url,
      channels: [hintsChannel],
      log: { warn: (_, text) => warned.push(text) }
    })
    const heard = new Promise<string>(resolve => {
      const stop = listeners[1]!.onNotification(hintsChannel, payload => {
        if (!payload.includes('a.last')) return
        stop()
        resolve(payload)
      })
    })
    leaving.notify(hintsChannel, ['[{"kind":"changed","resourceType":"a.last","ids":[],"companyId":null}]'])
    await leaving.stop()
    expect(await heard).toContain('a.last')
    expect(warned).toEqual([])
  })

  it('are not lost to a process that stood still for longer than the database may be silent', async () => {
    const [listener] = listeners
    let gaps = 0
    onTestFinished(listener!.onGap(() => (gaps += 1)))
    const answered = listener!.confirm()
    // the question is written, and no answer can be read before the thread stands still
    for (let turn = 0; turn < 10; turn += 1) await undefined
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_700)
    await answered
    expect(gaps).toBe(0)
  })

  it('are heard in each, this one too, once for many', async () => {
    const hear = (hints: Hints) =>
      new Promise<Hint[]>(resolve => {
        const heard: Hint[] = []
        const stop = hints.onHint(hint => {
          heard.push(hint)
          if (hint.kind !== 'changed' || hint.resourceType !== 'last') return
          stop()
          resolve(heard)
        })
      })
    const both = Promise.all([hear(here), hear(there)])
    for (let id = 0; id < 50; id += 1) here.send(changed('a', [id]))
    here.send(changed('last', [9]))
    const wanted = [
      changed(
        'a',
        Array.from({ length: 50 }, (_, id) => id)
      ),
      changed('last', [9])
    ]
    expect(await both).toEqual([wanted, wanted])
  })

  it.each<[string, (proxy: TcpProxy) => void]>([
    ['closed', proxy => proxy.shut()],
    ['silent', proxy => proxy.strand()]
  ])('of a process whose connection is %s are heard by the others once it has another one', async (_, lose) => {
    const proxy = await aTcpProxy(database.url)
    const listener = await openListener({ url: proxy.url, channels: [hintsChannel], log })
    const cut = openHints(listener)
    onTestFinished(async () => {
      cut.stop()
      await listener.stop()
      await proxy.close()
    })
    const heard: Hint[] = []
    const stop = there.onHint(hint => void heard.push(hint))
    lose(proxy)
    cut.send(changed('while it was away', [7]))
    await expect(listener.confirm()).rejects.toThrow()
    proxy.open()
    await expect.poll(() => heard, { timeout: 60_000 }).toContainEqual(changed('while it was away', [7]))
    stop()
  })
})
