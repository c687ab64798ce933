/**
 * Writes the demo business into a migrated, empty database, in one transaction. Tables are filled in the order of their
 * foreign keys; orders, which may be very many, have a file of their own.
 */
import type { Knex } from 'knex'
import { readSettings } from '../../config/settings.ts'
import { runAllChecks } from '../../modules/validators/public.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { roles } from '../../src/contract/roles.ts'
import type { Secrets } from '../../src/kernel/access/secrets.ts'
import { foldCounts } from '../../src/kernel/lists/counts.ts'
import { seedEssentials } from '../essentials.ts'
import type { Business } from './business.ts'
import { demoBusiness } from './business.ts'
import { insertAccounts } from './insert-accounts.ts'
import { insertAudit, insertSecurityEvents } from './insert-audit.ts'
import { insertContainers } from './insert-containers.ts'
import { insertDevices } from './insert-devices.ts'
import { insertDocuments } from './insert-documents.ts'
import { insertFaults } from './insert-faults.ts'
import { insertImports } from './insert-imports.ts'
import { insertIntegrations } from './insert-integrations.ts'
import { insertMessages } from './insert-messages.ts'
import { insertOrders } from './insert-orders.ts'
import { insertRegisterKeys } from './insert-register-keys.ts'
import { insertStatements } from './insert-statements.ts'
import { insertWeights } from './insert-weights.ts'
import type { GeneralPrice, Item } from './prices.ts'
import { defaultItems } from './prices.ts'
import { demoPassword } from './staff.ts'
import { type Columns, insert, setNextId } from './writer.ts'

export interface SeedOptions {
  /** Any whole number; the same one gives the same business. */
  seed: number
  /** How many orders; 1,500 is the small demo, 1,000,000 what benches want. */
  orders: number
  /** How many companies; without it they grow with the orders. */
  companies?: number | undefined
  now: Date
  /** Hashes the demo password as the application does. */
  hashPassword: (password: string) => Promise<string>
  /** Hashes a sensor's secret, which is the demo password, as the broker checks it; called once a sensor, for a salt each. */
  hashSecret: (secret: string) => string
  /** Of the installation. Without them nobody can use the keys of the waste register that a client has given. */
  secrets?: Secrets | undefined
}

/**
 * Seeds the database and gives the business that it now holds.
 * @throws Error in production (the passwords are public), and when the database already has companies
 */
export async function seedDemo(
  database: Knex,
  { seed, orders, companies, now, hashPassword, hashSecret, secrets }: SeedOptions
): Promise<Business> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The demo business has public passwords and is never put into production (NODE_ENV=production).')
  }
  // One hash for all: the password is public, and hashing is slow on purpose.
  const passwordHash = await hashPassword(demoPassword)
  const business = await database.transaction(async trx => {
    await trx.raw(`
      set local statement_timeout = 0;
      set local lock_timeout = '10s';
      set local idle_in_transaction_session_timeout = 0;
      set local synchronous_commit = on;
      set local maintenance_work_mem = '512MB';
      set local max_parallel_maintenance_workers = 0;
      lock table companies.companies in share row exclusive mode`)
    const {
      rows: [found]
    } = await trx.raw<{ rows: { taken: boolean }[] }>('select exists (select from companies.companies) as taken')
    if (found?.taken)
      throw new Error('The database already has companies; the demo business goes into an empty one only.')
    await seedEssentials(trx)
    const business = demoBusiness({ seed, orders, companies, now, items: await itemsOf(trx) })
    await insertClients(trx, business)
    await insertAccounts(trx, business, passwordHash)
    await insertFleet(trx, business)
    await insertPrices(trx, business)
    await insertStores(trx, business)
    await insertContainers(trx, business, () => hashSecret(demoPassword))
    await insertFaults(trx)
    await insertDocuments(trx, business)
    await insertOrders(trx, business)
    await insertMessages(trx, now)
    await insertIntegrations(trx, now)
    await insertRegisterKeys(trx, now, secrets)
    await insertDevices(trx, now)
    await insertImports(trx, now)
    await insertWeights(trx, now)
    await insertStatements(trx, now)
    await insertAudit(trx)
    await insertSecurityEvents(trx, now)
    return business
  })
  // Not only statistics: a page that is known to be all visible need not be visited for an index's answer.
  await database.raw('vacuum (analyze)')
  await foldCounts(database)
  // As a night would: what the business has of faults is on the validators' pages.
  await database.transaction(trx => runAllChecks(trx, readSettings({}), now))
  await database.raw('analyze validators.findings')
  return business
}

