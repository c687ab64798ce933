/** The commands to set up one's own second factor, renew its recovery codes and turn it off; and to reset that of others. */
import { randomBytes } from 'node:crypto'
import qrcode from 'qrcode'
import { roleOf } from '../../../src/contract/roles.ts'
import { codes } from '../../../src/contract/vocabulary.ts'
import { type BeforeTransactionContext, defineAction, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { throwUserError } from '../errors.ts'
import { Account } from '../models.ts'
import { notify } from '../notices.ts'
import { requireOwner } from '../owner.ts'
import { accounts } from '../resource.ts'
import { needsSecondFactor } from '../rules.ts'
import { UserRelation } from '../schema.ts'
import { endSessions } from '../sessions.ts'
import {
  consume,
  decrypted,
  encrypted,
  factorOf,
  type Proof,
  prove,
  recoveryBits,
  removeFactor,
  renewRecoveryCodes
} from './factor.ts'
import { CodeGiven, Done, FactorState, NewFactor, PasswordAgain, RecoveryCodes } from './schema.ts'
import { addressOf, base32 } from './totp.ts'

const secretBytes = 20

/** The dark modules of the QR code as an SVG path; a module has the size 1. */
function qrOf(text: string) {
  const { size, data } = qrcode.create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data, (module, at) => (module ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ''))
  return { size, path: dark.join('') }
}

/**
 * Returns the secret of a new factor, to who proves again to be the owner: a stolen session would lock the owner out by it. Called again
 * before it is confirmed, it returns the same one, so that an app that has it still works.
 */
export const beginSecondFactor = defineAction({
  name: 'users.beginSecondFactor',
  call: 'POST /api/Authorization/second-factor',
  access: {
    signedIn: {
      form: defineForm({
        schema: PasswordAgain,
        messagePrefix: 'users',
        fields: { password: { control: 'password', autocomplete: 'current-password' } }
      })
    }
  },
  answer: NewFactor,
  reveals: true,
  rateLimit: { max: 60, timeWindow: 3_600_000 },
  summary: 'Begin to set up the own second factor: the secret for the app. It counts once a code has confirmed it',
  async beforeTransaction(context, given) {
    const { accountId } = context.caller ?? throwProblem('unauthorized')
    if ((await factorOf(context.services.db, accountId))?.confirmedAt) throwUserError('secondFactorOn')
    await requireOwner(context, given)
  },
  async run({ trx, caller, services, now }) {
    const { accountId } = caller ?? throwProblem('unauthorized')
    const { email } = (await Account.query(trx).findById(accountId).forNoKeyUpdate()) ?? throwProblem('unauthorized')
    const begun = await factorOf(trx, accountId)
    if (begun?.confirmedAt) throwUserError('secondFactorOn')
    const known = begun && decrypted(begun.secret, services.settings)
    const secret = known ?? randomBytes(secretBytes)
    if (!known)
      await query(
        trx,
        sql`insert into users.second_factors (account_id, secret, created_at)
          values (${accountId}, ${encrypted(secret, services.settings)}, ${now})
          on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at`
      )
    const address = addressOf(secret, services.settings.businessName, email)
    return { secret: base32(secret), address, qr: qrOf(address) }
  }
})

/** Checks the code for a factor that is on (or, with `isOn` false, not confirmed yet). A wrong one is refused at the field. */
async function proofOf(
  { services, caller, now }: BeforeTransactionContext,
  code: string,
  isOn: boolean
): Promise<Proof> {
  const { accountId } = caller ?? throwProblem('unauthorized')
  const factor = await factorOf(services.db, accountId)
  if (!factor || (factor.confirmedAt !== null) !== isOn)
    return throwUserError(isOn ? 'secondFactorOff' : 'secondFactorOn')
  const { db, settings } = services
  return (await prove({ db, settings, now }, accountId, factor, code)) ?? refuseField('code', 'users.code.wrong')
}

const codeForm = defineForm({
  schema: CodeGiven,
  messagePrefix: 'users',
  fields: { code: { autocomplete: 'one-time-code', help: 'users.code.help' } }
})

const ownCommand = { access: { signedIn: { form: codeForm } } } as const

