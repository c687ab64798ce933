import type { Knex } from 'knex'
import type { FieldHint } from '../../../../src/contract/form.ts'
import { roles } from '../../../../src/contract/roles.ts'
import { type CommandContext, defineCreation } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../../../src/kernel/database/sql.ts'
import { requirePhone } from '../../../../src/kernel/phones.ts'
import { orNotFound } from '../../../../src/kernel/routes/route.ts'
import { addInvitedPerson, throwEmailTaken, writeToOwner } from '../../../users/public.ts'
import { isCompanyVisible } from '../../public.ts'
import { type CountryCode, countryFacts } from '../../schema.ts'
import { companyUsers } from '../resource.ts'
import { callsAnHour } from '../rules.ts'
import { Invitation } from '../schema.ts'

const departmentId: FieldHint = {
  options: {
    call: '/api/Admin/Companies/{companyId}/departments',
    value: 'id',
    label: ['city', 'street'],
    autoSelectSingle: true
  }
}

/** In the panel of a client, whose country the phone follows. */
const StaffForm = defineForm({
  schema: Invitation,
  context: ['country'],
  fields: {
    firstName: { half: true },
    lastName: { half: true },
    email: {},
    departmentId,
    companyId: { control: 'hidden', from: 'id' }
  }
})

/** The form loads the person's own data only for the company and its country. */
const ClientForm = defineForm({
  schema: Invitation,
  load: '/api/Authorization/userinfo',
  context: ['country'],
  fields: {
    firstName: { half: true, initial: 'empty' },
    lastName: { half: true, initial: 'empty' },
    email: { initial: 'empty' },
    phone: { initial: 'empty' },
    departmentId: { ...departmentId, initial: 'empty' },
    companyId: { control: 'hidden' }
  }
})

/**
 * Invites a person, who sets a password with the link in an e-mail. If the company has no client administrator, the first person
 * that the staff invite becomes one. Everybody else is an ordinary user until somebody makes them an administrator.
 *
 * A client must not find out whose e-mail has an account elsewhere: the answer is the same, and the owner of the mailbox gets a letter.
 * People of the own company are in the list, and are refused at the field.
 */
export const inviteUser = defineCreation(companyUsers, {
  name: 'companies.inviteUser',
  call: 'POST /api/InvitedUsers',
  icon: 'user-plus',
  tone: 'success',
  access: { ADMIN: { form: StaffForm }, CLIENT_ADMIN: { form: ClientForm } },
  rateLimit: callsAnHour,
  summary:
    'Invite a person into a company by an e-mail: in the language of the client who invites, of staff in that of the country',
  async run(context, { companyId, departmentId, phone, ...person }) {
    const { trx, reader } = context
    if (!(await isCompanyVisible(trx, companyId, reader))) orNotFound(undefined)
    const role = (await hasClientAdmin(context, companyId)) ? 'CLIENT' : 'CLIENT_ADMIN'
    const department = await departmentFor(context, companyId, departmentId)
    const country = await countryOf(trx, companyId)
    const language = context.audience === 'ADMIN' ? countryFacts[country].language : reader.language
    const membership = { role, companyId, departmentId: department, language } as const
    const ownPhone = phone ? requirePhone('phone', phone, country) : null
    const id = await addInvitedPerson(context, membership, { ...person, phone: ownPhone })
    if (context.audience === 'ADMIN') return { id: id ?? throwEmailTaken('email') }
    if (id === undefined) await tellOwner(context, companyId, person.email)
    return { id, accepted: { accepted: true, email: person.email } }
  }
})

/** The chosen department of the company, or its only one. The departments are locked, so that none is deleted meanwhile. */
async function departmentFor({ trx }: CommandContext, companyId: number, chosen: number | undefined): Promise<number> {
  const departments = await query<{ id: number }>(
    trx,
    sql`select d.id from companies.departments d where d.company_id = ${companyId} order by d.id for key share`
  )
  const [only, ...others] = departments
  if (chosen !== undefined)
    return departments.some(({ id }) => id === chosen)
      ? chosen
      : refuseField('departmentId', 'users.departmentId.unknown')
  return only && others.length === 0 ? only.id : refuseField('departmentId', 'check.required')
}

/**
 * Whether the company has a client administrator, invited or active. Locks the company, so that of two simultaneous invitations
 * only one counts as the first.
 */
async function hasClientAdmin({ trx }: CommandContext, companyId: number): Promise<boolean> {
  await queryOne(trx, sql`select id from companies.companies where id = ${companyId} for no key update`)
  const found = await queryOne(
    trx,
    sql`select id from companies.users
      where company_id = ${companyId} and role = ${roles.CLIENT_ADMIN} and deactivated_at is null and confirmed_at is not null`
  )
  return found !== undefined
}

/** The e-mail has an account. One of the own company is refused at the field. */
async function tellOwner(context: CommandContext, companyId: number, email: string): Promise<void> {
  const colleague = await queryOne(
    context.trx,
    sql`select id from companies.users where company_id = ${companyId} and lower(email) = lower(${email})`
  )
  if (colleague) throwEmailTaken('email')
  await writeToOwner(context, email, 'taken')
}

const countryOf = async (trx: Knex.Transaction, companyId: number): Promise<CountryCode> =>
  orNotFound(
    await queryOne<{ country: CountryCode }>(trx, sql`select country from companies.companies where id = ${companyId}`)
  ).country
