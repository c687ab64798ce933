/**
 * Derives the events of marked containers. Events are not updated step by step: from the last moment before the change at which the
 * container was elsewhere, the visits are derived again from the stays and compared with the stored events. Missing events are added,
 * wrong ones removed, and the extension point gets both in the same transaction. So it does no harm to process a mark twice, late, or
 * again after a crash.
 */
import type { Knex } from 'knex'
import { dayMs } from '../../../src/contract/days.ts'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { recordEvent } from '../../../src/kernel/history/events.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { containerMoved } from '../events.ts'
import { ms } from '../ingest/types.ts'
import { type FenceEvent, fenceChannel, onFenceEvents } from './events.ts'
import { type Fence, fenceEvents as fenceKinds, fences, type LocatedStay, type Visit, visitsOf } from './rules.ts'

const lockSpace = 0x4f50
const foldLock = 7
const batchSize = 100
const oneState = { isolationLevel: 'repeatable read' } as const

interface Mark {
  readonly id: string
  readonly container: number
  readonly fromTs: number
}

/** The events of a container and kind of fence from `since` (epoch milliseconds) on, which may change. */
interface Window {
  readonly container: number
  readonly fence: Fence
  readonly since: number
}

/**
 * Processes the next marked containers and returns their number. Only one worker does this at a time (advisory lock), in a snapshot of the
 * database: a stay that is committed meanwhile has a mark of its own, which is processed next time.
 */
async function foldBatch(services: Services): Promise<number> {
  const changes = await services.db.transaction(async trx => {
    const lock = await queryOne<{ free: boolean }>(
      trx,
      sql`select pg_try_advisory_xact_lock(${lockSpace}, ${foldLock}) as free`
    )
    if (!lock?.free) return undefined
    const marks = await takeMarks(trx)
    if (marks.length === 0) return undefined
    const containers = [...new Set(marks.map(({ container }) => container))]
    const windows = await windowsOf(trx, marks)
    const stays = await staysSince(trx, windows)
    const wanted: FenceEvent[] = []
    const waiting: { container: number; fence: Fence; enteredAt: number }[] = []
    const dwellMs = services.settings.geofenceDwellMinutes * 60_000
    for (const { container, fence, since } of windows) {
      const own = (stays.get(`${container} ${fence}`) ?? []).filter(({ firstTs }) => firstTs >= since)
      const visits = visitsOf(own, dwellMs)
      for (const visit of visits.events) wanted.push(eventOf(container, fence, visit))
      if (visits.waiting) waiting.push({ container, fence, enteredAt: visits.waiting.enteredAt })
    }
    const now = services.now()
    const { added, removed, ids } = await replaceEvents(trx, windows, wanted, now)
    // late readings change earlier days without events
    const hasEvent = ({ at, event }: FenceEvent): boolean =>
      event !== fenceKinds.stayed && Date.parse(at) > now.getTime() - dayMs
    await recordEvent(
      trx,
      containerMoved,
      ids.filter((_, at) => hasEvent(added[at] as FenceEvent)),
      now
    )
    await replaceWaiting(trx, containers, waiting)
    await query(trx, sql`delete from iot.fence_marks where id = any(${marks.map(({ id }) => id)}::bigint[])`)
    if (added.length + removed.length > 0)
      for (const onEvents of onFenceEvents.all(services.extensions)) await onEvents(trx, { added, removed })
    return { count: containers.length, added, removed }
  }, oneState)
  if (!changes) return 0
  const { added, removed } = changes
  // events of more than a day ago (after an upgrade, for example) are not sent to the live channel
  const since = new Date(services.now().getTime() - dayMs).toISOString()
  const isNew = ({ at }: FenceEvent): boolean => at > since
  if (added.some(isNew) || removed.some(isNew))
    fenceChannel.send(services, [
      ...removed.filter(isNew).map(event => ({ ...event, removed: true })),
      ...added.filter(isNew).map(event => ({ ...event, removed: false }))
    ])
  return changes.count
}

const eventOf = (container: number, fence: Fence, { fenceId, event, at, dwellSeconds }: Visit): FenceEvent => ({
  containerId: container,
  fence,
  fenceId,
  event,
  at: new Date(at).toISOString(),
  dwellSeconds
})

