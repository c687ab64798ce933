/** What a stolen secret of a sensor can store is bounded, and what a sensor kept while it was away is taken. */
import { describe, expect, it } from 'vitest'
import { openQuota } from '../../modules/iot/ingest/quota.ts'
import type { Incoming } from '../../modules/iot/ingest/types.ts'
import { aContainer, anIngest, here, minute, now, prepareTables, readings, rejected, send } from './fixtures/ingest.ts'

const reading = { ts: 0, latitude: null, longitude: null, accuracy: null, battery: null } as never
const rejection = { reason: 'ts', payload: '' } as const
const message = (imei: string, at: number, good: number, bad = 0): Incoming => ({
  topic: '',
  imei,
  receivedAt: at,
  readings: Array<typeof reading>(good).fill(reading),
  rejected: Array<typeof rejection>(bad).fill(rejection)
})
const hour = 3_600_000

describe('a quota', () => {
  const open = () => {
    const exceeded: (string | undefined)[] = []
    return { quota: openQuota({ readingsADay: 240, rejectionsADay: 24 }, imei => exceeded.push(imei)), exceeded }
  }
  const countOf = (one: Incoming | undefined) => [one?.readings.length ?? 0, one?.rejected.length ?? 0]

  it('allows a day’s number at once, and then as many as accrue over time', () => {
    const { quota, exceeded } = open()
    expect(countOf(quota.within(message('a', 0, 240, 24)))).toEqual([240, 24])
    expect(exceeded).toEqual([])
    expect(quota.within(message('a', 0, 1))).toBeUndefined()
    expect(countOf(quota.within(message('a', hour, 50, 5)))).toEqual([10, 1])
    expect(countOf(quota.within(message('a', 49 * hour, 500)))).toEqual([240, 0])
    expect(exceeded).toEqual(['a', 'a', 'a'])
    expect(quota.dropped()).toBe(1 + 40 + 4 + 260)
  })

  it('belongs to one sensor; a clock that is set back adds nothing to it', () => {
    const { quota } = open()
    quota.within(message('a', 10 * hour, 240))
    expect(countOf(quota.within(message('b', 10 * hour, 240)))).toEqual([240, 0])
    expect(quota.within(message('a', 0, 1))).toBeUndefined()
  })
})

describe('the ingest', () => {
  prepareTables()

  it('acknowledges what exceeds the quota, stores it nowhere, and says so', async () => {
    const { imei, id } = await aContainer()
    const exceeded: unknown[] = []
    const ingest = anIngest(undefined, 400, {
      quotas: { readingsADay: 3, rejectionsADay: 2 },
      onExceeded: one => exceeded.push(one)
    })
    for (let n = 0; n < 5; n++) await send(ingest, imei, { ts: now - n * minute, ...here })
    for (let n = 0; n < 5; n++) await send(ingest, imei, { ts: 'never' })
    expect(await readings(id)).toHaveLength(3)
    expect(await rejected(imei)).toHaveLength(2)
    expect(exceeded).toEqual(Array(5).fill(imei))
    expect(ingest.stats().overQuota).toBe(5)
  })
})
