/** Makes things in the database for tests: each takes what the test is about and fills in the rest. */
import type { Knex } from 'knex'
import { type Role, roles } from '../../src/contract/roles.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'

let made = 0
/** Another number each time, for names that must differ. */
export const next = (): number => {
  made += 1
  return made
}

/** Inserts a row, and gives it as the database has it. */
export async function inserted<Row>(db: Knex, table: string, row: Record<string, unknown>): Promise<Row> {
  const [answer] = (await db(table).insert(row).returning('*')) as Row[]
  return answer!
}

export const aPassword = 'Correct-Horse-7'

export interface AnAccount {
  readonly id: number
  readonly email: string
}

/** An account, confirmed and complete unless the test says otherwise. Its password is `aPassword`, or none for `null`. */
export async function anAccount(
  db: Knex,
  {
    role = 'ADMIN',
    password = aPassword,
    ...given
  }: {
    role?: Role | null
    password?: string | null
    email?: string
    firstName?: string | null
    lastName?: string | null
    phone?: string | null
    companyId?: number | null
    departmentId?: number | null
    language?: number
    confirmedAt?: Date | null
    deactivatedAt?: Date | null
  } = {}
): Promise<AnAccount> {
  const n = next()
  const { firstName = 'Anna', lastName = `Nowak ${n}`, phone = '501502503', confirmedAt = new Date() } = given
  return inserted(db, 'users.accounts', {
    email: given.email ?? `account${n}@example.com`,
    password_hash: password === null ? null : await hashPassword(password),
    first_name: firstName,
    last_name: lastName,
    phone,
    role: role === null ? null : roles[role],
    company_id: given.companyId ?? null,
    department_id: given.departmentId ?? null,
    language: given.language ?? 1,
    mailbox_proved_at: password === null ? null : new Date(),
    confirmed_at: role === null ? null : confirmedAt,
    deactivated_at: given.deactivatedAt ?? null
  })
}

export interface ACompany {
  readonly id: number
  readonly departmentId: number
  /** Undefined for a company without a place. */
  readonly placeId: number | undefined
}

/** A company with one department and one active place, all three order types, verified and active. */
export async function aCompany(
  db: Knex,
  {
    place = true,
    verified = true,
    active = true,
    multiDepartment = false,
    name = `Opony ${next()} sp. z o.o.`
  }: { place?: boolean; verified?: boolean; active?: boolean; multiDepartment?: boolean; name?: string } = {}
): Promise<ACompany> {
  const { id } = await inserted<{ id: number }>(db, 'companies.companies', {
    name,
    tax_number: String(5_000_000_000 + next()),
    verified,
    active,
    multi_department: multiDepartment
  })
  await query(
    db,
    sql`insert into companies.company_order_types (company_id, order_type_id) select ${id}, generate_series(1, 3)`
  )
  const department = await aDepartment(db, id)
  const found = place ? await aPlace(db, { companyId: id, departmentId: department.id }) : undefined
  return { id, departmentId: department.id, placeId: found?.id }
}

export const aDepartment = (db: Knex, companyId: number): Promise<{ id: number }> =>
  inserted(db, 'companies.departments', {
    company_id: companyId,
    city: 'Chełm',
    street: 'Lubelska 1',
    postal_code: '22-100'
  })

/** A reception place with all three order types, active unless the test says otherwise. */
export async function aPlace(
  db: Knex,
  {
    companyId,
    departmentId,
    isActive = true,
    postalCode = '22-100',
    at
  }: { companyId: number; departmentId: number; isActive?: boolean; postalCode?: string; at?: APoint }
): Promise<{ id: number }> {
  const { id } = await inserted<{ id: number }>(db, 'companies.reception_places', {
    company_id: companyId,
    department_id: departmentId,
    city: 'Chełm',
    street: `Hutnicza ${next()}`,
    postal_code: postalCode,
    phone: '825601234',
    is_active: isActive,
    approved_at: isActive ? new Date() : null,
    ...at
  })
  await query(
    db,
    sql`insert into companies.place_order_types (reception_place_id, order_type_id) select ${id}, generate_series(1, 3)`
  )
  return { id }
}

export interface APoint {
  readonly latitude: number
  readonly longitude: number
}

/** An internal store with a square border around it, `reach` degrees to each side; none for 0. */
export async function aStore(
  db: Knex,
  { name = `Magazyn ${next()}`, at, reach = 0.001 }: { name?: string; at: APoint; reach?: number }
): Promise<{ id: number; name: string }> {
  const store = await inserted<{ id: number; name: string }>(db, 'warehouse.internal_stores', { name, ...at })
  const corners = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1]
  ] as const
  if (reach === 0) return store
  await db('warehouse.border_points').insert(
    corners.map(([north, east], position) => ({
      internal_store_id: store.id,
      position,
      latitude: at.latitude + north * reach,
      longitude: at.longitude + east * reach
    }))
  )
  return store
}

/** The secret of the sensors that `aContainer` makes. */
export const aSecret = 'a secret of a sensor'

