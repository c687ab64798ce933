import { createHash } from 'node:crypto'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { actions, after, boundsOf, type Rule } from '../../modules/orders/rules.ts'
import { OptimaStatus, OrderStatus } from '../../modules/orders/schema.ts'
import { Profile } from '../../modules/users/schema.ts'
import type { Business } from '../../seeds/demo/business.ts'
import { demoBusiness } from '../../seeds/demo/business.ts'
import { pricer } from '../../seeds/demo/prices.ts'
import { check } from '../../src/contract/check.ts'
import { roles } from '../../src/contract/roles.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { memberOf } from '../../src/contract/vocabulary.ts'
import { DriverData, OperatorData, VehicleData } from '../fleet/fixtures/schemas.ts'

const now = new Date('2026-03-18T15:00:00Z')
const small = demoBusiness({ seed: 1, orders: 1500, now })
const orders = [...small.orders()]

function fingerprint(business: Business): string {
  const { orders, ...rest } = business
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)
  const hash = createHash('sha256').update(JSON.stringify(rest, plain))
  for (const order of orders()) hash.update(JSON.stringify(order))
  return hash.digest('hex')
}

const by = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

describe('the demo business', () => {
  it('is the same for the same seed, and another for another', () => {
    const again = demoBusiness({ seed: 1, orders: 1500, now })
    expect(fingerprint(again)).toBe(fingerprint(small))
    expect(fingerprint(demoBusiness({ seed: 2, orders: 1500, now }))).not.toBe(fingerprint(small))
  })

  it('has the fixed accounts, in their companies', () => {
    const account = (email: string) => small.accounts.find(each => each.email === email)
    expect(account('admin@example.com')).toMatchObject({ role: 1, state: 'active', companyId: null })
    expect(account('technician@example.com')).toMatchObject({ role: 5, state: 'active' })
    expect(account('driver@example.com')).toMatchObject({ role: 3, state: 'active' })
    expect(account('client.admin@example.com')).toMatchObject({ role: 2, state: 'active', companyId: 1 })
    expect(account('client@example.com')).toMatchObject({ role: 4, state: 'active', companyId: 1 })
    expect(account('client.admin@other.example.com')).toMatchObject({ role: 2, state: 'active', companyId: 2 })
    expect(small.companies[0]).toMatchObject({
      active: true,
      verified: true,
      orderTypeIds: [1, 2, 3],
      multiDepartment: false
    })
    expect(small.places[0]).toMatchObject({ companyId: 1, active: true, orderTypeIds: [1, 2, 3] })
    expect(small.companies[1]).toMatchObject({ active: true, multiDepartment: true })
  })

  it('points only at what there is, with ids that count from 1', () => {
    for (const rows of [
      small.companies,
      small.departments,
      small.places,
      small.accounts,
      small.vehicles,
      small.containers,
      orders
    ]) {
      expect(rows.map(row => row.id)).toEqual(rows.map((_, i) => i + 1))
    }
    for (const place of small.places) {
      expect(small.departments[place.departmentId - 1]?.companyId).toBe(place.companyId)
    }
    for (const company of small.companies) {
      const own = small.departments.filter(department => department.companyId === company.id)
      expect(own.length > 1).toBe(company.multiDepartment)
    }
    for (const vehicle of small.vehicles) expect(small.accounts[vehicle.driverId - 1]?.role).toBe(3)
  })

  it('has valid, unique numbers throughout', () => {
    for (const company of small.companies) {
      expect(stdnum.PL?.nip?.validate(company.taxNumber).isValid).toBe(true)
      expect(stdnum.PL?.regon?.validate(company.regon).isValid).toBe(true)
      if (company.bdoNumber !== null) expect(company.bdoNumber).toMatch(/^000\d{6}$/)
    }
    const all = [
      small.companies.map(row => row.taxNumber),
      small.companies.map(row => row.regon),
      small.companies.flatMap(row => row.bdoNumber ?? []),
      small.companies.map(row => row.name),
      small.accounts.map(row => row.email.toLowerCase()),
      small.vehicles.map(row => row.registerNumber),
      small.containers.map(row => row.imei),
      small.containers.map(row => row.serNo),
      orders.map(row => row.number)
    ]
    for (const values of all) expect(new Set(values).size).toBe(values.length)
    for (const account of small.accounts) {
      expect(account.email.length).toBeLessThanOrEqual(50)
      expect(account.phone).toMatch(/^\d{9}$/)
    }
  })

  it('passes the checks of the application’s forms', () => {
    const faults = (schema: Schema, rows: readonly object[]) => rows.flatMap(row => check(schema, row))
    const people = small.accounts.map(({ email, firstName, lastName, phone, role }) => ({
      driver: role === roles.DRIVER,
      profile: { firstName, lastName, phone },
      email
    }))
    const drivers = people.filter(({ driver }) => driver).map(({ profile, email }) => ({ ...profile, email }))
    const vehicles = small.vehicles.map(({ brand, model, registerNumber, driverId }) => ({
      brand,
      model,
      registerNumber,
      driverId
    }))
    const operators = small.operators.map(({ name, active }) => ({ name, isActive: active }))
    const profiles = people.map(({ profile }) => profile)
    expect(drivers.length).toBeGreaterThan(0)
    expect([
      ...faults(Profile, profiles),
      ...faults(DriverData, drivers),
      ...faults(VehicleData, vehicles),
      ...faults(OperatorData, operators)
    ]).toEqual([])
  })

  it('has companies in every state, and people', () => {
    const states = new Set(small.companies.map(row => `${row.verified} ${row.active}`))
    expect(states).toEqual(new Set(['true true', 'false false', 'true false']))
    expect(new Set(small.accounts.map(row => row.state))).toEqual(
      new Set(['active', 'waiting', 'deactivated', 'invited'])
    )
  })

  it('has 120 containers: 12 driven, two fixed ones silent', () => {
    expect(small.containers).toHaveLength(120)
    expect(small.containers.filter(row => row.route !== null)).toHaveLength(12)
    for (const imei of ['350000000000019', '350000000000027']) {
      expect(small.containers.find(row => row.imei === imei)).toMatchObject({ route: null, stays: [] })
    }
    for (const { stays } of small.containers) {
      const times = stays.flatMap(stay => stay.readings.map(reading => reading.at.getTime()))
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
      expect(times.at(-1) ?? 0).toBeLessThanOrEqual(now.getTime())
    }
    for (const store of small.stores) expect(store.border.length).toBeGreaterThanOrEqual(3)
  })
})

