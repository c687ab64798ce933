/** What every installation needs: reasons for deactivating a client and for cancelling an order. Adding twice adds once. */
import { type Database, query, sql } from '../src/kernel/database/sql.ts'

const reasons: readonly (readonly [dictionary: number, value: string])[] = [
  [0, 'Zaległości w płatnościach'],
  [0, 'Zakończenie działalności'],
  [0, 'Na prośbę klienta'],
  [1, 'Na prośbę klienta'],
  [1, 'Zamówienie złożone dwukrotnie'],
  [1, 'Błędne dane w zamówieniu'],
  [1, 'Brak możliwości dojazdu']
]

/** Gives how many reasons were new. */
export async function seedEssentials(database: Database): Promise<number> {
  const added = await query(
    database,
    sql`insert into catalogue.dictionary_values (dictionary, value)
      select * from unnest(${reasons.map(([dictionary]) => dictionary)}::smallint[], ${reasons.map(([, value]) => value)}::text[])
      on conflict do nothing returning id`
  )
  return added.length
}
