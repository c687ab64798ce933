/** The run at night. */
import { timeZone } from '../../../src/contract/days.ts'
import { queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay } from '../../../src/kernel/resources/fields.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { nightlyKinds } from '../kinds.ts'
import { enqueueRun } from './perform.ts'

/**
 * Adds the nightly run of this day, once for all processes, from `validatorsHour` on in Warsaw time. If no worker ran at night, the
 * run is added during the day.
 * @returns the id of the run; undefined if it is too early or the run exists already
 */
export async function makeNightlyRun(services: Services): Promise<number | undefined> {
  const { db, settings } = services
  const now = services.now()
  const kinds = nightlyKinds(settings)
  return db.transaction(async trx => {
    const made = await queryOne<{ id: number }>(
      trx,
      sql`insert into validators.runs (kinds, night, asked_at)
        select ${kinds}::smallint[], night.day, ${now} from (select ${raw(businessDay('at'))} as day,
          extract(hour from at at time zone ${raw(`'${timeZone}'`)}) as hour from (select ${now}::timestamptz as at) moment) night
        where night.hour >= ${settings.validatorsHour}
        on conflict (night) do nothing returning id`
    )
    if (made) await enqueueRun(services, trx, made.id, kinds)
    return made?.id
  })
}