/** A container whose sensor may sign in with `aSecret`. Columns are given as they stand in the table. */
export function aContainer(
  db: Knex,
  given: Readonly<Record<string, unknown>> = {}
): Promise<{ id: number; imei: string; container_number: string; version: number }> {
  const n = next()
  return inserted(db, 'iot.containers', {
    container_number: `K-${String(n).padStart(5, '0')}`,
    imei: String(350_000_000_200_000 + n),
    ser_no: `SN${n}`,
    secret_hash: hashSecret(aSecret),
    ...given
  })
}

/** A reading that came when its container was not known yet. */
export async function aRejectedReading(db: Knex): Promise<{ id: number; imei: string }> {
  const { imei } = await aContainer(db)
  return inserted(db, 'iot.rejected_readings', {
    received_at: new Date(),
    topic: `containers/${imei}/telemetry`,
    imei,
    payload: JSON.stringify({ ts: Date.now(), lat: 52, lon: 21 }),
    reason: 'unknown_device'
  })
}

/** An open finding of a validator: by default, that the order has no invoice. */
export const aFinding = (
  db: Knex,
  given: Readonly<Record<string, unknown>> & { kind?: number; subject?: number }
): Promise<{ id: number; version: number }> =>
  inserted(db, 'validators.findings', {
    ...{ kind: 3, subject: 1 },
    evidence_at: new Date(),
    created_at: new Date(),
    ...given
  })

/**
 * A price of an item: the general one, or that of a digit. Without instants nobody knows since when it is valid, and it is still valid.
 * Prices of one item and digit must follow one another.
 */
export async function aPrice(
  db: Knex,
  itemId: number,
  {
    value = 100,
    digit = null,
    postalCodePrices = false,
    validFrom = null,
    validTo = null
  }: {
    value?: number
    digit?: number | null
    /** Of a general price. */
    postalCodePrices?: boolean
    validFrom?: string | null
    validTo?: string | null
  } = {}
): Promise<void> {
  await db('pricing.priced_items').insert({ order_type_item_id: itemId }).onConflict().ignore()
  await db('pricing.price_periods').insert({
    order_type_item_id: itemId,
    digit,
    value,
    postal_code_prices: digit === null ? postalCodePrices : null,
    valid_from: validFrom,
    valid_to: validTo
  })
}

/** An item of the order type with a general net price, or none for `null`. */
export async function anItem(
  db: Knex,
  {
    orderTypeId = 3,
    price = 100,
    name = `Pozycja ${next()}`
  }: { orderTypeId?: 1 | 2 | 3; price?: number | null; name?: string } = {}
): Promise<{ id: number }> {
  const item = await inserted<{ id: number }>(db, 'catalogue.order_type_items', {
    order_type_id: orderTypeId,
    name,
    value: 1.5
  })
  if (price !== null) await aPrice(db, item.id, { value: price })
  return item
}

/** A new order of the company's place, as it stands in the database. */
export async function anOrder(
  db: Knex,
  given: {
    company: ACompany
    itemId: number
    orderTypeId?: 1 | 2 | 3
    status?: number
    number?: string
    createdAt?: Date
    placeId?: number
    departmentId?: number
    realizationDate?: string
  }
): Promise<{ id: number; number: string }> {
  const { company, itemId, status = 0, number = `Z/2026/T${next()}` } = given
  return inserted(db, 'orders.orders', {
    number,
    status,
    company_id: company.id,
    department_id: given.departmentId ?? company.departmentId,
    reception_place_id: given.placeId ?? company.placeId,
    order_type_id: given.orderTypeId ?? 3,
    order_type_item_id: itemId,
    quantity: 1,
    net_price: 100,
    gross_price: 108,
    net_value: 100,
    gross_value: 108,
    vat_value: 8,
    realization_date: given.realizationDate ?? null,
    created_at: given.createdAt ?? new Date()
  })
}

/** A vehicle of a driver of its own (or the given one) that carries the given items. */
export async function aVehicle(
  db: Knex,
  {
    items = [],
    driverId,
    plate = `LCH ${10_000 + next()}`
  }: { items?: readonly number[]; driverId?: number; plate?: string } = {}
): Promise<{ id: number; driver_id: number; register_number: string }> {
  const driver = driverId ?? (await anAccount(db, { role: 'DRIVER', password: null })).id
  const vehicle = await inserted<{ id: number; driver_id: number; register_number: string }>(db, 'fleet.vehicles', {
    brand: 'MAN',
    model: 'TGS',
    register_number: plate,
    driver_id: driver
  })
  if (items.length > 0)
    await db('fleet.vehicle_items').insert(items.map(item => ({ vehicle_id: vehicle.id, order_type_item_id: item })))
  return vehicle
}

/** A recycle operator, active unless the test says otherwise. */
export const anOperator = (
  db: Knex,
  { name = `Granulat ${next()}`, isActive = true }: { name?: string; isActive?: boolean } = {}
): Promise<{ id: number; name: string }> => inserted(db, 'fleet.operators', { name, is_active: isActive })
