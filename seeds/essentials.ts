/** What every installation needs: reasons for deactivating a client and for cancelling an order. Adding twice adds once. */
import { Dictionary } from '../modules/catalogue/schema.ts'
import type { CodeOf } from '../src/contract/vocabulary.ts'
import { type Database, query, sql } from '../src/kernel/database/sql.ts'

export const deactivationReasons = ['Zaległości w płatnościach', 'Zakończenie działalności', 'Na prośbę klienta']

const cancellationReasons = [
  'Na prośbę klienta',
  'Zamówienie złożone dwukrotnie',
  'Błędne dane w zamówieniu',
  'Brak możliwości dojazdu'
]

/** Gives how many reasons were new. */
export async function seedEssentials(database: Database): Promise<number> {
  const deactivation = await addReasons(database, Dictionary.deactivationReasons, deactivationReasons)
  const cancellation = await addReasons(database, Dictionary.cancellationReasons, cancellationReasons)
  return deactivation + cancellation
}

/** Adds the reasons that a dictionary does not have yet; gives how many those were. */
export async function addReasons(
  database: Database,
  dictionary: CodeOf<typeof Dictionary>,
  reasons: readonly string[]
): Promise<number> {
  const added = await query(
    database,
    sql`insert into catalogue.dictionary_values (dictionary, value)
      select ${dictionary}::smallint, unnest(${[...reasons]}::text[]) on conflict do nothing returning id`
  )
  return added.length
}
