/** When batteries will be critical: the rule by itself, and its keeping over days of readings. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DayVolts, forecastOf } from '../../modules/iot/battery/forecast.ts'
import { keepForecasts } from '../../modules/iot/battery/keep.ts'
import { BatteryTrend } from '../../modules/iot/schema.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aContainer } from '../helper/factories.ts'

const critical = 3.4
/** So many days up to the last whole one, by the volts of each, oldest first. */
const days = (count: number, volts: (at: number) => number): DayVolts[] =>
  Array.from({ length: count }, (_, at) => ({ day: at - count + 1, volts: volts(at) }))

describe('a forecast', () => {
  it('is the line through the days, to the day on which it is critical', () => {
    const { trend, slope, daysLeft } = forecastOf(
      days(20, at => 3.9 - 0.01 * at),
      critical
    )
    expect(trend).toBe(BatteryTrend.falling)
    expect(slope).toBeCloseTo(-0.01, 6)
    // 3.71 V on the last day, 0.31 V above what is critical
    expect(daysLeft).toBeCloseTo(31, 3)
  })

  it('is not moved by a few wrong days', () => {
    const wrong = new Set([3, 9, 10, 16])
    const { daysLeft } = forecastOf(
      days(20, at => (wrong.has(at) ? 3.45 : 3.9 - 0.01 * at)),
      critical
    )
    expect(daysLeft).toBeGreaterThan(27)
    expect(daysLeft).toBeLessThan(35)
  })

  it.each([
    ['no days', [], BatteryTrend.unknown],
    ['six days', days(6, at => 3.9 - 0.01 * at), BatteryTrend.unknown],
    [
      'days that end a week ago',
      days(20, at => 3.9 - 0.01 * at).map(each => ({ ...each, day: each.day - 8 })),
      BatteryTrend.unknown
    ],
    ['a steady one', days(20, at => 3.9 + 0.001 * (at % 2)), BatteryTrend.steady],
    ['one that falls for over a year', days(20, at => 3.9 - 0.001 * at), BatteryTrend.steady],
    ['days that do not agree', days(20, at => 3.8 + 0.05 * Math.sin(at * 2) - 0.002 * at), BatteryTrend.steady]
  ] as const)('from %s gives no day', (_, measured, trend) => {
    expect(forecastOf(measured, critical)).toMatchObject({ trend, daysLeft: null })
  })

  it('of a critical battery is now, however few its days', () => {
    expect(forecastOf([{ day: 0, volts: 3.39 }], critical)).toEqual({
      trend: BatteryTrend.critical,
      slope: null,
      daysLeft: 0
    })
  })

  it('begins anew with another battery', () => {
    const changed = days(20, at => (at < 10 ? 3.6 - 0.02 * at : 4.1 - 0.005 * (at - 10)))
    const { slope, daysLeft } = forecastOf(changed, critical)
    expect(slope).toBeCloseTo(-0.005, 6)
    expect(daysLeft).toBeCloseTo((4.1 - 0.045 - critical) / 0.005, 2)
    expect(forecastOf(changed.slice(0, 14), critical).trend).toBe(BatteryTrend.unknown)
  })

  it('follows the line although voltages vary by 20 mV', () => {
    const sways = fc.array(fc.double({ min: -0.02, max: 0.02, noNaN: true }), { minLength: 30, maxLength: 30 })
    fc.assert(
      fc.property(sways, sway => {
        const { daysLeft } = forecastOf(
          days(30, at => 3.95 - 0.01 * at + (sway[at] ?? 0)),
          critical
        )
        // 26 days, and what 20 mV either way can make of it
        expect(daysLeft).toBeGreaterThan(18)
        expect(daysLeft).toBeLessThan(38)
      })
    )
  })
})