/** The items of the catalogue; where it has none, the demo's own, which are inserted. */
async function itemsOf(trx: Knex.Transaction): Promise<readonly Item[]> {
  const { rows } = await trx.raw<{ rows: Item[] }>(
    `select id, order_type_id::int as "orderTypeId", name, value::float8 as value from catalogue.order_type_items order by id`
  )
  if (rows.length > 0) return rows
  await insert(trx, 'catalogue.order_type_items', defaultItems, c => [
    c.int('id', item => item.id),
    c.int('order_type_id', item => item.orderTypeId),
    c.text('name', item => item.name),
    c.json('names', item => item.names),
    c.numeric('value', item => item.value)
  ])
  await setNextId(trx, 'catalogue.order_type_items')
  return defaultItems
}

async function insertClients(trx: Knex.Transaction, { companies, departments, places }: Business): Promise<void> {
  await insert(trx, 'companies.companies', companies, c => [
    c.int('id', row => row.id),
    c.text('name', row => row.name),
    c.text('short_name', row => row.shortName),
    c.text('tax_number', row => row.taxNumber),
    c.int('country', row => row.country),
    c.text('regon', row => row.regon),
    c.text('bdo_number', row => row.bdoNumber),
    c.boolean('multi_department', row => row.multiDepartment),
    c.int('payment_type', row => row.paymentType),
    c.text('city', row => row.city),
    c.text('street', row => row.street),
    c.text('postal_code', row => row.postalCode),
    c.boolean('verified', row => row.verified),
    c.boolean('active', row => row.active),
    c.text('deactivation_reason', row => row.deactivationReason),
    c.at('created_at', row => row.createdAt)
  ])
  await insert(trx, 'companies.departments', departments, c => [
    c.int('id', row => row.id),
    c.int('company_id', row => row.companyId),
    c.text('city', row => row.city),
    c.text('street', row => row.street),
    c.text('postal_code', row => row.postalCode),
    c.text('description', row => row.description),
    c.at('created_at', row => companies[row.companyId - 1]?.createdAt ?? null)
  ])
  await insert(trx, 'companies.reception_places', places, c => [
    c.int('id', row => row.id),
    c.int('company_id', row => row.companyId),
    c.int('department_id', row => row.departmentId),
    c.text('city', row => row.city),
    c.text('street', row => row.street),
    c.text('postal_code', row => row.postalCode),
    c.text('phone', row => row.phone),
    c.text('email', row => row.email),
    c.text('bdo_number', row => row.bdoNumber),
    c.boolean('is_default', row => row.isDefault),
    c.boolean('is_active', row => row.active),
    c.at('approved_at', row => row.approvedAt),
    c.degrees('latitude', row => row.latitude),
    c.degrees('longitude', row => row.longitude),
    c.text('receiving_from', row => row.receiving?.from ?? null),
    c.text('receiving_to', row => row.receiving?.to ?? null),
    c.codes('receiving_days', row => row.receiving?.days ?? []),
    c.boolean('arrival_messages', row => row.arrivalMessages),
    c.at('created_at', row => row.createdAt)
  ])
  for (const [table, owner, owners] of [
    ['companies.company_order_types', 'company_id', companies],
    ['companies.place_order_types', 'reception_place_id', places]
  ] as const) {
    await insert(trx, table, assigned(owners), c => [
      c.int(owner, row => row.owner),
      c.int('order_type_id', row => row.type),
      c.at('assigned_at', row => row.since)
    ])
  }
  for (const table of ['companies.companies', 'companies.departments', 'companies.reception_places'])
    await setNextId(trx, table)
}

/** Assigned a minute apart, so that "the newest type" is one. */
function assigned(
  owners: readonly { id: number; orderTypeIds: number[]; createdAt: Date }[]
): { owner: number; type: number; since: Date }[] {
  return owners.flatMap(owner =>
    owner.orderTypeIds.map((type, i) => ({
      owner: owner.id,
      type,
      since: new Date(owner.createdAt.getTime() + i * 60_000)
    }))
  )
}

