/** The round of the service as a text for a message. */
import { describe, expect, it } from 'vitest'
import { type Stop, sharedText, whereabouts } from '../../ui/pages/service/round.ts'

describe('a round for a message', () => {
  const stop: Stop = {
    id: 7,
    containerNumber: 'K-7',
    serNo: null,
    status: 4,
    description: null,
    latitude: 51.1,
    longitude: 23.4,
    currentBatteryLevel: 3.41,
    currentBatteryStatus: 2,
    daysUntilCritical: 12,
    internalStoreName: null,
    closestCompanyName: 'Gumex',
    closestReceptionPlaceAddress: 'Chełm, Hutnicza 1, 22-100',
    closestReceptionPlaceDistance: 20,
    metresFromPrevious: 100,
    isFar: false
  }
  const t = (key: string, args: object = {}) => `${key} ${Object.values(args).join(' ')}`
  const where = (given: Partial<Stop>) => whereabouts({ ...stop, ...given }, t, metres => `${metres / 1000} km`)

  it('says where each is: its store, its place, or how far from one it is', () => {
    expect(where({})).toBe('Gumex, Chełm, Hutnicza 1, 22-100')
    expect(where({ internalStoreName: 'Plac' })).toBe('Plac')
    expect(where({ closestReceptionPlaceDistance: 2500 })).toBe('service.away 2.5 km Gumex, Chełm, Hutnicza 1, 22-100')
    expect(where({ latitude: null })).toBeUndefined()
  })

  it('has a line a stop', () => {
    const lines = sharedText('Objazd', [stop, { ...stop, containerNumber: 'K-8' }], ({ containerNumber }) => [
      containerNumber ?? '',
      undefined,
      '3,41 V'
    ])
    expect(lines).toBe('Objazd\n1. K-7 · 3,41 V\n2. K-8 · 3,41 V')
  })
})