export const confirmSecondFactor = defineAction({
  name: 'users.confirmSecondFactor',
  call: 'POST /api/Authorization/second-factor/confirm',
  ...ownCommand,
  answer: RecoveryCodes,
  reveals: true,
  summary: 'Turn the own second factor on by a code of the app; answers the recovery codes and ends the other sessions',
  beforeTransaction: (context, { code }) => proofOf(context, code, false),
  async run(context, _input, proof) {
    const { trx, caller, now, recordEvent } = context
    const { accountId, sessionId } = caller ?? throwProblem('unauthorized')
    if (!(await consume(trx, accountId, proof, now))) refuseField('code', 'users.code.wrong')
    const confirmed = await query(
      trx,
      sql`update users.second_factors set confirmed_at = ${now}
        where account_id = ${accountId} and confirmed_at is null returning account_id`
    )
    if (confirmed.length === 0) throwUserError('secondFactorOn')
    await endSessions(trx, accountId, now, sessionId)
    await recordEvent(accounts, accountId)
    await notify(context, accountId, 'factorOn')
    return { recoveryCodes: await renewRecoveryCodes(trx, accountId) }
  }
})

export const newRecoveryCodes = defineAction({
  name: 'users.newRecoveryCodes',
  call: 'POST /api/Authorization/second-factor/recovery-codes',
  ...ownCommand,
  answer: RecoveryCodes,
  reveals: true,
  summary: 'New recovery codes in place of the earlier ones',
  beforeTransaction: (context, { code }) => proofOf(context, code, true),
  async run(context, _input, proof) {
    const { trx, caller, now, recordEvent } = context
    const { accountId } = caller ?? throwProblem('unauthorized')
    if (!(await consume(trx, accountId, proof, now))) refuseField('code', 'users.code.wrong')
    await recordEvent(accounts, accountId)
    await notify(context, accountId, 'codesRenewed')
    return { recoveryCodes: await renewRecoveryCodes(trx, accountId) }
  }
})

export const removeSecondFactor = defineAction({
  name: 'users.removeSecondFactor',
  call: 'POST /api/Authorization/second-factor/remove',
  ...ownCommand,
  answer: Done,
  summary: 'Turn the own second factor off; ends the other sessions',
  beforeTransaction: (context, { code }) => proofOf(context, code, true),
  async run(context, _input, proof) {
    const { trx, caller, now, recordEvent } = context
    const { accountId, sessionId } = caller ?? throwProblem('unauthorized')
    if (!(await consume(trx, accountId, proof, now))) refuseField('code', 'users.code.wrong')
    await recordEvent(accounts, accountId)
    await removeFactor(trx, accountId)
    await endSessions(trx, accountId, now, sessionId)
    await notify(context, accountId, 'factorOff')
    return { done: true } as const
  }
})

/**
 * Resets the factor of a person who has lost both app and recovery codes. Ends the sessions; the next sign-in needs only the
 * password.
 */
export const resetSecondFactor = defineCommand(accounts, {
  name: 'users.resetSecondFactor',
  call: 'POST /api/Admin/Users/:id/second-factor/reset',
  icon: 'unlock',
  tone: 'danger',
  confirm: true,
  access: {
    ADMIN: {
      shown: { hasSecondFactor: [true] },
      when: { relation: codes(UserRelation, ['staff', 'client', 'invited']) }
    }
  },
  async run(context, { id }) {
    const { trx, now } = context
    await removeFactor(trx, id)
    await endSessions(trx, id, now)
    await notify(context, id, 'factorReset')
  }
})

export const secondFactorState = defineRoute({
  url: '/api/Authorization/second-factor',
  access: ['signedIn'],
  summary: 'Whether the own second factor is on, and how many recovery codes are left',
  answer: ItemResponse(FactorState),
  run: async ({ services, caller }) => {
    const state = await queryOne<{ role: number | null; isOn: boolean; left: number; short: number }>(
      services.db,
      sql`select a.role, coalesce(f.confirmed_at is not null, false) as "isOn",
          (select count(*) from users.recovery_codes r where r.account_id = a.id and r.used_at is null)::int as left,
          (select count(*) from users.recovery_codes r
            where r.account_id = a.id and r.used_at is null and r.bits < ${recoveryBits})::int as short
        from users.accounts a left join users.second_factors f on f.account_id = a.id where a.id = ${caller.accountId}`
    )
    const { isOn = false, left = 0, short = 0, role = null } = state ?? {}
    const isRequired = needsSecondFactor(services.settings, roleOf(role))
    return { data: { isOn, isRequired, recoveryCodesLeft: left, hasShortCodes: isOn && short > 0 } }
  }
})

export const secondFactorCommands = [
  beginSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  removeSecondFactor,
  resetSecondFactor
]
