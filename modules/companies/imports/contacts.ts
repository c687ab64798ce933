/** People of clients that are there, by the form of an invitation (`inviteUser`). They are not invited: staff do that when they wish. */
import { check } from '../../../src/contract/check.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { inputOf } from '../../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import {
  type ImportColumn,
  type ImportKind,
  type ImportRow,
  type ImportRun,
  idsOf,
  type Outcome,
  rowByRow
} from '../../../src/kernel/imports/kind.ts'
import { recordMade, recordUnmade } from '../../../src/kernel/imports/record.ts'
import { requirePhone } from '../../../src/kernel/phones.ts'
import { addUninvited, removeUnused, takenEmails, throwEmailTaken } from '../../users/public.ts'
import { companyUsers } from '../people/resource.ts'
import { Invitation } from '../people/schema.ts'
import { countryFacts } from '../schema.ts'
import { tidied } from './clients.ts'
import { column } from './columns.ts'
import { clientOf } from './named-client.ts'

const columns: readonly ImportColumn[] = [
  column('taxNumber', { digits: 10, example: '5252248481' }),
  column('name'),
  column('firstName', { example: 'Anna' }),
  column('lastName', { example: 'Nowak' }),
  column('email', { example: 'anna.nowak@example.com' }),
  column('phone', { example: '501502503' })
]

interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone?: string
}

async function take(context: CommandContext, row: ImportRow, seen: Set<string>, run: ImportRun): Promise<Outcome> {
  const client = await clientOf(context, row)
  const { taxNumber: _1, name: _2, ...given } = row.values
  const { country, id: companyId, departmentId } = client
  const { country: _3, ...fields } = tidied({ ...given, country })
  const body = { ...fields, companyId, departmentId }
  const fieldErrors = check(Invitation as Schema, body, '', { country })
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
  const { email, firstName, lastName, phone } = inputOf(Invitation as Schema, body) as unknown as Person
  const small = email.toLowerCase()
  if (seen.has(small) || (await takenEmails(context.trx, [email])).size > 0) return throwEmailTaken('email')
  const stored = phone ? requirePhone('phone', phone, country) : null
  const isFirst = !client.hasAdministrator && !seen.has(`of ${companyId}`)
  const role = isFirst ? ('CLIENT_ADMIN' as const) : ('CLIENT' as const)
  const membership = { role, companyId, departmentId, language: countryFacts[country].language }
  const ids = await addUninvited(context, [{ email, firstName, lastName, phone: stored, membership }])
  await recordMade(context, companyUsers, ids, run.importId)
  seen.add(small)
  seen.add(`of ${companyId}`)
  return { made: ids.map(id => ({ type: companyUsers.subjectType, id })) }
}

export const contactImport: ImportKind = {
  name: 'contacts',
  maxRows: 2_000,
  columns,
  begin(context, run) {
    const seen = new Set<string>()
    return rowByRow(context, run, row => take(context, row, seen, run))
  },
  undo: (context, made) =>
    recordUnmade(context, companyUsers, idsOf(made, companyUsers.subjectType), some => removeUnused(context.trx, some))
}
