/** Drivers: accounts with the role DRIVER that are confirmed and not erased. The specification gives the texts for people. */
import { Type } from '@sinclair/typebox'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { definePage, seeLink } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, listTab } from '../../src/kernel/pages/tabs.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Text } from '../../src/kernel/schema.ts'
import { SentMessage } from '../notifications/schema.ts'
import { addPerson, changePerson, erasePerson, type Person, personName, touchAccount } from '../users/public.ts'
import { absences, daysOffHint, daysOffOf, daysOffText, replaceDaysOff } from './days-off.ts'
import { throwFleetError } from './errors.ts'
import { personData } from './fragments.ts'
import { Vehicle } from './models.ts'
import { beforeDriverRemoval } from './points.ts'
import { DaysOff, Driver, VehicleRow } from './schema.ts'

/** History keeps no fields of a driver, because it must be possible to erase a person's name everywhere. */
export const drivers = defineResource({
  type: 'fleet.driver',
  title: 'driver',
  path: '/api/Admin/Users/drivers',
  access: ['ADMIN'],
  schema: Driver,
  table: 'fleet.drivers',
  alias: 'driver',
  fields: {
    lastName: { sql: 'driver.last_name', sort: ['driver.last_name', 'driver.first_name'] },
    email: { sql: 'driver.email', sort: ['lower(driver.email)'] },
    absences: { sql: daysOffOf(absences, 'driver.id') },
    absenceDays: { sql: daysOffText(absences, 'driver.id') },
    userData: { sql: personData('driver') }
  },
  named: { sql: personName('driver') },
  views: { history: [] },
  sort: 'lastName',
  pageSize: 100
})

const missing = (field: string) => ({ required: `fleet.driver.${field}.required` })
const wrong = (field: string): string => `fleet.driver.${field}.wrong`

const DriverForm = defineForm({
  schema: Type.Object({
    lastName: Text(50, { messages: missing('lastName') }),
    firstName: Text(50, { messages: missing('firstName') }),
    phone: Type.String({ format: 'phone', messages: { otherwise: wrong('phone') } }),
    email: Type.String({
      maxLength: 50,
      format: 'email',
      messages: { required: wrong('email'), email: wrong('email') }
    }),
    absences: Type.Optional(DaysOff)
  }),
  fields: { absences: daysOffHint }
})

/** A new driver is a confirmed account. An e-mail invites the person to set a password. */
const addDriver = defineCreation(drivers, {
  name: 'fleet.addDriver',
  call: 'POST /api/Admin/Users/AddDriver',
  access: { ADMIN: { form: DriverForm } },
  ui: { key: 'n' },
  async run(context, { absences: days, ...person }) {
    const id = await addPerson(context, 'DRIVER', person)
    await replaceDaysOff(context.trx, absences, id, days)
    return { id }
  }
})

/** History has the names of the changed fields, and never their values. */
const editDriver = defineCommand(drivers, {
  name: 'fleet.editDriver',
  call: 'PUT /api/Admin/Users/drivers/:id',
  wire: { repeatsId: 'id' },
  access: { ADMIN: { form: DriverForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run(context, driver, { absences: days, ...person }) {
    const isOtherwiseAway = await replaceDaysOff(context.trx, absences, driver.id, days)
    const changed = (...fields: (keyof Person)[]): string =>
      fields.some(field => person[field] !== driver[field]) ? 'yes' : 'no'
    context.addAuditParams({
      names: changed('lastName', 'firstName'),
      phone: changed('phone'),
      email: changed('email'),
      absences: isOtherwiseAway ? 'yes' : 'no'
    })
    await changePerson(context, driver.id, person)
    if (isOtherwiseAway) await touchAccount(context.trx, driver.id)
    const driven = await Vehicle.query(context.trx).select('id').where({ driver_id: driver.id }).whereNull('removed_at')
    if (driven.length > 0)
      context.hint(
        'fleet.vehicle',
        driven.map(({ id }) => id)
      )
  }
})

/**
 * Erases the person. The id of the account stays in orders and history. The row of the driver is locked, so that nobody can assign
 * a vehicle to the driver meanwhile (`lockDriver`). A driver without a vehicle gets no orders.
 */
const removeDriver = defineCommand(drivers, {
  name: 'fleet.removeDriver',
  call: 'DELETE /api/Admin/Users/drivers/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id }) {
    const vehicle = await Vehicle.query(context.trx)
      .where({ driver_id: id })
      .whereNull('removed_at')
      .orderBy('id')
      .first()
    if (vehicle) throwFleetError('driverHasVehicle', { params: { plate: vehicle.registerNumber } })
    await beforeDriverRemoval.check(context, [id])
    await replaceDaysOff(context.trx, absences, id, [])
    await erasePerson(context, id)
  }
})

export const driverCommands = [addDriver, editDriver, removeDriver]

/** A condition that an account is one of a driver. @param id an expression; null is none */
export const isDriver = (id: string): string => `exists (select 1 from fleet.drivers own where own.id = ${id})`

/**
 * Locks a driver until the transaction ends, so that nobody erases the driver meanwhile.
 * @throws fleet.noDriver (422, at `driverId`) if the account is not a driver, or no longer one
 */
export async function lockDriver(trx: Database, id: number): Promise<void> {
  const driver = await queryOne(trx, sql`select driver.id from fleet.drivers driver where driver.id = ${id} for share`)
  if (!driver) throwFleetError.at('driverId', 'noDriver')
}

export const driversPage = definePage(drivers, {
  id: 'fleet.drivers',
  route: '/config/drivers',
  group: 'settings',
  place: 3,
  columns: ['lastName', 'firstName', 'phone', { key: 'email', grow: 1.4 }, 'absenceDays'],
  commands: [
    addDriver,
    editDriver,
    seeLink(drivers, { name: 'fleet.seeMessages', tab: 'messages', icon: 'comment' }),
    removeDriver
  ],
  panel: [
    detailsTab(drivers, ['lastName', 'firstName', 'phone', 'email', 'absenceDays'], {
      commands: [editDriver, removeDriver]
    }),
    listTab('messages', {
      load: '/api/Notifications/sent?userId=:id&OrderBy=SentDate&Desc=true&limit=1000',
      schema: SentMessage,
      resourceType: 'notifications.sent',
      columns: ['sentDate', 'channel', 'status', 'type', 'body', 'error']
    }),
    listTab('vehicles', {
      load: '/api/Admin/Vehicles?DriverId=:id&limit=100',
      schema: VehicleRow,
      resourceType: 'fleet.vehicle',
      columns: ['registerNumber', 'brand', 'model']
    }),
    historyTab(drivers)
  ]
})