/** All marks of the containers that have waited longest. Stores the reception places that the marks name. */
async function takeMarks(trx: Knex.Transaction): Promise<Mark[]> {
  const marks = await query<Mark & { located: boolean; placeId: number | null }>(
    trx,
    sql`with oldest as (select container_id from iot.fence_marks order by id limit ${batchSize})
      select id, container_id as container, ${raw(ms('from_ts'))} as "fromTs", located, place_id as "placeId"
      from iot.fence_marks where container_id in (select container_id from oldest) order by id`
  )
  // of several marks of a stay the newest counts
  const places = new Map<string, { container: number; fromTs: number; placeId: number | null }>()
  for (const { container, fromTs, located, placeId } of marks)
    if (located) places.set(`${container} ${Math.round(fromTs)}`, { container, fromTs: Math.round(fromTs), placeId })
  const list = [...places.values()]
  if (list.length > 0)
    await query(
      trx,
      sql`with given as (
          select id, to_timestamp(ts / 1000) as first_ts, place_id
          from unnest(${list.map(one => one.container)}::int[], ${list.map(one => one.fromTs)}::float8[],
            ${list.map(one => one.placeId)}::int[]) as t(id, ts, place_id)),
        gone as (
          delete from iot.fence_places p using given g
          where p.container_id = g.id and p.first_ts = g.first_ts and g.place_id is null)
        insert into iot.fence_places (container_id, first_ts, place_id)
        select id, first_ts, place_id from given where place_id is not null
        on conflict (container_id, first_ts) do update set place_id = excluded.place_id`
    )
  return marks.map(({ id, container, fromTs }) => ({ id, container, fromTs: Math.round(fromTs) }))
}

/**
 * For each container and kind of fence: the beginning of the visit during which the change happened, else the time of the change.
 */
async function windowsOf(trx: Knex.Transaction, marks: readonly Mark[]): Promise<Window[]> {
  const since = new Map<number, number>()
  for (const { container, fromTs } of marks)
    since.set(container, Math.min(fromTs, since.get(container) ?? Number.POSITIVE_INFINITY))
  const rows = await query<Window>(
    trx,
    sql`select t.id as container, f.fence, coalesce(e.entered, t.ts) as since
      from unnest(${[...since.keys()]}::int[], ${[...since.values()]}::float8[]) as t(id, ts)
        join iot.containers c on c.id = t.id
        cross join unnest(${Object.values(fences)}::int[]) as f(fence)
        left join lateral (
          select case when event <> 3 then (
              select ${raw(ms('max(b.at)'))} from iot.fence_events b
              where b.container_id = t.id and b.fence = f.fence and b.event = 1 and b.at <= a.at) end as entered
          from iot.fence_events a
          where a.container_id = t.id and a.fence = f.fence and a.at < to_timestamp(t.ts / 1000)
          order by a.at desc, a.event limit 1) e on true`
  )
  return rows.map(row => ({ ...row, since: Math.round(row.since) }))
}

/** The stays in the windows, by container and kind of fence, in the order of time. */
async function staysSince(trx: Knex.Transaction, windows: readonly Window[]): Promise<Map<string, LocatedStay[]>> {
  const rows = await query<{
    container: number
    firstTs: number
    lastTs: number
    store: number | null
    place: number | null
  }>(
    trx,
    sql`with since as (
        select id, to_timestamp(min(ts) / 1000) as ts
        from unnest(${windows.map(({ container }) => container)}::int[], ${windows.map(one => one.since)}::float8[]) as t(id, ts)
        group by id)
      select y.container_id as container, ${raw(ms('y.first_ts'))} as "firstTs", ${raw(ms('y.last_ts'))} as "lastTs",
        y.store_id as store, p.place_id as place
      from since s join iot.stays y on y.container_id = s.id and y.first_ts >= s.ts
        left join iot.fence_places p on p.container_id = y.container_id and p.first_ts = y.first_ts
      order by y.container_id, y.first_ts`
  )
  const stays = new Map<string, LocatedStay[]>()
  for (const { container, store, place, ...row } of rows) {
    const [firstTs, lastTs] = [Math.round(row.firstTs), Math.round(row.lastTs)]
    for (const [fence, fenceId] of [
      [fences.store, store],
      [fences.place, place]
    ] as const) {
      const key = `${container} ${fence}`
      const list = stays.get(key)
      if (list) list.push({ firstTs, lastTs, fenceId })
      else stays.set(key, [{ firstTs, lastTs, fenceId }])
    }
  }
  return stays
}

