/** Reads what was reported for orders, as `stateOf` takes it. */
import { type ReportedEvent, stateOf } from '../../../src/contract/driver-stop.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { eventTypes, type StopState } from '../contract.ts'
import { joinStoredPhoto } from '../photos/fragments.ts'
import { EventKind, EventState } from '../schema.ts'

interface Row {
  readonly orderId: number
  readonly id: string
  readonly accountId: number
  readonly type: number
  readonly at: Date
  readonly data: unknown
  readonly state: number
  readonly isStored: boolean
}

const names = new Map(eventTypes.map(name => [EventKind[name], name]))

/** A row of the table as an event: its data was checked against its type before it was stored. */
const eventOf = ({ id, accountId, type, at, data, state }: Row): ReportedEvent =>
  ({
    id,
    accountId,
    type: names.get(type as (typeof EventKind)['arrived']),
    at: at.getTime(),
    data,
    isWaiting: state === EventState.waiting,
    isRejected: state === EventState.rejected
  }) as ReportedEvent

export interface Reported {
  readonly state: StopState
  readonly events: readonly ReportedEvent[]
}

/** What was reported for each of the orders, in one statement. An order for which nothing was reported has no events, and their state. */
export async function reportedOf(database: Database, orderIds: readonly number[]): Promise<Map<number, Reported>> {
  const rows = await query<Row>(
    database,
    sql`select event.order_id as "orderId", event.key::text as id, event.account_id as "accountId", event.type, event.occurred_at as at,
        event.data, event.state, photo.file_id is not null as "isStored"
      from driver.events event ${joinStoredPhoto('photo', 'event')}
      where event.order_id = any(${[...orderIds]}::int[]) order by event.order_id, event.occurred_at, event.key`
  )
  const stored = new Set(
    rows.flatMap(({ isStored, data }) => (isStored ? [(data as { readonly photoId: string }).photoId] : []))
  )
  const byOrder = new Map<number, ReportedEvent[]>(orderIds.map(id => [id, []]))
  for (const row of rows) byOrder.get(row.orderId)?.push(eventOf(row))
  return new Map([...byOrder].map(([id, events]) => [id, { events, state: stateOf(events, stored) as StopState }]))
}
