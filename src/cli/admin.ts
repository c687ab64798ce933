/**
 * `npm run admin -- boss@example.com`: makes the account an administrator and confirms it. An account that does not exist yet
 * is made, with a password that is printed once and should be changed at the first sign-in ("forgot password").
 */
import { randomBytes } from 'node:crypto'
import { roles } from '../contract/roles.ts'
import { hashPassword } from '../kernel/access/passwords.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { queryOne, sql } from '../kernel/database/sql.ts'
import { rowOf, writeSecurityRows } from '../kernel/security/events.ts'
import { say, withDatabase } from './database.ts'

const email = process.argv[2]?.trim() ?? ''
if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
  say('Name the account by its e-mail: npm run admin -- boss@example.com')
  process.exit(1)
}

await withDatabase(async (url, settings) => {
  const database = openDatabase({ url, poolSize: 1 })
  const record = (targetId: number) =>
    writeSecurityRows(database, [rowOf(settings, { kind: 'adminByCommand', targetId }, new Date())])
  try {
    const known = await queryOne<{ id: number }>(
      database,
      sql`update users.accounts set role = ${roles.ADMIN}, confirmed_at = coalesce(confirmed_at, now()), deactivated_at = null
        where lower(email) = lower(${email}) and company_id is null returning id`
    )
    if (known) {
      await record(known.id)
      return say(`${email} is an administrator.`)
    }
    const password = randomBytes(12).toString('base64url')
    const made = await queryOne<{ id: number }>(
      database,
      sql`insert into users.accounts (email, password_hash, first_name, last_name, phone, role, confirmed_at)
        values (${email}, ${await hashPassword(password)}, 'Administrator', 'Opony', '000000000', ${roles.ADMIN}, now())
        on conflict do nothing returning id`
    )
    if (made) await record(made.id)
    if (made) say(`${email} is an administrator, with this password, which is shown only once: ${password}`)
    else say(`${email} belongs to a client's company and cannot be an administrator.`)
  } finally {
    await database.destroy()
  }
})
