/**
 * A module's SQL names its own PostgreSQL schema and `kernel`. A neighbour's tables are joined through the fragments of that
 * module's public.ts, so that what a table looks like is known in one folder.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const modules = join(import.meta.dirname, '../../modules')
const schemas = readdirSync(modules)

/** What comes before a table: a clause of SQL, the table of an objection model, the table of a resource or of an index. */
const beforeTable = String.raw`\b(?:from|join|update|insert\s+into|delete\s+from|references|tableName\s*=|table:)`
const table = new RegExp(String.raw`${beforeTable}\s*['"\x60]?(${schemas.join('|')})\.\w`, 'gi')

/** The schemas of other modules that a source of the module names a table of, in their order. */
const foreignSchemas = (module: string, source: string): string[] =>
  [...source.matchAll(table)].map(([, schema = '']) => schema.toLowerCase()).filter(schema => schema !== module)

const sourcesOf = (module: string): string[] =>
  readdirSync(join(modules, module), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .sort()

describe('the SQL of a module', () => {
  it('names no table of another module', () => {
    const found = schemas.flatMap(module =>
      sourcesOf(module).flatMap(file =>
        foreignSchemas(module, readFileSync(join(modules, module, file), 'utf8')).map(
          schema => `${module}/${file}: ${schema}`
        )
      )
    )
    expect(found).toEqual([])
  })

  it.each([
    'select a.id from users.accounts a',
    'select o.id from orders.orders o left join\n  users.accounts a on a.id = o.driver_id',
    'UPDATE Users.accounts set version = version + 1',
    'insert  into users.accounts (id) values (1)',
    'delete from users.accounts',
    'driver_id integer references users.accounts',
    "static override tableName = 'users.accounts'",
    "{ table: 'users.accounts', alias: 'account' }"
  ])('is found to name a table of users: %s', source => {
    expect(foreignSchemas('orders', source)).toEqual(['users'])
  })

  it.each([
    'select o.id from orders.orders o',
    'select at from kernel.changes',
    "static override tableName = 'orders.orders'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source that puts a fragment in
    "select o.id from orders.orders o ${leftJoinAccount('driver', 'o.driver_id')}",
    "resourceType: 'users.account'",
    'extract(epoch from orders_at)'
  ])('is allowed: %s', source => {
    expect(foreignSchemas('orders', source)).toEqual([])
  })
})
