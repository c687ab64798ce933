/** Under which registers and categories sales are booked in the accounting program: a line for buyers at home, and one for those abroad. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { label } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Nullable } from '../../../src/kernel/schema.ts'
import { AccountingMapping } from '../models.ts'
import { BuyerKind, Code, MappingRow, maxPaymentDays, ZeroRate } from './schema.ts'

export const mappings = defineResource({
  type: 'integrations.mapping',
  title: 'mapping of sales to accounting',
  titles: 'mappings of sales to accounting',
  path: '/api/Admin/AccountingMappings',
  access: ['ADMIN'],
  schema: MappingRow,
  table: 'integrations.accounting_mappings',
  alias: 'mapping',
  fields: { name: label(BuyerKind, 'mapping.buyer', new URL('../messages/', import.meta.url)) },
  views: {
    history: [
      ...(['register', 'categoryVehicle', 'categoryTonnage', 'categoryContainer', 'zeroRate', 'paymentDays'] as const)
    ]
  },
  named: 'name',
  sort: 'buyer'
})

const Category = Type.Optional(Nullable(Code))

const MappingForm = defineForm({
  schema: Type.Object({
    register: Code,
    categoryVehicle: Category,
    categoryTonnage: Category,
    categoryContainer: Category,
    zeroRate: EnumOf(ZeroRate),
    paymentDays: Type.Integer({ minimum: 0, maximum: maxPaymentDays })
  })
})

export const editMapping = defineCommand(mappings, {
  name: 'integrations.editMapping',
  call: 'PUT /api/Admin/AccountingMappings/:id',
  access: { ADMIN: { form: MappingForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run({ trx }, { id }, { register, ...input }) {
    await AccountingMapping.query(trx)
      .findById(id)
      .patch({ ...input, register: register.trim() })
  }
})

const fields = [
  ...(['buyer', 'register', 'categoryVehicle', 'categoryTonnage', 'categoryContainer'] as const),
  ...(['zeroRate', 'paymentDays'] as const)
]

export const mappingPage = definePage(mappings, {
  id: 'integrations.mappings',
  route: '/config/accountingMapping',
  group: 'settings',
  place: 23,
  columns: fields,
  commands: [editMapping],
  panel: [detailsTab(mappings, fields, { commands: [editMapping] }), historyTab(mappings)]
})
