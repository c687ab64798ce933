/** Letting a new client in as one act: the company, its places that wait and, if staff say so, the people who ask to join it. */
import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand, menuOf } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { Company } from '../models.ts'
import { addToCompanies, type OrderTypeCode } from '../order-types/sets.ts'
import { activateUser } from '../people/commands/activity.ts'
import { activatePlace } from '../places/commands/activate.ts'
import { clients } from '../resource.ts'
import { may } from '../rules.ts'
import { VerifyForm } from './order-types.ts'

const AdmitForm = defineForm({
  ...VerifyForm,
  schema: Type.Object({
    ...VerifyForm.schema.properties,
    /** Left out, they go on waiting: whoever asks to join is somebody else than who registered the company. */
    includePeople: Type.Optional(Type.Boolean())
  }),
  initial: { asked: true, includePeople: false },
  fields: { ...VerifyForm.fields, includePeople: { help: 'companies.company.includePeople.help' } }
})

/** Verifies and activates companies, with an order type, and verifies their places that wait with the same type. */
export const admit = defineCommand(clients, {
  name: 'companies.admit',
  call: 'PUT /api/Admin/Companies/admit',
  wire: { ids: 'companiesIds' },
  selection: 'some',
  access: { ADMIN: { shown: may('admit'), form: AdmitForm } },
  ui: {
    icon: 'check-circle',
    tone: 'success',
    effects: ['remove'],
    menu: menuOf('orderTypeId', OrderType),
    leadsTo: ['/clients/active']
  },
  async runAll(context, companies, { orderTypeId, secondWay, includePeople = false }) {
    const ids = companies.map(({ id }) => id)
    await addToCompanies(context, ids, [orderTypeId])
    const checked = secondWay ? { secondWay } : {}
    await Company.query(context.trx)
      .whereIn('id', ids)
      .patch({ verified: true, active: true, ...checked })
    await admitPlaces(context, ids, orderTypeId)
    if (includePeople) await admitPeople(context, ids)
  }
})

const idsBy = async ({ trx }: CommandContext, statement: ReturnType<typeof sql>): Promise<number[]> =>
  (await query<{ id: number }>(trx, statement)).map(({ id }) => id)

async function admitPlaces(context: CommandContext, companies: number[], orderTypeId: OrderTypeCode): Promise<void> {
  const waiting = await idsBy(
    context,
    sql`select p.id from companies.reception_places p
      where p.company_id = any(${companies}::int[]) and p.approved_at is null and not p.is_active order by p.id`
  )
  for (const id of waiting)
    await context.runCommand(activatePlace, { ids: [id], params: { id }, body: { orderTypeId } })
}

async function admitPeople(context: CommandContext, companies: number[]): Promise<void> {
  const waiting = await idsBy(
    context,
    sql`select u.id from companies.users u
      where u.company_id = any(${companies}::int[]) and u.confirmed_at is null and u.deactivated_at is null order by u.id`
  )
  for (const id of waiting) await context.runCommand(activateUser, { ids: [id], params: { id }, body: {} })
}
