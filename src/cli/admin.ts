/**
 * `npm run admin -- boss@example.com`: makes the account an administrator and confirms it; one that does not exist yet is made. Whoever
 * cannot sign in with it yet gets a link that sets a password once. It is printed, and sent where a mail server is set.
 */
import { buildApp } from '../app.ts'
import { makeAdministrator } from '../kernel/access/make-administrator.ts'
import { rowOf, writeSecurityRows } from '../kernel/security/events.ts'
import { say, withDatabase } from './database.ts'

const email = process.argv[2]?.trim() ?? ''
if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
  say('Name the account by its e-mail: npm run admin -- boss@example.com')
  process.exit(1)
}

await withDatabase(async (databaseUrl, settings) => {
  const { services, close } = await buildApp({
    settings: { ...settings, databaseUrl },
    now: () => new Date(),
    logger: false
  })
  try {
    const made = await makeAdministrator.of(services.extensions)(services, email)
    if (made.kind === 'ofClient') return say(`${email} belongs to a client's company and cannot be an administrator.`)
    const event = rowOf(settings, { kind: 'adminByCommand', targetId: made.id }, new Date())
    await writeSecurityRows(services.db, [event])
    say(`${email} is an administrator.`)
    if (made.kind !== 'invited') return
    say(`This link sets the password. It works once, and for 7 days: ${made.link}`)
    if (made.isSent) say(`It was sent to ${email}, too.`)
  } finally {
    await close()
  }
})
