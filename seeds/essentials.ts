/**
 * What every installation needs: reasons for deactivating a client and for cancelling an order. Only a dictionary without values is
 * filled, so that a reason which people have removed or renamed does not come back at the next upgrade.
 */
import { Dictionary } from '../modules/catalogue/schema.ts'
import type { CodeOf } from '../src/contract/vocabulary.ts'
import { type Database, query, sql } from '../src/kernel/database/sql.ts'

export const deactivationReasons = ['Zaległości w płatnościach', 'Zakończenie działalności', 'Na prośbę klienta']

export const cancellationReasons = ['Błędne zamówienie', 'Rezygnacja klienta', 'Brak dojazdu', 'Zamówienie zdublowane']

/** Returns how many reasons were added. */
export async function seedEssentials(database: Database): Promise<number> {
  const deactivation = await addReasons(database, Dictionary.deactivationReasons, deactivationReasons)
  const cancellation = await addReasons(database, Dictionary.cancellationReasons, cancellationReasons)
  return deactivation + cancellation
}

/** Adds the reasons to a dictionary that has none; returns how many were added. */
async function addReasons(
  database: Database,
  dictionary: CodeOf<typeof Dictionary>,
  reasons: readonly string[]
): Promise<number> {
  const added = await query(
    database,
    sql`insert into catalogue.dictionary_values (dictionary, value)
      select ${dictionary}::smallint, reason from unnest(${[...reasons]}::text[]) reason
      where not exists (select from catalogue.dictionary_values where dictionary = ${dictionary}::smallint)
      on conflict do nothing returning id`
  )
  return added.length
}
