/**
 * Vehicles, with their plate, their driver and the items that they carry. The row of a removed vehicle is kept for old orders. Its
 * plate can be used again.
 */
import { type Static, Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { allRows, maxRows } from '../../src/kernel/limits.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../src/kernel/pages/tabs.ts'
import { businessDay, filter, joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { defineRoute, ListResponse } from '../../src/kernel/routes/route.ts'
import { Day, Id, Nullable, Text } from '../../src/kernel/schema.ts'
import { itemName, joinItems, lockItems } from '../catalogue/public.ts'
import { joinAccount } from '../users/public.ts'
import { daysOffHint, daysOffOf, daysOffText, outOfService, replaceDaysOff } from './days-off.ts'
import { lockDriver } from './drivers.ts'
import { throwFleetError } from './errors.ts'
import { barePlate, byPlateOrDriver, driverName, driverNames, personData, vehiclePlates } from './fragments.ts'
import { touched, Vehicle, VehicleItem } from './models.ts'
import { beforeVehicleRemoval } from './points.ts'
import { DaysOff, TakenItem, VehicleOption, VehicleRow } from './schema.ts'

const takenItems = `(select coalesce(json_agg(json_build_object('orderTypeItemId', taken.order_type_item_id,
    'isActive', taken.is_active) order by taken.order_type_item_id), '[]')
  from fleet.vehicle_items taken where taken.vehicle_id = vehicle.id)`

/** Vehicles that are not removed. History keeps the id of the driver, and no name. */
export const vehicles = defineResource({
  type: 'fleet.vehicle',
  title: 'vehicle',
  path: '/api/Admin/Vehicles',
  access: ['ADMIN'],
  schema: VehicleRow,
  table: 'fleet.present_vehicles',
  alias: 'vehicle',
  joins: { driver: joinAccount('driver', 'vehicle.driver_id') },
  fields: {
    brand: { sql: 'vehicle.brand', sort: ['vehicle.brand', 'vehicle.model'] },
    driver: { sql: driverName('driver'), join: 'driver', sort: ['driver.last_name', 'driver.first_name'] },
    payload: { sql: 'vehicle.payload', sort: ['vehicle.payload'] },
    validTare: {
      sql: `case when vehicle.tare_until is null or vehicle.tare_until >= ${businessDay('now()')} then vehicle.tare end`
    },
    outOfService: { sql: daysOffOf(outOfService, 'vehicle.id') },
    serviceDays: { sql: daysOffText(outOfService, 'vehicle.id') },
    orderTypeItems: { sql: takenItems },
    items: {
      sql: ({ language }) => sql`(select string_agg(${itemName('item', language)}, ', '
          order by item.order_type_id, item.value, item.id)
        from fleet.vehicle_items taken ${joinItems('item', 'taken.order_type_item_id')}
        where taken.vehicle_id = vehicle.id and taken.is_active)`
    },
    lastName: joined('driver', 'last_name'),
    firstName: joined('driver', 'first_name'),
    vehicleData: {
      sql: `json_build_object('id', vehicle.id, 'brand', vehicle.brand, 'model', vehicle.model,
        'registerNumber', vehicle.register_number, 'driverId', vehicle.driver_id)`
    },
    driverData: { sql: personData('driver'), join: 'driver' }
  },
  views: {
    history: ['registerNumber', 'brand', 'model', 'driverId', 'payload', 'tare', 'tareUntil', 'items', 'serviceDays']
  },
  historyAccounts: { driverId: 'driver' },
  filters: {
    DriverNameOrRegistrationNumber: filter(Type.String({ maxLength: 100 }), byPlateOrDriver, 'driver'),
    DriverId: filter(Id, id => sql`vehicle.driver_id = ${id}`)
  },
  search: [
    { key: 'vehicle.id', of: vehiclePlates },
    { key: 'vehicle.driver_id', of: driverNames }
  ],
  found: { name: 'registerNumber', details: ['brand', 'model', 'driver'], icon: 'truck', place: 5 },
  sort: 'registerNumber'
})

/** One to three letters, a space, four or five letters or digits. */
const plate = '^[A-Za-z]{1,3} [A-Za-z0-9]{4,5}$'
const message = (key: string): string => `fleet.vehicle.${key}`

const VehicleData = Type.Object({
  brand: Text(50, { messages: { required: message('brand.required') } }),
  model: Text(50, { messages: { required: message('model.required') } }),
  registerNumber: Type.String({
    maxLength: 9,
    pattern: plate,
    messages: {
      required: message('registerNumber.required'),
      pattern: message('registerNumber.form'),
      maxLength: message('registerNumber.long')
    }
  }),
  driverId: Type.Integer({ ...Id, messages: { otherwise: message('driverId.required') } }),
  payload: Type.Optional(Nullable(Type.Number({ format: 'tonnes', minimum: 0.1, maximum: 60, decimals: 2 }))),
  tare: Type.Optional(Nullable(Type.Integer({ format: 'kilograms', minimum: 500, maximum: 40_000 }))),
  tareUntil: Type.Optional(Nullable(Day)),
  orderTypeItems: Type.Optional(Type.Array(TakenItem, { maxItems: 500 })),
  outOfService: Type.Optional(DaysOff)
})
type VehicleData = Static<typeof VehicleData>

const VehicleForm = defineForm({
  schema: VehicleData,
  fields: {
    registerNumber: { help: 'fleet.vehicle.registerNumber.help' },
    driverId: {
      label: 'fleet.vehicle.driver',
      options: { call: '/api/Admin/Users/drivers?page=1&limit=1000', value: 'id', label: ['lastName', 'firstName'] }
    },
    payload: { help: 'fleet.vehicle.payload.help' },
    tare: { help: 'fleet.vehicle.tare.help', half: true },
    tareUntil: { help: 'fleet.vehicle.tareUntil.help', half: true },
    outOfService: daysOffHint,
    orderTypeItems: {
      label: 'fleet.vehicle.items',
      options: {
        call: '/api/Admin/OrderTypeItems',
        value: 'id',
        label: ['name'],
        group: { by: 'orderTypeId', vocabulary: 'catalogue.orderType' },
        item: { value: 'orderTypeItemId', chosen: 'isActive' }
      }
    }
  },
  derive: [{ kind: 'upperCase', field: 'registerNumber' }]
})

/** The columns of a vehicle. Plates are stored in capitals. */
const columnsOf = ({ brand, model, registerNumber, driverId, payload, tare, tareUntil }: VehicleData) => ({
  brand,
  model,
  registerNumber: registerNumber.toUpperCase(),
  driverId,
  ...(payload === undefined ? {} : { payload }),
  ...(tare === undefined ? {} : { tare, ...(tare === null ? { tareUntil: null } : {}) }),
  ...(tareUntil === undefined || tare === null ? {} : { tareUntil })
})

/** Locks the driver, and refuses a plate that another vehicle has. The unique index refuses a simultaneous duplicate. */
async function validateVehicle(trx: Knex.Transaction, data: VehicleData, id = 0): Promise<void> {
  await lockDriver(trx, data.driverId)
  const { registerNumber } = columnsOf(data)
  const taken = await queryOne(
    trx,
    sql`select vehicle.id from fleet.present_vehicles vehicle
      where ${barePlate(raw('vehicle.register_number'))} = ${barePlate(sql`${registerNumber}::text`)} and vehicle.id <> ${id}`
  )
  if (taken) throwFleetError.at('registerNumber', 'plateTaken')
}

/** Replaces the list of items. An undefined list leaves it unchanged. @returns whether the list has changed */
async function replaceItems(
  trx: Knex.Transaction,
  vehicleId: number,
  items: VehicleData['orderTypeItems']
): Promise<boolean> {
  if (!items) return false
  const ids = items.map(item => item.orderTypeItemId)
  if (new Set(ids).size !== ids.length) refuseField('orderTypeItems', 'check.unique')
  if ((await lockItems(trx, ids)).length !== ids.length)
    refuseField('orderTypeItems', 'fleet.vehicle.orderTypeItems.unknown')
  const present = await VehicleItem.query(trx).delete().where({ vehicle_id: vehicleId }).returning('*')
  if (items.length > 0) await VehicleItem.query(trx).insert(items.map(item => ({ ...item, vehicleId })))
  const was = new Map(present.map(({ orderTypeItemId, isActive }) => [orderTypeItemId, isActive]))
  return was.size !== items.length || items.some(item => was.get(item.orderTypeItemId) !== item.isActive)
}

const addVehicle = defineCreation(vehicles, {
  name: 'fleet.addVehicle',
  call: 'POST /api/Admin/Vehicles',
  access: { ADMIN: { form: VehicleForm } },
  ui: { key: 'n' },
  async run({ trx, now }, data) {
    await validateVehicle(trx, data)
    const { id } = await Vehicle.query(trx).insert({ ...columnsOf(data), createdAt: now })
    await replaceItems(trx, id, data.orderTypeItems)
    await replaceDaysOff(trx, outOfService, id, data.outOfService)
    return { id }
  }
})

/** Orders in progress keep the driver that they were given until they are planned again, or the new driver is notified of them. */
const editVehicle = defineCommand(vehicles, {
  name: 'fleet.editVehicle',
  call: 'PUT /api/Admin/Vehicles/:id',
  wire: { repeatsId: 'id' },
  access: { ADMIN: { form: VehicleForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run({ trx }, { id }, data) {
    await validateVehicle(trx, data, id)
    const hasOtherItems = await replaceItems(trx, id, data.orderTypeItems)
    const hasOtherDays = await replaceDaysOff(trx, outOfService, id, data.outOfService)
    await Vehicle.query(trx)
      .findById(id)
      .patch({ ...columnsOf(data), ...(hasOtherItems || hasOtherDays ? touched : {}) })
  }
})

const removeVehicle = defineCommand(vehicles, {
  name: 'fleet.removeVehicle',
  call: 'DELETE /api/Admin/Vehicles/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id }) {
    await beforeVehicleRemoval.check(context, [id])
    await Vehicle.query(context.trx).findById(id).patch({ removedAt: context.now })
  }
})

export const vehicleCommands = [addVehicle, editVehicle, removeVehicle]

export const vehicleOptions = defineRoute({
  url: '/api/Admin/Vehicles/listbox',
  access: ['ADMIN'],
  summary: 'Vehicles for a picker: all of them, at most 1,000',
  query: Type.Object({ DriverNameOrRegistrationNumber: Type.Optional(Type.String({ maxLength: 100 })) }),
  answer: ListResponse(VehicleOption),
  run: async ({ services, query: { DriverNameOrRegistrationNumber: text } }) => {
    const data = await query<Static<typeof VehicleOption>>(
      services.db,
      sql`select vehicle.id, vehicle.register_number as "registerNumber", vehicle.driver_id as "driverId",
          concat_ws(', ', vehicle.register_number, vehicle.brand || ' ' || vehicle.model, ${driverName('driver')}) as name
        from fleet.present_vehicles vehicle ${joinAccount('driver', 'vehicle.driver_id')}
        where ${text ? byPlateOrDriver(text) : raw('true')} order by vehicle.register_number, vehicle.id limit ${maxRows}`
    )
    return allRows(data)
  }
})

export const vehiclesPage = definePage(vehicles, {
  id: 'fleet.vehicles',
  route: '/config/vehicles',
  group: 'settings',
  place: 2,
  columns: [
    'registerNumber',
    'brand',
    { key: 'model', under: 'brand' },
    { key: 'driver', grow: 2 },
    { key: 'payload' },
    { key: 'items', grow: 1.5 },
    { key: 'serviceDays', under: 'items', quiet: true }
  ],
  // Instead of the search, the page has the filter of the specification.
  search: false,
  filters: [{ key: 'DriverNameOrRegistrationNumber', debounce: 350 }],
  commands: [addVehicle, editVehicle, removeVehicle],
  panel: [
    detailsTab(
      vehicles,
      ['registerNumber', 'brand', 'model', 'driver', 'payload', 'tare', 'tareUntil', 'items', 'serviceDays'],
      {
        commands: [editVehicle, removeVehicle]
      }
    ),
    historyTab(vehicles)
  ]
})
