/** The sums of a statement equal the ledger to the kilogram, whatever was collected: by code, by place and in all. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { type Collections, collectionsIn } from './fixtures/collections.ts'

let test: TestApp
let staff: Person
let make: Collections
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  test.clock.now = new Date('2026-06-15T10:00:00Z')
  staff = await test.signedInAs('ADMIN')
  make = await collectionsIn(test.services.db)
})
afterAll(() => test.close())

const codes = ['16 01 03', '16 01 17', '19 12 04'] as const
const hundredths = (most: number) => fc.integer({ min: 1, max: most })

/** Tonnes in hundredths, tickets in kilograms, and of cards the confirmed tenths of kilograms; null: not confirmed. */
const collection = fc.record({
  place: fc.integer({ min: 0, max: 2 }),
  tonnes: hundredths(2_500),
  tickets: fc.array(fc.integer({ min: 1, max: 25_000 }), { maxLength: 2 }),
  cards: fc.array(
    fc.record({
      code: fc.constantFrom(...codes),
      received: fc.option(fc.integer({ min: 1, max: 250_000 }), { freq: 3 })
    }),
    { maxLength: 3 }
  )
})
type ACollection = (typeof collection extends fc.Arbitrary<infer T> ? T : never) & object

/** The rule in words of its own: the confirmed cards if all are, else the tickets, else the tonnes. Halves are rounded up, as in numeric columns. */
function expectedOf({ tonnes, tickets, cards }: ACollection): { code: string; kilograms: number }[] {
  if (cards.length > 0 && cards.every(({ received }) => received !== null))
    return cards.map(({ code, received }) => ({ code, kilograms: Math.floor(((received as number) + 5) / 10) }))
  const named = new Set(cards.map(({ code }) => code))
  const [code = '16 01 03'] = named.size === 1 ? named : []
  return [{ code, kilograms: tickets.length > 0 ? tickets.reduce((sum, one) => sum + one, 0) : tonnes * 10 }]
}

const sumBy = <T>(items: readonly T[], keyOf: (item: T) => string, of: (item: T) => number): Record<string, number> =>
  items.reduce<Record<string, number>>((sums, item) => {
    sums[keyOf(item)] = (sums[keyOf(item)] ?? 0) + of(item)
    return sums
  }, {})

it('the sums of a statement equal the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(collection, { minLength: 1, maxLength: 8 }), async collections => {
      const company = await aCompany(test.services.db)
      const places = [company.placeId as number, (await make.place(company)).id, (await make.place(company)).id]
      for (const { place, tonnes, tickets, cards } of collections) {
        const placeId = places[place] as number
        const order = await make.collected({ company, placeId, day: '2026-05-05', tonnage: tonnes / 100 })
        for (const mass of tickets) await make.ticket(order.id, mass)
        for (const { code, received } of cards)
          await make.card(order.id, received === null ? null : received / 10_000, { waste_code: code })
      }
      const body = { companyId: company.id, firstDay: '2026-05-01', lastDay: '2026-05-31' }
      const { id, kilograms, orders } = (await staff.post('/api/Admin/MassStatements', body)).body.data
      const listOf = async (name: string) => (await staff.get(`/api/Admin/MassStatements/${id}/${name}`)).body.data
      const expected = collections.flatMap(one => expectedOf(one).map(row => ({ ...row, place: one.place })))
      expect(kilograms).toBe(expected.reduce((sum, row) => sum + row.kilograms, 0))
      expect(orders).toBe(collections.length)
      const byCode = await listOf('codes')
      expect(
        Object.fromEntries(byCode.map((sum: { name: string; kilograms: number }) => [sum.name, sum.kilograms]))
      ).toEqual(
        sumBy(
          expected,
          ({ code }) => code,
          row => row.kilograms
        )
      )
      // places of this test may share an address
      const byPlace: { kilograms: number }[] = await listOf('places')
      const expectedByPlace = sumBy(
        expected,
        ({ place }) => String(place),
        row => row.kilograms
      )
      expect(byPlace.map(sum => sum.kilograms).sort()).toEqual(Object.values(expectedByPlace).sort())
      expect((await staff.get(`/api/Admin/MassStatements/${id}`)).body.data.isOutdated).toBe(false)
    }),
    { numRuns: 25, seed: 410 }
  )
}, 120_000)
