/** Activating companies, and deactivating them with a reason. A call changes all of its companies or none of them. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Text } from '../../../src/kernel/schema.ts'
import { clients } from '../clients.ts'
import { Company } from '../models.ts'
import { may } from '../rules.ts'
import { companiesIds } from '../schema.ts'

/** Also restores a company that was deactivated. */
export const activate = defineCommand(clients, {
  name: 'companies.activate',
  call: 'PUT /api/Admin/Companies/activate',
  wire: { ids: 'companiesIds' },
  selection: 'some',
  access: { ADMIN: { shown: may('activate'), form: defineForm({ schema: Type.Object({ companiesIds }) }) } },
  ui: { icon: 'check', tone: 'success', effects: ['remove'] },
  async runAll({ trx }, companies) {
    const ids = companies.map(({ id }) => id)
    await Company.query(trx).whereIn('id', ids).patch({ active: true, deactivationReason: null })
  }
})

const ReasonForm = defineForm({
  schema: Type.Object({
    companiesIds,
    deactivateReason: Text(200, { messages: { required: 'companies.deactivate.missing' } })
  }),
  fields: {
    deactivateReason: {
      options: { call: '/api/Dictionaries/0/values', value: 'value', label: ['value'], spread: true }
    }
  }
})

/** The people of the company can no longer order. Existing orders continue. */
export const deactivate = defineCommand(clients, {
  name: 'companies.deactivate',
  call: 'PUT /api/Admin/Companies/deactivate',
  wire: { ids: 'companiesIds' },
  selection: 'some',
  access: { ADMIN: { shown: may('deactivate'), form: ReasonForm } },
  ui: { icon: 'ban', tone: 'danger', effects: ['remove'] },
  async runAll({ trx, addAuditParams }, companies, { deactivateReason }) {
    addAuditParams({ reason: deactivateReason })
    const ids = companies.map(({ id }) => id)
    await Company.query(trx).whereIn('id', ids).patch({ active: false, deactivationReason: deactivateReason })
  }
})
