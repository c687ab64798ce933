/** How the register is read, as metrics. */
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { hasRegister } from './enabled.ts'

export function observeRegister({ metrics, db, settings }: Services): void {
  metrics.ask(
    'opony_waste_register_read_age_seconds',
    'Seconds since the list of the waste register that has waited longest was read',
    [],
    async () => {
      if (!hasRegister(settings)) return []
      const found = await query<{ age: number | null }>(
        db,
        sql`select extract(epoch from now() - min(coalesce(read_at, created_at)))::float8 as age from waste.polls`
      )
      return found.flatMap(({ age }) => (age === null ? [] : [{ labels: {}, value: Math.max(0, age) }]))
    }
  )
  metrics.ask('opony_waste_cards_due', 'Transfer cards whose details are to be read', [], async () => {
    if (!hasRegister(settings)) return []
    const [found] = await query<{ count: number }>(db, sql`select count(*)::int as count from waste.cards where is_due`)
    return [{ labels: {}, value: found?.count ?? 0 }]
  })
}
