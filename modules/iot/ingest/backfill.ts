/**
 * Adds late positions to the stays of their time, so that the stays are the same as if all positions had arrived in order.
 *
 * Nearly always a late position belongs to a stay whose centre no longer moves: then only the number of its readings changes. Otherwise
 * stays are derived again from the readings: from a stay whose beginning the late position cannot have changed, until one begins where an
 * old one began. After that nothing can differ, because a stay does not depend on anything before its first reading.
 */
import type pg from 'pg'
import type { Point } from '../../../src/kernel/database/earth.ts'
import { markStays } from '../geofence/marks.ts'
import { insertStays, stayRows } from './stay-rows.ts'
import type { Position, Stay, Trail } from './stays.ts'
import { follow, isNear, maxDoubtful, shownAt } from './stays.ts'
import type { Locate } from './types.ts'
import { ms } from './types.ts'

const page = 2_000

/**
 * Adds late positions to a container's stays.
 * @param positions stored already, in the order of time, none newer than the container's present position
 * @returns the container's position if it may have changed, else undefined
 */
export async function backfill(
  db: pg.Client,
  container: number,
  positions: readonly Position[],
  locate: Locate | undefined
): Promise<Point | undefined> {
  const until = positions.at(-1)?.ts ?? 0
  for (const position of positions) {
    if (await join(db, container, position)) continue
    const from = await beginningBefore(db, container, position.ts)
    if (from !== undefined) return rebuild(db, container, from, until, locate)
    await count(db, container, position)
  }
  return undefined
}

/**
 * Adds a position to its stay if it can have no other consequence, and returns whether that is so: if it is near the settled centre of the
 * stay. Such a reading never makes other readings leave the stay.
 */
async function join(db: pg.Client, container: number, position: Position): Promise<boolean> {
  const { rows } = await db.query<Point & { firstTs: number; settledTs: number | null }>({
    name: 'iot.stay-at',
    text: `select ${ms('first_ts')} as "firstTs", ${ms('settled_ts')} as "settledTs", latitude, longitude from iot.stays
      where container_id = $1 and first_ts <= to_timestamp($2::float8 / 1000) order by first_ts desc limit 1`,
    values: [container, position.ts]
  })
  const stay = rows[0]
  if (!stay || stay.settledTs === null || position.ts < Math.round(stay.settledTs) || !isNear(stay, position))
    return false
  await db.query({
    name: 'iot.stay-joined',
    text: `update iot.stays set readings = readings + 1, last_ts = greatest(last_ts, to_timestamp($3::float8 / 1000)),
        sure_ts = greatest(sure_ts, to_timestamp($3::float8 / 1000))
      where container_id = $1 and first_ts = to_timestamp($2::float8 / 1000)`,
    values: [container, Math.round(stay.firstTs), position.ts]
  })
  return true
}

/**
 * The time (epoch milliseconds) of the stay from which stays must be derived again for a late position: the last one that began at least
 * `maxDoubtful` readings before it. At most so many readings decide whether a stay begins, so the late position cannot change its
 * beginning. With fewer readings before, it is the stay of the first reading.
 * @returns undefined if the first readings of that stay are no longer kept
 */
async function beginningBefore(db: pg.Client, container: number, ts: number): Promise<number | undefined> {
  const { rows } = await db.query<{ firstTs: number; isKept: boolean }>({
    name: 'iot.beginning',
    text: `select ${ms('s.first_ts')} as "firstTs",
        exists (select from iot.readings r where r.container_id = $1 and r.ts = s.first_ts) as "isKept"
      from iot.stays s where s.container_id = $1 and s.first_ts <= coalesce(
        (select ts from iot.readings where container_id = $1 and ts < to_timestamp($2::float8 / 1000) and latitude is not null
          order by ts desc offset ${maxDoubtful - 1} limit 1),
        (select ts from iot.readings where container_id = $1 and latitude is not null order by ts limit 1))
      order by s.first_ts desc limit 1`,
    values: [container, ts]
  })
  const [stay] = rows
  if (!stay) return 0
  return stay.isKept ? Math.round(stay.firstTs) : undefined
}