async function insertFleet(trx: Knex.Transaction, { vehicles, operators, now }: Business): Promise<void> {
  await insert(trx, 'fleet.vehicles', vehicles, c => [
    c.int('id', row => row.id),
    c.text('brand', row => row.brand),
    c.text('model', row => row.model),
    c.text('register_number', row => row.registerNumber),
    c.int('driver_id', row => row.driverId),
    c.numeric('payload', row => row.payload)
  ])
  await insert(
    trx,
    'fleet.vehicle_items',
    vehicles.flatMap(vehicle => vehicle.itemIds.map(itemId => ({ vehicleId: vehicle.id, itemId }))),
    c => [c.int('vehicle_id', row => row.vehicleId), c.int('order_type_item_id', row => row.itemId)]
  )
  // later than what is planned: orders are planned some days ahead
  const today = dayOf(now)
  await insert(trx, 'fleet.out_of_service', vehicles.slice(-1), c => [
    c.int('vehicle_id', row => row.id),
    c.day('from_day', () => addDays(today, 14)),
    c.day('to_day', () => addDays(today, 15))
  ])
  await insert(trx, 'fleet.absences', vehicles.slice(1, 2), c => [
    c.int('driver_id', row => row.driverId),
    c.day('from_day', () => addDays(today, 14)),
    c.day('to_day', () => addDays(today, 18))
  ])
  await insert(trx, 'fleet.operators', operators, c => [
    c.int('id', row => row.id),
    c.text('name', row => row.name),
    c.boolean('is_active', row => row.active)
  ])
  await setNextId(trx, 'fleet.vehicles')
  await setNextId(trx, 'fleet.operators')
}

async function insertPrices(
  trx: Knex.Transaction,
  { generalPrices, specialPrices, accounts }: Business
): Promise<void> {
  const clerk = accounts.find(account => account.role === roles.ADMIN)?.id ?? null
  const items = [...new Set(generalPrices.map(({ itemId }) => itemId))]
  await trx.raw('delete from pricing.priced_items')
  await insert(trx, 'pricing.priced_items', items, c => [c.int('order_type_item_id', id => id)])
  const period = <P extends Omit<GeneralPrice, 'byDigit'>>(c: Columns<P>) => [
    c.int('order_type_item_id', row => row.itemId),
    c.numeric('value', row => row.value),
    c.at('valid_from', row => row.validFrom),
    c.at('valid_to', row => row.validTo),
    c.int('changed_by', row => (row.validFrom ? clerk : null))
  ]
  await insert(trx, 'pricing.price_periods', generalPrices, c => [
    ...period(c),
    c.boolean('postal_code_prices', row => row.byDigit.size > 0)
  ])
  await insert(
    trx,
    'pricing.price_periods',
    generalPrices.flatMap(price =>
      [...price.byDigit].map(([digit, value]) => ({ ...price, digit: Number(digit), value }))
    ),
    c => [...period(c), c.int('digit', row => row.digit)]
  )
  await insert(trx, 'pricing.special_prices', specialPrices, c => [
    c.int('id', row => row.id),
    c.int('company_id', row => row.companyId),
    c.int('reception_place_id', row => row.placeId),
    c.int('order_type_item_id', row => row.itemId),
    c.day('date_from', row => row.dateFrom),
    c.day('date_to', row => row.dateTo),
    c.numeric('value', row => row.value)
  ])
  await setNextId(trx, 'pricing.special_prices')
}

async function insertStores(trx: Knex.Transaction, { stores: open, closedStores }: Business): Promise<void> {
  const stores = [...open.map(store => ({ ...store, closedAt: null })), ...closedStores]
  await insert(trx, 'warehouse.internal_stores', stores, c => [
    c.int('id', row => row.id),
    c.text('name', row => row.name),
    c.text('city', row => row.city),
    c.text('street', row => row.street),
    c.text('postal_code', row => row.postalCode),
    c.degrees('latitude', row => row.latitude),
    c.degrees('longitude', row => row.longitude),
    c.at('closed_at', row => row.closedAt)
  ])
  await insert(
    trx,
    'warehouse.border_points',
    stores.flatMap(store => store.border.map((point, i) => ({ storeId: store.id, position: i, ...point }))),
    c => [
      c.int('internal_store_id', row => row.storeId),
      c.int('position', row => row.position),
      c.degrees('latitude', row => row.latitude),
      c.degrees('longitude', row => row.longitude)
    ]
  )
  await setNextId(trx, 'warehouse.internal_stores')
}
