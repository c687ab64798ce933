/** Verifying a company with an order type, and assigning further order types. Both add to the types that the company may order. */
import { type Static, Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { clients } from '../clients.ts'
import { Company, CompanyOrderType, touched } from '../models.ts'
import { may } from '../rules.ts'
import { companiesIds } from '../schema.ts'
import { activate } from './activity.ts'

const TypeForm = defineForm({ schema: Type.Object({ companiesIds, orderTypeId: EnumOf(OrderType) }) })

const menu = { field: 'orderTypeId', options: OrderType } as const

type OrderTypeId = Static<typeof TypeForm.schema>['orderTypeId']

/** Adds the order type to each company. Where a company has it already, it becomes the company's newest order type. */
export async function assignOrderTypes(
  { trx, now }: Pick<CommandContext, 'trx' | 'now'>,
  companyIds: readonly number[],
  orderTypeId: OrderTypeId
): Promise<void> {
  await CompanyOrderType.query(trx)
    .insert(companyIds.map(companyId => ({ companyId, orderTypeId, assignedAt: now })))
    .onConflict(['company_id', 'order_type_id'])
    .merge(['assigned_at'])
}

/** Staff verify a company with an order type. The company may order this type once it is also activated. */
export const verify = defineCommand(clients, {
  name: 'companies.verify',
  call: 'PUT /api/Admin/Companies/verify',
  ids: 'companiesIds',
  bulk: 'all',
  menu,
  icon: 'verified',
  tone: 'success',
  selection: 'some',
  next: activate,
  access: { ADMIN: { shown: may('verify'), form: TypeForm } },
  effects: ['remove'],
  async runAll(context, companies, { orderTypeId }) {
    const ids = companies.map(({ id }) => id)
    await assignOrderTypes(context, ids, orderTypeId)
    await Company.query(context.trx).whereIn('id', ids).patch({ verified: true })
  }
})

export const assignOrderType = defineCommand(clients, {
  name: 'companies.assignOrderType',
  call: 'PUT /api/Admin/Companies/order-type',
  ids: 'companiesIds',
  bulk: 'all',
  menu,
  icon: 'tags',
  selection: 'some',
  access: { ADMIN: { when: may('assignOrderType'), form: TypeForm } },
  async runAll(context, companies, { orderTypeId }) {
    const ids = companies.filter(company => company.orderTypeId !== orderTypeId).map(({ id }) => id)
    if (ids.length === 0) return
    await assignOrderTypes(context, ids, orderTypeId)
    await Company.query(context.trx).whereIn('id', ids).patch(touched)
  }
})
