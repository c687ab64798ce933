/**
 * Verifying a company with an order type, assigning further order types, and setting all of them. They are what a company's new places
 * get when they are verified.
 */
import { Type } from '@sinclair/typebox'
import { defineCommand, menuOf } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { Company, CompanyOrderType, touched } from '../models.ts'
import { addToCompanies, changePlacesOf } from '../order-types/sets.ts'
import { clients } from '../resource.ts'
import { may } from '../rules.ts'
import { companiesIds, OrderTypes } from '../schema.ts'
import { activate } from './activity.ts'

const notSure = 'companies.verify.secondWay.missing'

/**
 * Anybody can register a company by public data. So the screens of this application, which send `asked`, want staff to have made sure in a
 * second way who writes. The payload of the specification has no such field: a call without it is another system's, and nothing is kept.
 */
export const VerifyForm = defineForm({
  schema: Type.Object({
    companiesIds,
    orderTypeId: EnumOf(OrderType),
    secondWay: Type.Optional(
      Type.Boolean({ const: true, requiredWhen: { asked: [true] }, messages: { required: notSure, choice: notSure } })
    )
  }),
  context: ['asked'],
  initial: { asked: true },
  fields: {
    contactDomain: {
      transient: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      readOnly: true,
      ofAll: true,
      help: 'companies.company.contactDomain.help'
    },
    secondWay: { label: 'companies.verify.secondWay' }
  }
})

/** Whether the active places get the new types, too; left out, they do. */
const includePlaces = Type.Optional(Type.Boolean())
const initial = { includePlaces: true }

const AssignForm = defineForm({
  schema: Type.Object({ companiesIds, orderTypeId: EnumOf(OrderType), includePlaces }),
  initial
})

const SetForm = defineForm({
  schema: Type.Object({ companiesIds, orderTypeIds: OrderTypes, includePlaces }),
  fields: {
    orderTypeIds: {
      from: 'orderTypes',
      label: 'companies.company.orderTypes',
      help: 'companies.company.orderTypes.help'
    }
  },
  initial
})

const menu = menuOf('orderTypeId', OrderType)

/** Staff verify a company with an order type. The company may order this type once it is also activated. */
export const verify = defineCommand(clients, {
  name: 'companies.verify',
  call: 'PUT /api/Admin/Companies/verify',
  wire: { ids: 'companiesIds' },
  selection: 'some',
  access: { ADMIN: { shown: may('verify'), form: VerifyForm } },
  ui: { icon: 'verified', tone: 'success', effects: ['remove'], menu, next: activate },
  async runAll(context, companies, { orderTypeId, secondWay }) {
    const ids = companies.map(({ id }) => id)
    await addToCompanies(context, ids, [orderTypeId])
    await Company.query(context.trx)
      .whereIn('id', ids)
      .patch({ verified: true, ...(secondWay ? { secondWay } : {}) })
  }
})

/** Adds one order type to several companies, whatever else they have. For a single company people use `setOrderTypes`. */
export const assignOrderType = defineCommand(clients, {
  name: 'companies.assignOrderType',
  call: 'PUT /api/Admin/Companies/order-type',
  wire: { ids: 'companiesIds' },
  selection: 'many',
  access: { ADMIN: { when: may('assignOrderType'), form: AssignForm } },
  ui: { icon: 'tags', menu },
  async runAll(context, companies, { orderTypeId, includePlaces = true }) {
    for (const { id, orderTypeId: newest } of companies) {
      if (newest !== orderTypeId) await addToCompanies(context, [id], [orderTypeId])
      const areChanged = includePlaces && (await changePlacesOf(context, id, { added: [orderTypeId], taken: [] }))
      if (newest !== orderTypeId || areChanged) await Company.query(context.trx).findById(id).patch(touched)
    }
  }
})

/** Sets the order types of a company. One that it loses is taken from its places, too, unless an open order uses it. */
export const setOrderTypes = defineCommand(clients, {
  name: 'companies.setOrderTypes',
  call: 'PUT /api/Admin/Companies/order-types',
  wire: { ids: 'companiesIds' },
  access: { ADMIN: { when: may('setOrderTypes'), form: SetForm } },
  ui: { icon: 'tags', key: 't' },
  async runAll(context, companies, { orderTypeIds, includePlaces = true }) {
    for (const { id, orderTypes } of companies) {
      const added = orderTypeIds.filter(type => !orderTypes.includes(type))
      const taken = orderTypes.filter(type => !orderTypeIds.includes(type))
      const areChanged = await changePlacesOf(context, id, { added: includePlaces ? added : [], taken })
      await CompanyOrderType.query(context.trx).delete().where({ company_id: id }).whereIn('order_type_id', taken)
      await addToCompanies(context, [id], added)
      if (added.length + taken.length > 0 || areChanged) await Company.query(context.trx).findById(id).patch(touched)
    }
  }
})
