/** Joins and expressions over the containers. */
import { raw, type Sql } from '../../src/kernel/database/sql.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'

/**
 * An SQL expression for the texts that identify a container, the same as in its trigram index. `of`: an alias with its dot, or ''.
 */
const identification = (of: string): string =>
  `(coalesce(${of}container_number, '') || ' ' || coalesce(${of}ser_no, '') || ' ' || ${of}imei)`

/** The search index of containers: number, serial number and IMEI. */
export const containerTexts: TextIndex = { table: 'iot.containers', id: 'id', text: folded(identification('')) }

export const leftJoinContainer = (alias: string, on: string): Sql =>
  raw(`left join iot.containers ${alias} on ${alias}.id = ${on}`)

/** The number of containers in a store `s`, as SQL that reads the containers once for all stores. */
export const containersInStore = raw(`coalesce(((
  select jsonb_object_agg(store_id, n) from (
    select store_id, count(*) as n from iot.containers where store_id is not null group by store_id) k
  ) ->> s.id::text)::int, 0)`)
