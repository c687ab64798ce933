/** The vehicle picker: what a vehicle would have to do, with a blank day or a blank vehicle, and why none is proposed. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ProposedVehicle from '../../../ui/pages/planning/ProposedVehicle.tsx'
import VehiclePicker from '../../../ui/pages/planning/VehiclePicker.tsx'
import type { Vehicle } from '../../../ui/pages/planning/vehicles.ts'
import type { FieldPartProps } from '../../../ui/parts/registry.ts'
import { draw } from './draw.tsx'

const call = 'GET /api/Admin/Vehicles/matched-vehicles'
const vehicle = (more: Partial<Vehicle> = {}): Vehicle => ({
  id: 7,
  brand: 'MAN',
  model: 'TGS',
  registerNumber: 'LC 9888H',
  driver: 'Wojciech Sikora',
  matched: true,
  missing: [],
  capacity: 10,
  day: '2026-11-24',
  days: 1,
  load: 14.2,
  stops: 2,
  plannedLoad: 6.6,
  nearest: null,
  driverElsewhere: [],
  driverAway: false,
  outOfService: false,
  proposed: null,
  ...more
})
const answer = (data: readonly Vehicle[], unproposed: string | null = null) => ({
  data,
  total: data.length,
  unproposed
})
const nothing = (): void => undefined
const field = (more: object): FieldPartProps =>
  ({
    id: 'vehicle',
    name: 'vehicleId',
    label: 'Pojazd',
    values: {},
    reads: {},
    rows: [
      { id: 1, version: 1 },
      { id: 2, version: 1 }
    ],
    onChange: nothing,
    onBlur: nothing,
    onFocus: nothing,
    ...more
  }) as unknown as FieldPartProps

test('with a blank day a vehicle is rated on the days that the orders have, and says where its driver is', async () => {
  const { api } = draw(<VehiclePicker {...field({ value: 7 })} />, server => {
    server.on(call, () => answer([vehicle({ driverElsewhere: ['LWL 7377P'], outOfService: true, driverAway: true })]))
    server.on('GET /api/Admin/Vehicles/:id/route', () => ({ data: [], total: 0, route: null }))
  })
  for (const text of [
    '6,6 + 14,2 z 10 t',
    'ponad ładowność',
    'kierowca jedzie tego dnia LWL 7377P',
    'kierowca nieobecny',
    'w serwisie',
    'tego dnia 2 odbiory'
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  expect(api.calls.find(({ path }) => path.endsWith('matched-vehicles'))?.query.has('day')).toBe(false)
  await expect.poll(() => api.calls.find(({ path }) => path.endsWith('/route'))?.query.get('day')).toBe('2026-11-24')
})

test('of several days the fullest is named', async () => {
  draw(<VehiclePicker {...field({ value: 7 })} />, server => {
    server.on(call, () => answer([vehicle({ days: 3 })]))
    server.on('GET /api/Admin/Vehicles/:id/route', () => ({ data: [], total: 0, route: null }))
  })
  await expect.element(page.getByText(/^wt\. 24\.11.* \(najwięcej z 3 dni\)$/)).toBeVisible()
})

test('with a blank vehicle and another day, the loads of the vehicles that the orders keep are shown', async () => {
  const { api } = draw(<VehiclePicker {...field({ reads: { day: '2026-11-24' } })} />, server =>
    server.on(call, () =>
      answer([vehicle(), vehicle({ id: 8, registerNumber: 'DW 33794', plannedLoad: 0, load: 7.4 })])
    )
  )
  const own = page.getByRole('region', { name: 'Zamówienia zostają w swoich pojazdach:' })
  await expect.element(own).toHaveTextContent('LC 9888H')
  await expect.element(own).toHaveTextContent('6,6 + 14,2 z 10 t')
  await expect.element(own).toHaveTextContent('7,4 z 10 t')
  expect(api.calls.some(({ query }) => query.get('OwnVehicles') === 'true')).toBe(true)
})

test('it says why no vehicle is proposed', async () => {
  draw(<ProposedVehicle {...field({ reads: { day: '2026-11-24' } })} />, server =>
    server.on(call, () => answer([vehicle({ nearest: 492_000 })], 'far'))
  )
  await expect
    .element(page.getByText('Bez propozycji: pasujące pojazdy mają tego dnia odbiory ponad 150 km stąd.'))
    .toBeVisible()
})
