/**
 * Statements of containers for validators, reports and the dashboard. Each docstring lists the columns. Stays are explained in
 * `ingest/stays.ts`; distances are great-circle distances in metres.
 */
import { isOneOf, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { joinPlace, leftJoinCompany, leftJoinPlace, nearestPlace, placeAddress } from '../companies/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { atPlaceMetres } from './rules.ts'
import { BatteryStatus, ContainerStatus } from './schema.ts'

const { connected, disconnected, delivered } = ContainerStatus

/** A stay of at least so many hours counts as a rest; a shorter one may be a stop during transport. */
const restHours = 24

const metres = (a: string, b: string): Sql =>
  raw(`kernel.metres(kernel.on_earth(${a}.latitude, ${a}.longitude), kernel.on_earth(${b}.latitude, ${b}.longitude))`)

const nearestTo = (alias: string): Sql => nearestPlace(`${alias}.latitude`, `${alias}.longitude`)
const rested = (alias: string): Sql =>
  sql`${raw(alias)}.last_ts - ${raw(alias)}.first_ts >= make_interval(hours => ${literal(restHours)})`
const joinPresentStay = raw(
  'join iot.stays present on present.container_id = c.id and present.first_ts = c.stay_first_ts'
)

/**
 * Delivered containers that have been within `spread` metres of one spot for `days` days by their readings. The spot is the centre of the
 * present stay; the time runs from the first stay since the container was last farther away to its newest reading.
 * Columns: `id, since, latitude, longitude, place_id` (null if it is at no place).
 */
export const restingContainers = ({ days, spread }: { readonly days: number; readonly spread: number }): Sql => sql`
  select c.id, rest.since, present.latitude, present.longitude, place.id as place_id
  from iot.containers c ${joinPresentStay}
    left join lateral (
      select s.first_ts from iot.stays s
      where s.container_id = c.id and s.first_ts < present.first_ts and ${metres('s', 'present')} > ${spread}
      order by s.first_ts desc limit 1) away on true
    cross join lateral (
      select min(s.first_ts) as since from iot.stays s
      where s.container_id = c.id and s.first_ts > coalesce(away.first_ts, '-infinity')) rest
    left join lateral (${nearestTo('present')}) place on place.distance <= ${literal(atPlaceMetres)}
  where c.status = ${literal(delivered)} and present.last_ts - rest.since >= make_interval(days => ${days})`

/**
 * Containers that should send but have sent nothing for `days` days: delivered, connected and disconnected ones. For one that never sent
 * anything, the time runs from its creation. Columns: `id, since, place_id`.
 */
export const silentContainers = ({ now, days }: { readonly now: Date; readonly days: number }): Sql => sql`
  select c.id, heard.since, case when c.reception_place_distance <= ${literal(atPlaceMetres)} then c.reception_place_id end as place_id
  from iot.containers c
    cross join lateral (select coalesce(c.heard_at, c.last_active_at, c.created_at) as since) heard
  where ${isOneOf('c.status', [connected, disconnected, delivered])}
    and heard.since <= ${now}::timestamptz - make_interval(days => ${days})`

/**
 * Departures since an instant: a container rested at a reception place, and was more than `away` metres from it within a week after its last
 * reading there. Columns: `id, left_at, place_id, metres, latitude, longitude, next_place_id`: when and where it was first so far away, and
 * the reception place at which it rested next, or is now, or null.
 */
export const departures = ({ since, away }: { readonly since: Date; readonly away: number }): Sql => sql`
  select distinct on (c.id, gone.first_ts) c.id, gone.first_ts as left_at, place.id as place_id, gone.metres, gone.latitude,
    gone.longitude, next.place_id as next_place_id
  from iot.stays stay
    join iot.containers c on c.id = stay.container_id and stay.first_ts < c.stay_first_ts
    join lateral (${nearestTo('stay')}) near on near.distance <= ${literal(atPlaceMetres)}
    ${joinPlace('place', 'near.id')}
    cross join lateral (
      select s.first_ts, s.latitude, s.longitude, ${metres('s', 'place')} as metres from iot.stays s
      where s.container_id = c.id and s.first_ts > stay.first_ts and ${metres('s', 'place')} > ${away}
      order by s.first_ts limit 1) gone
    left join lateral (
      select at.id as place_id from iot.stays s
        join lateral (${nearestTo('s')}) at on at.distance <= ${literal(atPlaceMetres)}
      where s.container_id = c.id and s.first_ts >= gone.first_ts and (${rested('s')} or s.first_ts = c.stay_first_ts)
      order by s.first_ts limit 1) next on true
  where gone.first_ts >= ${since} and stay.last_ts >= ${since}::timestamptz - interval '7 days' and ${rested('stay')}
  order by c.id, gone.first_ts, stay.first_ts desc`

/**
 * Reception places whose position seems wrong: they are the nearest place of at least one delivered container that rests outside the
 * internal stores, but no container is within `away` metres of them. Columns: `id, since, metres, latitude, longitude` of the nearest such
 * container, and `stated_latitude, stated_longitude` of the place.
 */
export const misplacedPlaces = ({ away }: { readonly away: number }): Sql => sql`
  select distinct on (nearest.place_id) nearest.place_id as id, nearest.first_ts as since, nearest.metres, nearest.latitude,
    nearest.longitude, place.latitude as stated_latitude, place.longitude as stated_longitude
  from (
    select near.id as place_id, near.distance as metres, present.first_ts, present.latitude, present.longitude,
      c.status = ${literal(delivered)} and c.store_id is null and ${rested('present')} as is_evidence,
      min(near.distance) over (partition by near.id) as closest
    from iot.containers c ${joinPresentStay} join lateral (${nearestTo('present')}) near on true) nearest
    ${joinPlace('place', 'nearest.place_id')}
  where nearest.is_evidence and nearest.closest > ${away}
  order by nearest.place_id, nearest.metres, nearest.first_ts`

/**
 * A statement of every container, for reports: `id, container_number, serial_number, status, last_active, silent_days` (whole days
 * since the newest reading; null where there was none), `voltage, battery, store, client, place, distance` (of the nearest
 * reception place, in metres).
 */
export const containerLines: Sql = sql`
  select container.id, container.container_number, container.ser_no as serial_number, container.status,
    container.last_active_at as last_active, floor(extract(epoch from now() - container.last_active_at) / 86400)::int as silent_days,
    container.battery as voltage, container.battery_status as battery, store.name as store, company.name as client,
    ${placeAddress('place')} as place, round(container.reception_place_distance) as distance
  from iot.containers container ${leftJoinStore('store', 'container.store_id')}
    ${leftJoinPlace('place', 'container.reception_place_id')} ${leftJoinCompany('company', 'place.company_id')}`
/**
 * A statement of one row, for the dashboard: the number of containers that are `silent` (disconnected), and of those with a `low` or a
 * `critical` battery. Each equals the total of the list with that filter.
 */
export const containersInNeed: Sql = sql`
  select count(*) filter (where status = ${ContainerStatus.disconnected})::int as silent,
    count(*) filter (where battery_status = ${BatteryStatus.low})::int as low,
    count(*) filter (where battery_status = ${BatteryStatus.critical})::int as critical
  from iot.containers`
