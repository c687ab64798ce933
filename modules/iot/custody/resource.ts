/** The list of containers whose position contradicts the stock (see `rules.ts`). */
import { Type } from '@sinclair/typebox'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { ExactInstant, Id, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'
import { leftJoinCompany, leftJoinPlace, nearestPlaceText, placeAddress } from '../../companies/public.ts'
import { leftJoinPlaceLevel, leftJoinStore, leftJoinStoreLevel } from '../../warehouse/public.ts'
import { atPlaceMetres } from '../rules.ts'
import { graceHours } from './rules.ts'

/**
 * Containers at a holder by their sensors, each with the number of containers there and its rank, the last to arrive having rank
 * 1.
 */
const standing = `select c.id, c.version, c.container_number, c.stay_first_ts, c.store_id, h.place_id,
    count(*) over holder::int as located,
    row_number() over (holder order by c.stay_first_ts desc, c.id desc) as newest
  from iot.containers c cross join lateral (
    select case when c.store_id is null then c.reception_place_id end as place_id) h
  where c.stay_first_ts < now() - interval '${graceHours} hours'
    and (c.store_id is not null or c.reception_place_distance <= ${atPlaceMetres})
  window holder as (partition by c.store_id, h.place_id)`

const ledger = 'coalesce(store_level.containers_amount, place_level.containers_amount, 0)'

/** Among how many of a container's earlier stays the previous holder is looked for. */
const earlierStays = 50

/** An SQL join, as `before`, of the last stay at another holder before the present one of the alias `custody`. */
export const beforeSql = `left join lateral (
  select y.store_id, y.place_id from (
    select stay.first_ts, stay.store_id, near.id as place_id from (
      select * from iot.stays earlier where earlier.container_id = custody.id and earlier.first_ts < custody.stay_first_ts
      order by earlier.first_ts desc limit ${earlierStays}) stay
    left join lateral (${nearestPlaceText('stay.latitude', 'stay.longitude')}) near
      on stay.store_id is null and near.distance <= ${atPlaceMetres}
  ) y
  where coalesce(y.store_id, y.place_id) is not null
    and (y.store_id, y.place_id) is distinct from (custody.store_id, custody.place_id)
  order by y.first_ts desc limit 1) before on true`

const holderName = (store: string, company: string, place: string): Sql =>
  sql`coalesce(${raw(`${store}.name, ${company}.name || ', '`)} || ${placeAddress(place)})`

export const custody = defineResource({
  type: 'iot.custody',
  subjectType: 'iot.container',
  title: 'container whose place contradicts the stock',
  titles: 'containers whose place contradicts the stock',
  path: '/IoT/custody',
  serves: ['list', 'item'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    containerNumber: Nullable(Type.String()),
    /** The name of the holder where it is by its sensor. */
    holderName: Type.String(),
    since: ExactInstant,
    /** How many containers are there by their sensors. */
    located: Pieces,
    /** How many are there by documents. */
    ledger: Pieces,
    /** The name of the holder where it was before, or an empty list. */
    holderBefore: Type.Array(Type.String()),
    internalStoreId: Nullable(Id),
    receptionPlaceId: Nullable(Id)
  }),
  table: `(select here.*, ${ledger} as ledger from (${standing}) here
    ${leftJoinStoreLevel('store_level', 'here.store_id')} ${leftJoinPlaceLevel('place_level', 'here.place_id')}
    where here.newest <= here.located - ${ledger})`,
  alias: 'custody',
  joins: {
    store: leftJoinStore('store', 'custody.store_id'),
    place: leftJoinPlace('place', 'custody.place_id'),
    company: { sql: leftJoinCompany('company', 'place.company_id'), after: 'place' }
  },
  fields: {
    holderName: { sql: holderName('store', 'company', 'place'), join: ['store', 'company'] },
    since: 'stay_first_ts',
    holderBefore: {
      sql: sql`(select coalesce(json_agg(${holderName('store_before', 'company_before', 'place_before')}), '[]')
        from (select 1) one ${raw(beforeSql)}
          ${leftJoinStore('store_before', 'before.store_id')}
          ${leftJoinPlace('place_before', 'before.place_id')}
          ${leftJoinCompany('company_before', 'place_before.company_id')}
        where coalesce(before.store_id, before.place_id) is not null)`
    },
    internalStoreId: 'store_id',
    receptionPlaceId: 'place_id'
  },
  sort: '-since'
})
