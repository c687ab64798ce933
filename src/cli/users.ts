/**
 * `npm run users`: accounts, and what helps where the pages do not, such as a lone administrator who has lost the second factor. The
 * application may be running. Each act is in the history of the account and in the audit.
 */
import { buildApp } from '../app.ts'
import { counted } from '../counted.ts'
import { type AccountAct, accountsByCommand, type ListedAccount } from '../kernel/access/accounts-by-command.ts'
import { endWith, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const usage = `npm run users -- list [words]                        accounts, or those whose e-mail or name contains the words
npm run users -- deactivate boss@example.com         signs the person out and shuts the account
npm run users -- link boss@example.com               a link that sets a password, once; earlier links end
npm run users -- second-factor-off boss@example.com  the password alone is enough until another is set up
npm run admin and npm run person make administrators, and hand out or erase a person's data.`

const acts: Readonly<Record<string, AccountAct>> = {
  deactivate: 'deactivate',
  link: 'link',
  'second-factor-off': 'secondFactorOff'
}

const { positionals } = readCommandLine({ allowPositionals: true }, usage)
const [what = '', ...words] = positionals
const act = acts[what]
if (what !== 'list' && (act === undefined || words.length !== 1)) endWith(usage)

const day = (at: Date | null): string => (at ? at.toISOString().slice(0, 10) : 'never')

const lineOf = ({ email, name, role, state, hasSecondFactor, lastSignIn }: ListedAccount): string =>
  [
    email.padEnd(36),
    (role ?? '-').padEnd(17),
    state.padEnd(12),
    (hasSecondFactor ? 'two-step' : '').padEnd(8),
    `last sign-in ${day(lastSignIn)}`.padEnd(23),
    name
  ].join(' ')

const sentences: Readonly<Record<string, string>> = {
  deactivate: 'is deactivated and signed out.',
  link: 'sets the password by this link, once:',
  'second-factor-off': 'needs the password alone for the next sign-in, and is signed out.'
}

await withDatabase(async (databaseUrl, settings) => {
  const { services, close } = await buildApp({ settings: { ...settings, databaseUrl }, logger: false })
  try {
    const accounts = accountsByCommand.of(services.extensions)
    if (act === undefined) {
      const found = await accounts.list(services, words.join(' '))
      for (const account of found) say(lineOf(account))
      return say(counted(found.length, 'account'))
    }
    const [email = ''] = words
    const outcome = await accounts.act(services, act, email)
    if (outcome.kind === 'done') {
      say(`${outcome.account.email} ${sentences[what]}`)
      if (outcome.link) say(outcome.link)
      return
    }
    process.exitCode = 1
    say(outcome.kind === 'absent' ? `Nobody has the e-mail ${email}.` : outcome.sentence)
  } finally {
    await close()
  }
})
