/** The time at which a card says that its transport begins. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DayPart, OrderStatus } from '../../modules/orders/schema.ts'
import { timeFrom } from '../../modules/waste/drafts/time.ts'
import { valuesOf } from '../../modules/waste/drafts/values.ts'
import { aStopAt } from '../driver/fixtures/arrivals.ts'
import { aDriving } from '../driver/fixtures/driving.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

const now = new Date('2026-03-02T10:00:00Z')
const known = { day: '2026-03-03', expectedAt: undefined, wishedPart: null, workdayStart: '07:00', now }
const { beforeNoon, afternoon } = DayPart

describe('the time that is proposed for a card', () => {
  it.each<[string, Partial<Parameters<typeof timeFrom>[0]>, string]>([
    ['the expected arrival, to ten minutes', { expectedAt: new Date('2026-03-03T08:37:00Z') }, '09:40'],
    [
      'the expected arrival before the wished part of the day',
      { expectedAt: new Date('2026-03-03T08:37:00Z'), wishedPart: afternoon },
      '09:40'
    ],
    ['the part of the day, where no arrival is expected', { wishedPart: afternoon }, '12:00'],
    ['the begin of the working day for the morning', { wishedPart: beforeNoon }, '07:00'],
    [
      'the begin of a working day that begins in the afternoon',
      { wishedPart: afternoon, workdayStart: '14:00' },
      '14:00'
    ],
    ['the begin of the working day, where nothing is known', {}, '07:00'],
    ['not the arrival of another day', { expectedAt: new Date('2026-03-04T08:37:00Z') }, '07:00'],
    ['the next quarter of an hour of today, where that is over', { day: '2026-03-02' }, '11:15'],
    [
      'the arrival of today while it lies ahead',
      { day: '2026-03-02', expectedAt: new Date('2026-03-02T13:02:00Z') },
      '14:00'
    ],
    [
      'a time of the same day before midnight',
      { day: '2026-03-02', now: new Date('2026-03-02T22:50:00Z'), expectedAt: new Date('2026-03-02T22:58:00Z') },
      '23:59'
    ]
  ])('is %s', (_, more, expected) => {
    expect(timeFrom({ ...known, ...more })).toBe(expected)
  })
})

describe('the time of a card', () => {
  const at = (day: string, time: string) =>
    valuesOf({ day, plate: 'LCH 1', load: 1, store: null }, { wasteCode: '16 01 03', wasteProcess: 'R12' }, now, time)

  it.each([
    ['in winter', '2026-03-28', '2026-03-28T08:30:00.000Z'],
    ['in summer', '2026-03-30', '2026-03-30T07:30:00.000Z']
  ])('is that of the clock of Poland %s', (_, day, instant) => {
    expect(at(day, '09:30').plannedAt?.toISOString()).toBe(instant)
  })

  it('of today is over once it has come', () => {
    expect(at('2026-03-02', '11:00').isTimeOver).toBe(true)
    expect(at('2026-03-02', '11:01').isTimeOver).toBe(false)
  })
})

describe('the time that is offered for an order', () => {
  let test: SharedApp
  beforeAll(async () => {
    test = await aSharedApp()
  })

  it('is when the driver of its route is expected, and none before it is planned', async () => {
    const driving = await aDriving(test)
    test.clock.now = new Date('2026-06-01T18:00:00+02:00')
    const staff = await test.signedInAs('ADMIN')
    const timeOf = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/card-time`)).body.data
    // 7:00 and 16 minutes for 10 km
    expect(await timeOf((await aStopAt(driving, 10)).id)).toEqual({ time: '07:20' })
    const { id } = await aStopAt(driving, 20)
    await test.services.db('orders.orders').where({ id }).update({ status: OrderStatus.new, realization_date: null })
    expect(await timeOf(id)).toEqual({ time: null })
  })
})
