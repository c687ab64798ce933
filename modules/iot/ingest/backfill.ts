/**
 * Puts late positions into the stays of their time, so that the stays are what they would be had all arrived in order.
 *
 * Nearly always a late position joins the stay it falls into or follows; the rest stands then, because a stay depends on
 * its anchor alone. Else it breaks that stay or begins one of its own, and the runs after it may fall differently: they are
 * made again from the readings, forward, until a run begins where one began before. From there on nothing can differ.
 */
import type pg from 'pg'
import type { Position, Stay } from './stays.ts'
import { belongs, follow } from './stays.ts'
import type { Locate } from './types.ts'
import { literal, ms } from './types.ts'

const page = 1_000

/** `positions`: stored already, in the order of time, none newer than the container's present position. */
export async function backfill(
  db: pg.Client,
  container: number,
  positions: readonly Position[],
  locate: Locate | undefined
): Promise<void> {
  const until = positions.at(-1)?.ts ?? 0
  for (const position of positions) {
    const { rows } = await db.query<{ firstTs: number; lastTs: number; latitude: number; longitude: number }>({
      name: 'iot.stay-at',
      text: `select ${ms('first_ts')} as "firstTs", ${ms('last_ts')} as "lastTs", latitude, longitude from iot.stays
        where container_id = $1 and first_ts <= to_timestamp($2::float8 / 1000) order by first_ts desc limit 1`,
      values: [container, position.ts]
    })
    const stay = rows[0]
    if (!stay || !belongs(stay, position)) {
      const broken = stay !== undefined && position.ts <= Math.round(stay.lastTs)
      return rebuild(db, container, broken ? Math.round(stay.firstTs) : position.ts, until, locate)
    }
    await db.query({
      name: 'iot.stay-joined',
      text: `update iot.stays
        set last_ts = greatest(last_ts, to_timestamp($3::float8 / 1000)), readings = readings + 1
        where container_id = $1 and first_ts = to_timestamp($2::float8 / 1000)`,
      values: [container, Math.round(stay.firstTs), position.ts]
    })
  }
}

async function rebuild(
  db: pg.Client,
  container: number,
  from: number,
  until: number,
  locate: Locate | undefined
): Promise<void> {
  const stays: Stay[] = []
  const end = await runs(db, container, from, until, stays)
  await db.query(
    `delete from iot.stays where container_id = $1 and first_ts >= to_timestamp($2::float8 / 1000)
      and ($3::float8 is null or first_ts < to_timestamp($3::float8 / 1000))`,
    [container, from, end]
  )
  const found = locate ? await locate(db, stays) : []
  await db.query(
    `insert into iot.stays (container_id, first_ts, last_ts, latitude, longitude, readings, store_id)
      select $1, to_timestamp(first_ts / 1000), to_timestamp(last_ts / 1000), latitude, longitude, readings, store_id
      from unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::int[], $7::int[])
        as t(first_ts, last_ts, latitude, longitude, readings, store_id)`,
    [
      container,
      literal(stays.map(stay => stay.firstTs)),
      literal(stays.map(stay => stay.lastTs)),
      literal(stays.map(stay => stay.latitude)),
      literal(stays.map(stay => stay.longitude)),
      literal(stays.map(stay => stay.readings)),
      literal(stays.map((_, at) => found[at]?.storeId ?? null))
    ]
  )
  const last = stays.at(-1)
  if (end !== null || !last) return
  const where = found.at(-1)
  await db.query(
    `update iot.containers set stay_first_ts = to_timestamp($2::float8 / 1000), stay_latitude = $3, stay_longitude = $4,
      store_id = case when $5 then $6 else store_id end,
      reception_place_id = case when $5 then $7 else reception_place_id end,
      reception_place_distance = case when $5 then $8 else reception_place_distance end
      where id = $1`,
    [
      container,
      last.firstTs,
      last.latitude,
      last.longitude,
      where !== undefined,
      where?.storeId ?? null,
      where?.receptionPlaceId ?? null,
      where?.distance ?? null
    ]
  )
}

/**
 * Fills `stays` with the runs from the reading at `from` on.
 * @returns where the old runs hold again: the first time of the first that stands, or null when none does
 */
async function runs(
  db: pg.Client,
  container: number,
  from: number,
  until: number,
  stays: Stay[]
): Promise<number | null> {
  let open: Stay | undefined
  for (let next = from; ; ) {
    const { rows } = await db.query<Position & { anchor: boolean }>({
      name: 'iot.positions-from',
      text: `select ${ms('ts')} as ts, latitude, longitude, exists (
          select from iot.stays s where s.container_id = r.container_id and s.first_ts = r.ts) as anchor
        from iot.readings r
        where container_id = $1 and ts >= to_timestamp($2::float8 / 1000) and latitude is not null
        order by ts limit ${page}`,
      values: [container, next]
    })
    for (const row of rows) {
      const position = { ...row, ts: Math.round(row.ts) }
      const stay = follow(open, position)
      if (stay === open) continue
      if (open && position.ts > until && row.anchor) return position.ts
      stays.push(stay)
      open = stay
    }
    const last = rows.at(-1)
    if (!last || rows.length < page) return null
    next = Math.round(last.ts) + 1
  }
}