/** Counts a late position in its stay without changing anything else: for stays that can no longer be derived from readings. */
async function count(db: pg.Client, container: number, { ts }: Position): Promise<void> {
  await db.query(
    `update iot.stays set readings = readings + 1, last_ts = greatest(last_ts, to_timestamp($2::float8 / 1000)),
        sure_ts = greatest(sure_ts, to_timestamp($2::float8 / 1000))
      where container_id = $1 and first_ts = (
        select max(first_ts) from iot.stays where container_id = $1 and first_ts <= to_timestamp($2::float8 / 1000))`,
    [container, ts]
  )
}

/** Derives the stays again from `from` until they are unchanged after `until`, and writes them. Times are in epoch milliseconds. */
async function rebuild(
  db: pg.Client,
  container: number,
  from: number,
  until: number,
  locate: Locate | undefined
): Promise<Point | undefined> {
  const { stays, end, last } = await foldAgain(db, container, from, until)
  await db.query(
    `delete from iot.stays where container_id = $1 and first_ts >= to_timestamp($2::float8 / 1000)
      and ($3::float8 is null or first_ts < to_timestamp($3::float8 / 1000))`,
    [container, from, end]
  )
  const found = locate
    ? await locate(
        db,
        stays.map(stay => stay.placed ?? stay)
      )
    : []
  await db.query(
    insertStays(1),
    stayRows.valuesOf(stays.map((stay, at) => ({ container, stay, storeId: found[at]?.storeId })))
  )
  if (locate)
    await markStays(
      db,
      stays.map((stay, at) => ({ container, firstTs: stay.firstTs, where: found[at] }))
    )
  const present = stays.at(-1)
  if (end !== null || !present || !last) return undefined
  const shown = shownAt(present, last)
  const where = found.at(-1)
  await db.query(
    `update iot.containers set stay_first_ts = to_timestamp($2::float8 / 1000), latitude = $3, longitude = $4,
      store_id = case when $5 then $6 else store_id end,
      reception_place_id = case when $5 then $7 else reception_place_id end,
      reception_place_distance = case when $5 then $8 else reception_place_distance end
      where id = $1`,
    [
      container,
      present.firstTs,
      shown.latitude,
      shown.longitude,
      where !== undefined,
      where?.storeId ?? null,
      where?.receptionPlaceId ?? null,
      where?.distance ?? null
    ]
  )
  return shown
}

/**
 * The stays derived from the reading at `from` on.
 * @returns `end`: the beginning of the first old stay that does not change, or null if all change; `last`: the last position read, which
 * is the container's newest if `end` is null
 */
async function foldAgain(
  db: pg.Client,
  container: number,
  from: number,
  until: number
): Promise<{ stays: Stay[]; end: number | null; last: Position | undefined }> {
  const trail: Trail = { stay: undefined, doubtful: [] }
  const stays: Stay[] = []
  const anchors = new Set<number>()
  let last: Position | undefined
  for (let next = from; ; ) {
    const { rows } = await db.query<Position & { anchor: boolean }>({
      name: 'iot.positions-from',
      text: `select ${ms('ts')} as ts, latitude, longitude, accuracy, exists (
          select from iot.stays s where s.container_id = r.container_id and s.first_ts = r.ts) as anchor
        from iot.readings r
        where container_id = $1 and ts >= to_timestamp($2::float8 / 1000) and latitude is not null
        order by r.ts limit ${page}`,
      values: [container, next]
    })
    for (const { anchor, ...row } of rows) {
      last = { ...row, ts: Math.round(row.ts) }
      if (anchor) anchors.add(last.ts)
      for (const stay of follow(trail, last)) {
        if (stay.firstTs > until && anchors.has(stay.firstTs)) return { stays, end: stay.firstTs, last }
        stays.push(stay)
      }
    }
    if (!last || rows.length < page) return { stays, end: null, last }
    next = last.ts + 1
  }
}
