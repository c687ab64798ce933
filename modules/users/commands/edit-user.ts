import { roles } from '../../../src/contract/roles.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { requirePhone } from '../../../src/kernel/phones.ts'
import type { RowOf } from '../../../src/kernel/resources/resource.ts'
import { requireClientAdmin } from '../client-admins.ts'
import { accountCountry, isDepartmentOf } from '../company-facts.ts'
import { Account } from '../models.ts'
import { requireOwner } from '../owner.ts'
import { accounts } from '../resource.ts'
import { type EditableField, type Editor, fieldsOf, relations, relationsOf } from '../rules.ts'
import { Profile, UserEdit } from '../schema.ts'
import { consume } from '../second-factor/factor.ts'
import { endSessions } from '../sessions.ts'

type AccountRow = RowOf<typeof accounts>

/** What only clients of the API send; the profile of the browser asks for the password once the phone changes. */
const unshown = ['email', 'password', 'code'] as const

/** Staff have no country: their phones are Polish. */
const initial = { country: 1 }

const ownForm = defineForm({ schema: Profile, omit: unshown, context: ['country'], initial })

/** The form for editing accounts of others, with their rights. The form of one's own account has no rights. */
const editForm = defineForm({
  schema: UserEdit,
  omit: unshown,
  fields: {
    departmentId: {
      when: { relation: [relations.client] },
      options: {
        call: '/api/Admin/Companies/{companyId}/departments',
        value: 'id',
        label: ['city', 'street'],
        autoSelectSingle: true
      }
    },
    isClientAdmin: { when: { relation: [relations.client] }, help: 'users.isClientAdmin.help' }
  },
  context: ['relation', 'companyId', 'country'],
  initial
})

const ruleOf = (editor: Editor) => ({ when: { relation: relationsOf(editor) } })

/**
 * Changes names, phone and rights of an account: one's own (even before it is activated), and those of others by the table `mayChange`. The
 * call accepts what the specification sends, including the e-mail, which must be the present one, because it is the sign-in name. A member of
 * the staff changes the own phone with the password (or a code), because a stolen session could else put a phone in its place. A changed
 * role ends the person's sessions.
 */
export const editUser = defineCommand(accounts, {
  name: 'users.editUser',
  call: 'PUT /api/Admin/Users/:id',
  wire: {
    repeatsId: 'id',
    aliases: { phoneNumber: 'phone' },
    summary: 'Edit a user: the own names and phone, or another’s by those who may'
  },
  access: {
    ADMIN: { ...ruleOf('ADMIN'), form: editForm },
    CLIENT_ADMIN: { ...ruleOf('CLIENT_ADMIN'), form: editForm },
    signedIn: { ...ruleOf('signedIn'), form: ownForm }
  },
  ui: { icon: 'user-edit', key: 'e' },
  async beforeTransaction(context, { phone, password, code }) {
    const { caller, services, ids } = context
    if (!caller || caller.companyId !== null || ids[0] !== caller.accountId) return undefined
    const present = (await Account.query(services.db).findById(caller.accountId))?.phone
    // what cannot be kept is refused before anybody is asked for a password
    const next = requirePhone('phone', phone, null)
    if (!present || isSamePhone(present, next)) return undefined
    return requireOwner(context, { password, code }, 'users.editUser.password')
  },
  async run(context, row, input, proof) {
    const { email, firstName, lastName } = input
    if (proof && !(await consume(context.trx, row.id, proof, context.now))) refuseField('code', 'users.code.wrong')
    if (email && email.toLowerCase() !== row.email.toLowerCase()) refuseField('email', 'users.editUser.email')
    const { isClientAdmin, departmentId } = rightsIn(context, row, input)
    const companyId = row.companyId ?? 0
    const { trx } = context
    const phone = requirePhone('phone', input.phone, await countryOf(context, row.id))
    if (departmentId && !(await isDepartmentOf.of(context.services.extensions)(trx, departmentId, companyId)))
      refuseField('departmentId', 'users.departmentId.unknown')
    const role = isClientAdmin === undefined ? undefined : isClientAdmin ? roles.CLIENT_ADMIN : roles.CLIENT
    await Account.query(trx)
      .findById(row.id)
      .patch({ firstName, lastName, phone, ...(role ? { role } : {}), ...(departmentId ? { departmentId } : {}) })
    recordChangedFields(context, row, { firstName, lastName, phone, isClientAdmin, departmentId })
    if (isClientAdmin === undefined || isClientAdmin === row.isClientAdmin) return
    context.securityEvent('accessChanged', { targetId: row.id })
    await endSessions(trx, row.id, context.now)
    if (!isClientAdmin && row.isActivated) await requireClientAdmin(trx, companyId, context.audience === 'ADMIN')
  }
})

/** The digits of a phone without the country's code of Poland, where it may be written or left out. */
const national = (phone: string): string => phone.replace(/\D/g, '').replace(/^(00)?48(?=\d{9}$)/, '')

const isSamePhone = (one: string, other: string): boolean => national(one) === national(other)

/** The number of the country of the account's company; null for the staff. */
async function countryOf({ trx, services: { extensions } }: CommandContext, id: number): Promise<number | null> {
  const found = await queryOne<{ country: number | null }>(
    trx,
    sql`select (${accountCountry.of(extensions)}) as country from users.accounts a where a.id = ${id}`
  )
  return found?.country ?? null
}

type Rights = { readonly isClientAdmin?: boolean; readonly departmentId?: number }

/** The rights that the body changes. Refuses, at its field, a right that the caller may not change. */
function rightsIn({ audience }: CommandContext, row: AccountRow, input: object): Rights {
  const given = input as Rights
  const allowed = fieldsOf(audience as Editor, row.relation)
  const refused = (['isClientAdmin', 'departmentId'] as const).find(
    field => given[field] !== undefined && !allowed.includes(field)
  )
  return refused ? refuseField(refused, 'users.editUser.rights') : given
}

/** Records in the history which fields of a person have changed, but never their values. */
function recordChangedFields(
  { addAuditParams }: CommandContext,
  row: AccountRow,
  values: Partial<Record<EditableField, unknown>>
): void {
  const changed = (...fields: readonly EditableField[]): string =>
    fields.some(field => values[field] !== undefined && values[field] !== row[field]) ? 'yes' : 'no'
  addAuditParams({
    names: changed('firstName', 'lastName'),
    phone: changed('phone'),
    rights: changed('isClientAdmin'),
    department: changed('departmentId')
  })
}
