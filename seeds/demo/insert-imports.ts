/** The import with which the firm once began: its clients came from a spreadsheet, which is not kept for so long. */
import type { Knex } from 'knex'
import { ImportState } from '../../modules/imports/schema.ts'

const dayMs = 86_400_000

const columns = {
  Nazwa: 'name',
  NIP: 'taxNumber',
  Ulica: 'street',
  'Kod pocztowy': 'postalCode',
  Miasto: 'city',
  Telefon: 'phone',
  Opiekun: null
}

export async function insertImports(trx: Knex.Transaction, now: Date): Promise<void> {
  const [staff] = await trx('users.accounts').where({ email: 'admin@example.com' }).select('id')
  const at = (minutes: number): Date => new Date(now.getTime() - 120 * dayMs + minutes * 60_000)
  const [made] = await trx('imports.imports')
    .insert({
      kind: 'clients',
      account_id: staff.id,
      blob_name: 'imports/2026-01/3f0c2a74-9b1e-4d58-8a66-c1d2e3f40512.xlsx',
      state: ImportState.applied,
      dry_run: true,
      columns: JSON.stringify(Object.entries(columns).map(([header, field]) => ({ header, field }))),
      rows: 41,
      good: 38,
      bad: 2,
      skipped: 1,
      created_at: at(0),
      checked_at: at(1),
      applied_at: at(6)
    })
    .returning('id')
  await trx('imports.progress').insert({ import_id: made.id, done: 41 })
}