describe('its orders', () => {
  it('are in every status, completed ones without an accounting number among them', () => {
    expect(new Set(orders.map(order => order.status))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(orders.some(order => order.status === 3 && order.optimaNumber === null && !order.manually)).toBe(true)
    expect(new Set([...demoBusiness({ seed: 3, orders: 16, now }).orders()].map(order => order.status)).size).toBe(6)
  })

  it('come in seasons: a month of tyre change has at least twice the orders of a quiet one', () => {
    const months = by(orders, order => order.createdAt.toISOString().slice(0, 7))
    const of = (month: string): number => months.get(month)?.length ?? 0
    expect(of('2025-10') + of('2025-11')).toBeGreaterThan(2 * (of('2026-01') + of('2026-02')))
    expect(orders.some(order => order.createdAt.getUTCDay() === 0)).toBe(false)
  })

  it('have a possible history', () => {
    const possible = ['0', '0-1', '0-4', '0-1-4', '0-1-2', '0-1-2-3', '0-1-2-3-3-3', '0-1-2-3-5']
    for (const order of orders) {
      expect(possible).toContain(order.history.map(step => step.status).join('-'))
      expect(order.history.at(-1)?.status).toBe(order.status)
      expect(order.history[0]?.at).toEqual(order.createdAt)
      const times = order.history.map(step => step.at.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
      expect(order.realizationDate !== null).toBe([2, 3, 5].includes(order.status))
      expect(order.tonnage !== null && order.kpo !== null && order.operatorId !== null).toBe(
        [3, 5].includes(order.status)
      )
      expect(order.reasonForCancellation !== null).toBe(order.status === 4)
      expect(order.invoiceNumber !== null).toBe(order.status === 5)
      if (order.driverId !== null) expect(small.vehicles[(order.vehicleId ?? 0) - 1]?.driverId).toBe(order.driverId)
    }
  })

  it('say why the accounting system refused them, and were not placed by staff where it was asked', () => {
    const failed = orders.filter(({ optimaStatus }) => optimaStatus === OptimaStatus.failed)
    expect(failed.length).toBeGreaterThan(0)
    for (const { manually, syncFailure, history } of failed) {
      expect([manually, syncFailure === null]).toEqual([false, false])
      expect(history.slice(-2).map(({ action }) => action)).toEqual(['sync', 'syncFailed'])
    }
  })

  it('have moved by the rules of orders, with quantities within the bounds', () => {
    for (const { history, orderTypeId, quantity } of orders) {
      const { minimum, maximum } = boundsOf(orderTypeId)
      expect(quantity).toBeGreaterThanOrEqual(minimum)
      expect(quantity).toBeLessThanOrEqual(maximum)
      expect(history[0]).toMatchObject({ action: 'place', status: OrderStatus.new })
      for (const [i, { action, status }] of history.entries()) {
        if (action === 'place') continue
        const { staff, client, system, to }: Rule = actions[action]
        const before = history[i - 1]?.status ?? -1
        const from = [staff, client, system].flatMap((permission): readonly string[] =>
          permission ? (permission.from ?? Object.keys(OrderStatus)) : []
        )
        expect(from).toContain(memberOf(OrderStatus, before))
        expect(status).toBe(to === undefined ? before : after(action))
      }
    }
  })

  it('are placed at open places of their company, for what the place has, by somebody who may', () => {
    for (const order of orders) {
      const place = small.places[order.placeId - 1]
      expect(place).toMatchObject({ active: true, companyId: order.companyId, departmentId: order.departmentId })
      expect(place?.orderTypeIds).toContain(order.orderTypeId)
      expect(small.items.find(item => item.id === order.itemId)?.orderTypeId).toBe(order.orderTypeId)
      const author = small.accounts[order.createdBy - 1]
      if (author?.role !== 1) expect(author).toMatchObject({ companyId: order.companyId, state: 'active' })
    }
  })

  it('cost what the price rules say', () => {
    const price = pricer(small)
    for (const order of orders) {
      const place = small.places[order.placeId - 1]
      if (!place) throw new Error(`order ${order.id} has no place`)
      const byRules = price(order.itemId, place, order.createdAt).netPrice ?? 0
      if (order.priceOverridden)
        expect(order).toMatchObject({ manually: true, netPrice: Math.floor((byRules * 0.95) / 10) * 10 })
      else expect(order.netPrice).toBe(byRules)
      const grosze = Math.round(order.netPrice * 100) * (order.orderTypeId === 2 ? 1 : order.quantity)
      expect(order.netValue).toBe(grosze / 100)
      expect(order.grossValue).toBe(Math.floor(grosze * 1.08 + 0.5 + 1e-9) / 100)
      if (order.orderTypeId === 1) expect(order.quantity).toBe(1)
      if (order.orderTypeId === 3) expect(order.quantity).toBeLessThanOrEqual(2)
      expect(order.quantity).toBeLessThanOrEqual(50)
    }
    expect(orders.filter(({ priceOverridden }) => priceOverridden).length).toBeGreaterThan(0)
  })

  it('grow with the business', () => {
    const large = demoBusiness({ seed: 1, orders: 100_000, now })
    expect(large.companies.length).toBeGreaterThan(500)
    expect(small.companies.length).toBe(40)
    expect(demoBusiness({ seed: 1, orders: 0, companies: 300, now }).companies.length).toBe(300)
    expect([...demoBusiness({ seed: 1, orders: 0, now }).orders()]).toEqual([])
    expect(() => demoBusiness({ seed: 1, orders: -1, now })).toThrow(RangeError)
    expect(() => demoBusiness({ seed: 1, orders: 0, companies: 1.5, now })).toThrow(RangeError)
  })
})
