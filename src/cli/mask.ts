/**
 * `npm run mask`: replaces names, phones, e-mails and addresses of persons in the database of the settings, for a copy that is tried on. Only
 * with OUTSIDE=off, which an installation that people work with never has, and after a question or with `--yes`.
 */
import { buildApp } from '../app.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { isAgreed, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'
import { maskPersons } from './mask/mask.ts'

const { values } = readCommandLine(
  { options: { yes: { type: 'boolean', default: false } } },
  'OUTSIDE=off npm run mask -- --yes   personal data of this copy is replaced for ever; --yes: without asking'
)

const fail = (sentence: string): void => {
  say(sentence)
  process.exitCode = 1
}

await withDatabase(async (url, settings) => {
  if (settings.outside !== 'off')
    return fail(
      'OUTSIDE is not off, so that this may be the installation itself. Nothing was changed. Mask only a copy, with OUTSIDE=off.'
    )
  const { host, pathname } = new URL(url)
  if (!values.yes && !(await isAgreed(`Replace all personal data in ${pathname.slice(1)} at ${host} for ever?`)))
    return fail('Nothing was changed. To mask: npm run mask -- --yes')
  const database = openDatabase({ url, poolSize: 1, statementTimeoutMs: 0 })
  try {
    const { changed, removed } = await database.transaction(trx => maskPersons(trx))
    say(
      `Rows masked: ${changed}, removed: ${removed}. Nobody has a password here: npm run admin -- you@example.com makes who has.`
    )
  } finally {
    await database.destroy()
  }
  // Orders are found by names: those texts are made anew.
  const application = await buildApp({ settings: { ...settings, databaseUrl: url }, logger: false })
  try {
    await application.runSchedule('orders.searchTexts')
    say('Uploaded files are as they were: a copy for trying needs none of them.')
  } finally {
    await application.close()
  }
})
