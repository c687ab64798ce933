/**
 * `npm run admin -- boss@example.com`: makes the account an administrator and confirms it; one that does not exist yet is made. An existing
 * account that is none is promoted only after a question, or with `--promote`. Whoever cannot sign in with it yet gets a link that sets a
 * password once. It is printed, and sent where a mail server is set.
 */
import { buildApp } from '../app.ts'
import { formats } from '../contract/check.ts'
import { type MadeAdministrator, makeAdministrator } from '../kernel/access/make-administrator.ts'
import { rowOf, writeSecurityRows } from '../kernel/security/events.ts'
import type { Services } from '../kernel/services.ts'
import { endWith, isAgreed, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const usage = `npm run admin -- boss@example.com             a new administrator
npm run admin -- boss@example.com --promote   an account that exists becomes one, without a question`

const { values, positionals } = readCommandLine(
  { options: { promote: { type: 'boolean', default: false } }, allowPositionals: true },
  usage
)
const email = positionals[0]?.trim() ?? ''
if (!formats.email?.(email) || positionals.length > 1)
  endWith(
    email === '' ? 'Name the account by its e-mail:' : `"${email}" is no e-mail. Name the account by its e-mail:`,
    usage
  )

/** Makes it, after a question where the account exists. */
async function make(services: Services): Promise<MadeAdministrator> {
  const act = makeAdministrator.of(services.extensions)
  const made = await act(services, email, values.promote)
  if (made.kind !== 'exists') return made
  const { name, role, isActive } = made
  say(
    `${email} is the account of ${name || 'a person without a name'} (${role ?? 'no role'}${isActive ? '' : ', not active'}).`
  )
  return (await isAgreed('Make it an administrator?')) ? act(services, email, true) : made
}

await withDatabase(async (databaseUrl, settings) => {
  const { services, close } = await buildApp({
    settings: { ...settings, databaseUrl },
    now: () => new Date(),
    logger: false
  })
  try {
    const made = await make(services)
    if (made.kind === 'ofClient' || made.kind === 'exists') {
      process.exitCode = 1
      return say(
        made.kind === 'ofClient'
          ? `${email} belongs to a client's company and cannot be an administrator.`
          : `Nothing was changed. To make it an administrator: npm run admin -- ${email} --promote`
      )
    }
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