describe('the forecasts of containers', () => {
  let test: SharedApp
  let staff: Person
  beforeAll(async () => {
    test = await aSharedApp()
    staff = await test.signedInAs('ADMIN')
  })

  const dayMs = 86_400_000
  /** Readings at the hours of a day so many days before now. */
  const readings = (containerId: number, ago: number, volts: readonly number[]) =>
    test.services.db('iot.readings').insert(
      volts.map((battery, hour) => ({
        container_id: containerId,
        ts: new Date(test.clock.now.getTime() - ago * dayMs - (volts.length - hour) * 600_000 + volts.length),
        received_at: test.clock.now,
        battery
      }))
    )
  const listed = async (id: number) =>
    (await staff.get('/IoT/containers-list?limit=1000&OrderBy=daysUntilCritical')).body.data.find(
      (row: { id: number }) => row.id === id
    )
  const medians = (id: number) =>
    test.services.db('iot.battery_days').where({ container_id: id }).orderBy('day', 'desc')

  it('are made once a day from the medians of whole days; late readings of the last days still count', async () => {
    test.clock.now = new Date()
    test.clock.now.setUTCHours(11, 0, 0, 0)
    const { id } = await aContainer(test.services.db, { battery: 3.7, battery_status: 1 })
    for (let ago = 1; ago <= 12; ago++) await readings(id, ago, [3.1, 3.7 + 0.01 * ago, 4.2])
    await readings(id, 0, [3.5, 3.5, 3.5])
    expect(await listed(id)).toMatchObject({ batteryTrend: BatteryTrend.unknown, daysUntilCritical: null })
    await keepForecasts(test.services)
    const kept = await medians(id)
    expect(kept).toHaveLength(12)
    expect(Number(kept[0].volts)).toBe(3.71)
    const { batteryTrend, daysUntilCritical } = await listed(id)
    // 3.71 V on the last whole day, 0.31 V at 0.01 V a day; that day's noon is a day ago
    expect([batteryTrend, Math.abs(daysUntilCritical - 30) <= 1]).toEqual([BatteryTrend.falling, true])

    await readings(
      id,
      2,
      [2.9, 2.9, 2.9, 2.9, 2.9, 2.9].map((volts, at) => volts + at / 1000)
    )
    await keepForecasts(test.services)
    expect(Number((await medians(id))[1].volts)).toBe(3.72)
    test.clock.now = new Date(test.clock.now.getTime() + dayMs)
    await keepForecasts(test.services)
    expect(Number((await medians(id)).find((row: { volts: string }) => Number(row.volts) < 3)?.volts)).toBeCloseTo(
      2.9,
      1
    )
  })

  it('are sorted the soonest first and unknown ones last; a critical battery has no day', async () => {
    const at = (days: number) => new Date(Date.now() + days * dayMs)
    const make = async (given: Record<string, unknown>) => (await aContainer(test.services.db, given)).id
    const late = await make({ battery_trend: 2, battery_critical_at: at(40.5) })
    const soon = await make({ battery_trend: 2, battery_critical_at: at(3.5) })
    const over = await make({ battery_trend: 2, battery_critical_at: at(-2) })
    const now = await make({ battery_status: 3, battery_trend: 2, battery_critical_at: at(9) })
    const silent = await make({})
    const made = [late, soon, over, now, silent]
    const order = async (query: string) =>
      (await staff.get(`/IoT/containers-list?limit=1000&OrderBy=daysUntilCritical${query}`)).body.data.filter(
        (row: { id: number }) => made.includes(row.id)
      )
    const up = await order('')
    expect(up.map((row: { id: number }) => row.id)).toEqual([now, over, soon, late, silent])
    expect(up.map((row: { daysUntilCritical: number }) => row.daysUntilCritical)).toEqual([0, 0, 4, 41, null])
    expect(up[0].batteryTrend).toBe(BatteryTrend.critical)
    expect((await order('&Desc=true')).map((row: { id: number }) => row.id)).toEqual([silent, late, soon, over, now])
  })

  it('leave a container that is being written for the next hour, and never wait for it', async () => {
    const { db } = test.services
    const [held, other] = [await aContainer(db), await aContainer(db)]
    test.clock.now = new Date(test.clock.now.getTime() + dayMs)
    const considered = async () =>
      (await db('iot.containers').whereIn('id', [held.id, other.id]).orderBy('id')).map(
        row => row.battery_forecast_day !== null
      )
    const trx = await db.transaction()
    await trx('iot.containers').where({ id: held.id }).forUpdate()
    await keepForecasts(test.services)
    expect(await considered()).toEqual([false, true])
    await trx.rollback()
    await keepForecasts(test.services)
    expect(await considered()).toEqual([true, true])
  })
})
