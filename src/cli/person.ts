/**
 * `npm run person -- export ann@example.com`: everything that is kept about a person, as JSON, for a request under Article 15 of the GDPR.
 * `erase` replaces names, e-mail and phone for ever, as the pages do. Both are in the history of the account and in the audit.
 */
import { writeFile } from 'node:fs/promises'
import { buildApp } from '../app.ts'
import { accountsByCommand } from '../kernel/access/accounts-by-command.ts'
import { endWith, isAgreed, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'
import { personData } from './person/export.ts'

const usage = `npm run person -- export ann@example.com                   everything kept about the person, as JSON
npm run person -- export ann@example.com --file ann.json   into a file that only its owner may read
npm run person -- erase ann@example.com --yes              names, e-mail and phone are gone for ever; --yes: without asking`

const { values, positionals } = readCommandLine(
  { options: { file: { type: 'string' }, yes: { type: 'boolean', default: false } }, allowPositionals: true },
  usage
)
const [what, email, ...more] = positionals
if ((what !== 'export' && what !== 'erase') || email === undefined || more.length > 0) endWith(usage)

const fail = (sentence: string): void => {
  say(sentence)
  process.exitCode = 1
}

await withDatabase(async (databaseUrl, settings) => {
  const { services, close } = await buildApp({ settings: { ...settings, databaseUrl }, logger: false })
  try {
    const accounts = accountsByCommand.of(services.extensions)
    const account = await accounts.find(services, email)
    if (!account) return fail(`Nobody has the e-mail ${email}.`)
    if (what === 'erase' && !values.yes && !(await isAgreed(`Erase ${account.name || email} for ever?`)))
      return fail(`Nothing was changed. To erase: npm run person -- erase ${email} --yes`)
    const outcome = await accounts.act(services, what, email)
    if (outcome.kind !== 'done')
      return fail(outcome.kind === 'refused' ? outcome.sentence : `Nobody has the e-mail ${email}.`)
    if (what === 'erase')
      return say(
        `${email} is erased. Backups keep the person until they are removed: restore none of them without erasing again.`
      )
    const text = `${JSON.stringify(await personData(services.db, account.id, services.now()), null, 2)}\n`
    if (values.file === undefined) return void process.stdout.write(text)
    await writeFile(values.file, text, { mode: 0o600, flag: 'wx' })
    say(`${values.file} has what is kept about ${email}.`)
  } finally {
    await close()
  }
})
