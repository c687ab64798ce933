/**
 * The calendar itself, which programs read again and again by its secret address (RFC 5545; a published calendar). It shows what its owner
 * may see at this moment, and is not there once the owner may not act. A collection that is planned no more is not in it, and programs
 * remove it then; one that was canceled is shown as canceled.
 */
import { Type } from '@sinclair/typebox'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { type Caller, hasFullAccess, isClient, system } from '../../../src/kernel/access/caller.ts'
import { clientContacts, staffContacts } from '../../../src/kernel/access/identity.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { expressionOf, joinsFor } from '../../../src/kernel/resources/select.ts'
import { defineRoute } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { type CollectionsOf, collections } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { calendarPath, hashOf } from './commands.ts'
import { calendars } from './resource.ts'
import { CalendarKind } from './schema.ts'

/** Past collections stay in the calendar for so many days. */
const keptDays = 90
/** Collections of a calendar at most: the latest. */
const maxCollections = 2_000

interface Found {
  readonly id: number
  readonly accountId: number
  readonly kind: number
  readonly companyId: number | null
  readonly vehicleId: number | null
  readonly driverId: number | null
  readonly subject: string
}

interface Collection {
  readonly id: number
  readonly version: number
  readonly number: string
  readonly status: number
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly changed_at: Date
  readonly company: string
  readonly place: string
  readonly item: string
  readonly quantity: number
  readonly order_type_id: number
  readonly vehicle: string | null
  readonly phone: string | null
  readonly sequence: number | null
}

const subject = expressionOf(calendars, 'subject', system)
const joined = joinsFor(calendars, ['company', 'vehicle', 'driver'])

function ofWhat({ kind, companyId, vehicleId, driverId }: Found): CollectionsOf {
  if (kind === CalendarKind.vehicle && vehicleId) return { vehicleId }
  if (kind === CalendarKind.driver && driverId) return { driverId }
  return { companyId: companyId ?? 0 }
}

/** Reads the calendar of a token and notes, at most once an hour, that it was read. */
function calendarOf({ db, now }: Services, token: string): Promise<Found | undefined> {
  const hour = sql`date_trunc('hour', ${now()}::timestamptz)`
  return queryOne<Found>(
    db,
    sql`with found as (select calendar.* from integrations.calendars calendar where calendar.token_hash = ${hashOf(token)}),
      noted as (update integrations.calendars c set read_at = ${hour} from found
        where c.id = found.id and c.read_at is distinct from ${hour})
    select calendar.id, calendar.account_id as "accountId", calendar.kind, calendar.company_id as "companyId",
      calendar.vehicle_id as "vehicleId", calendar.driver_id as "driverId", ${subject} as subject
    from found calendar ${joined}`
  )
}

/** Who owns the calendar, as a caller; undefined for an account that may not act. */
async function ownerOf(services: Services, accountId: number): Promise<Caller | undefined> {
  const { db, extensions } = services
  const client = (await clientContacts.of(extensions)(services, db, [accountId])).get(accountId)
  const owner = client ?? (await staffContacts.of(extensions)(db, [accountId])).get(accountId)
  return owner && hasFullAccess(owner.caller) ? owner.caller : undefined
}

/** The lists of the back office in which an order of the status stands. */
const officeLists: Readonly<Record<number, string>> = {
  [OrderStatus.inProgress]: '/orders/in-progress',
  [OrderStatus.completed]: '/orders/completed',
  [OrderStatus.canceled]: '/orders/canceled',
  [OrderStatus.invoiced]: '/orders/invoiced'
}

/** The address of the order's panel, for whoever reads the calendar. */
function linkOf({ settings }: Services, reader: Caller, { id, status }: Collection): string {
  const [list, home] = isClient(reader)
    ? ['/client/orders', settings.portalUrl]
    : [officeLists[status] ?? '/orders/all', settings.adminUrl]
  return new URL(`${list}?row=${id}&panel=${id}`, home).href
}

function write(services: Services, found: Found, owner: Caller, rows: readonly Collection[]): string {
  const { settings, messages } = services
  const say = (key: string, params: Readonly<Record<string, unknown>>) =>
    messages.say(owner.language, `${calendars.type}.${key}`, params)
  const calendar = ical({
    name: say('name', { subject: found.subject }),
    prodId: { company: settings.businessName, product: 'Opony' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600
  })
  const { hostname } = new URL(settings.portalUrl)
  for (const row of rows) {
    const { number, company, place, item, quantity, vehicle, phone, sequence } = row
    const kind = row.order_type_id === OrderType.tonnage ? 'tonnes' : quantity === 1 ? 'one' : 'several'
    const what = { item, quantity, kind }
    const details = { number, vehicle: vehicle ?? 'empty', phone: phone ?? 'empty' }
    calendar.createEvent({
      id: `order-${row.id}@${hostname}`,
      sequence: row.version,
      stamp: row.changed_at,
      start: `${row.day}T00:00:00.000Z`,
      allDay: true,
      summary: isClient(owner)
        ? say('summary.client', what)
        : say('summary', { ...what, company, sequence: sequence ?? 0 }),
      description: say('details', details),
      location: place,
      url: linkOf(services, owner, row),
      status: row.status === OrderStatus.canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED
    })
  }
  return calendar.toString()
}

const ending = '.ics'

export const calendarRoute = defineRoute({
  url: `${calendarPath}/:file`,
  access: ['anyone'],
  summary: 'A calendar of collections (`{token}.ics`), for programs that subscribe to it; its address is the key',
  rateLimit: { max: 120, timeWindow: 60_000 },
  revalidated: true,
  answer: Type.Unsafe<string>({
    description: 'The calendar',
    content: { 'text/calendar': { schema: { type: 'string' } } }
  }),
  async run({ services, param, reply }) {
    const file = param('file')
    const found = file.endsWith(ending) ? await calendarOf(services, file.slice(0, -ending.length)) : undefined
    const owner = found && (await ownerOf(services, found.accountId))
    if (!found || !owner) return throwProblem('notFound')
    const from = addDays(dayOf(services.now()), -keptDays)
    const rows = await query<Collection>(
      services.db,
      collections(owner, { of: ofWhat(found), from, limit: maxCollections })
    )
    reply.type('text/calendar; charset=utf-8')
    return write(services, found, owner, rows)
  }
})
