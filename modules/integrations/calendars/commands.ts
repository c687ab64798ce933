/**
 * The commands to make and to revoke a calendar. Its address is in the answer of the command that makes it, and nowhere else: who has the
 * address reads the calendar.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { isClient } from '../../../src/kernel/access/caller.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { isCompanyVisible } from '../../companies/public.ts'
import { lockDriver, lockVehicle } from '../../fleet/public.ts'
import { throwIntegrationError } from '../errors.ts'
import { Calendar } from '../models.ts'
import { calendars } from './resource.ts'
import { CalendarKind } from './schema.ts'

/** Calendars that one person may have: one for each of its devices, and more than a dispatcher has vehicles. */
export const maxCalendars = 200

/** The path that programs read a calendar at; the address ends as the files of calendars do. */
export const calendarPath = '/ical'

const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const ofKind = (kind: number) => ({
  when: { kind: [kind] },
  schema: { requiredWhen: { kind: [kind] }, messages: { required: 'integrations.calendar.subjectMissing' } }
})
const company = ofKind(CalendarKind.company)
const vehicle = ofKind(CalendarKind.vehicle)
const driver = ofKind(CalendarKind.driver)

const StaffForm = defineForm({
  schema: Type.Object({
    kind: EnumOf(CalendarKind),
    companyId: Type.Optional(Type.Integer({ ...Id, ...company.schema })),
    vehicleId: Type.Optional(Type.Integer({ ...Id, ...vehicle.schema })),
    driverId: Type.Optional(Type.Integer({ ...Id, ...driver.schema }))
  }),
  initial: { kind: CalendarKind.company },
  fields: {
    companyId: {
      when: company.when,
      options: {
        call: '/api/Admin/Companies?page=1&limit=20',
        value: 'id',
        label: ['name', 'fullAddress'],
        search: { key: 'allFields', one: 'CompanyId' }
      }
    },
    vehicleId: {
      when: vehicle.when,
      options: { call: '/api/Admin/Vehicles/listbox', value: 'id', label: ['name'] }
    },
    driverId: {
      when: driver.when,
      options: { call: '/api/Admin/Users/drivers?page=1&limit=1000', value: 'id', label: ['lastName', 'firstName'] }
    }
  }
})

/** A client's calendar is of the own company: there is nothing to choose. */
const ClientForm = defineForm({ schema: Type.Object({}) })

interface Subject {
  readonly kind?: number | undefined
  readonly companyId?: number | undefined
  readonly vehicleId?: number | undefined
  readonly driverId?: number | undefined
}

type Context = Pick<CommandContext, 'trx' | 'reader'>

/** Locks what the calendar is of, and gives the columns that name it. */
async function subjectOf({ trx, reader }: Context, { kind, companyId, vehicleId, driverId }: Subject) {
  if (kind === CalendarKind.vehicle && vehicleId) {
    await lockVehicle(trx, vehicleId)
    return { kind, vehicleId }
  }
  if (kind === CalendarKind.driver && driverId) {
    await lockDriver(trx, driverId)
    return { kind, driverId }
  }
  if (!companyId || !(await isCompanyVisible(trx, companyId, reader))) return throwProblem('notFound')
  return { kind: CalendarKind.company, companyId }
}

export const makeCalendar = defineCreation(calendars, {
  name: 'integrations.makeCalendar',
  call: 'POST /api/Calendars',
  wire: { reveals: true },
  access: { ADMIN: { form: StaffForm }, CLIENT_ADMIN: { form: ClientForm }, CLIENT: { form: ClientForm } },
  ui: { icon: 'calendar-plus' },
  async run(context, given) {
    const { trx, now, reader, services, reveal } = context
    const accountId = context.accountId as number
    const subject = await subjectOf(context, isClient(reader) ? { companyId: reader.companyId ?? undefined } : given)
    // calendars of one person that are made at the same time wait for each other, so that the limit holds
    await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('integrations.calendarsOf'), ${accountId}::int)`)
    if ((await Calendar.query(trx).where({ account_id: accountId }).resultSize()) >= maxCalendars)
      throwIntegrationError('tooManyCalendars')
    const token = newToken()
    const { id } = await Calendar.query(trx).insert({
      ...subject,
      accountId,
      tokenHash: hashOf(token),
      createdAt: now
    })
    reveal(`${new URL(services.settings.portalUrl).origin}${calendarPath}/${token}.ics`)
    return { id }
  }
})

export const revokeCalendar = defineCommand(calendars, {
  name: 'integrations.revokeCalendar',
  call: 'DELETE /api/Calendars/:id',
  access: { ADMIN: {}, CLIENT_ADMIN: {}, CLIENT: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run({ trx }, { id }) {
    await Calendar.query(trx).deleteById(id)
  }
})