const keyOf = (event: FenceEvent): string => Object.values(event).join(' ')

async function replaceEvents(
  trx: Knex.Transaction,
  windows: readonly Window[],
  wanted: readonly FenceEvent[],
  now: Date
): Promise<{ added: FenceEvent[]; removed: FenceEvent[]; ids: number[] }> {
  const standing = await query<FenceEvent & { id: string; ts: number }>(
    trx,
    sql`select e.id, e.container_id as "containerId", e.fence, e.fence_id as "fenceId", e.event, ${raw(ms('e.at'))} as ts,
        e.dwell_seconds as "dwellSeconds"
      from unnest(${windows.map(({ container }) => container)}::int[], ${windows.map(({ fence }) => fence)}::int[],
          ${windows.map(({ since }) => since)}::float8[]) as t(id, fence, ts)
        join iot.fence_events e on e.container_id = t.id and e.fence = t.fence and e.at >= to_timestamp(t.ts / 1000)`
  )
  const wantedKeys = new Set(wanted.map(keyOf))
  const before = standing.map(({ id, ts, containerId, fence, fenceId, event, dwellSeconds }) => {
    const at = new Date(Math.round(ts)).toISOString()
    return { id, value: { containerId, fence, fenceId, event, at, dwellSeconds } as FenceEvent }
  })
  const standingKeys = new Set(before.map(({ value }) => keyOf(value)))
  const removed = before.filter(({ value }) => !wantedKeys.has(keyOf(value)))
  const added = wanted.filter(event => !standingKeys.has(keyOf(event)))
  if (removed.length > 0)
    await query(trx, sql`delete from iot.fence_events where id = any(${removed.map(({ id }) => id)}::bigint[])`)
  const inserted =
    added.length === 0
      ? []
      : await query<{ id: number }>(
          trx,
          sql`insert into iot.fence_events (container_id, fence, fence_id, event, at, dwell_seconds, recorded_at)
        select c, f, i, e, t, d, ${now} from unnest(${added.map(one => one.containerId)}::int[], ${added.map(one => one.fence)}::int[],
          ${added.map(one => one.fenceId)}::int[], ${added.map(one => one.event)}::int[], ${added.map(one => one.at)}::timestamptz[],
          ${added.map(one => one.dwellSeconds)}::int[]) with ordinality as x(c, f, i, e, t, d, n) order by n returning id::float8 as id`
        )
  return { added, removed: removed.map(({ value }) => value), ids: inserted.map(({ id }) => id) }
}

async function replaceWaiting(
  trx: Knex.Transaction,
  containers: readonly number[],
  waiting: readonly { readonly container: number; readonly fence: Fence; readonly enteredAt: number }[]
): Promise<void> {
  await query(trx, sql`delete from iot.fence_waiting where container_id = any(${[...containers]}::int[])`)
  if (waiting.length === 0) return
  await query(
    trx,
    sql`insert into iot.fence_waiting (container_id, fence, entered_at)
      select c, f, to_timestamp(e / 1000) from unnest(${waiting.map(one => one.container)}::int[],
        ${waiting.map(one => one.fence)}::int[], ${waiting.map(one => one.enteredAt)}::float8[]) as x(c, f, e)`
  )
}

/**
 * Marks containers whose visits may have reached the dwell time. A stay that only gets longer leaves no mark, so waiting visits are marked
 * once their container has sent a position after that time.
 */
async function markDwelling({ db, settings }: Services): Promise<void> {
  await query(
    db,
    sql`insert into iot.fence_marks (container_id, from_ts, located)
      select w.container_id, min(w.entered_at), false
      from iot.fence_waiting w join iot.containers c on c.id = w.container_id
      where c.position_ts >= w.entered_at + make_interval(mins => ${settings.geofenceDwellMinutes})
        and not exists (select from iot.fence_marks m where m.container_id = w.container_id)
      group by w.container_id`
  )
}

/** Processes all marks. */
export async function foldFences(services: Services): Promise<void> {
  await markDwelling(services)
  while ((await foldBatch(services)) > 0);
}
