/** The items of the order types: their page and commands. The three types themselves cannot be changed. */
import { Type } from '@sinclair/typebox'
import { codes, memberOf } from '../../src/contract/vocabulary.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../src/kernel/pages/tabs.ts'
import { defineResource, type RowOf } from '../../src/kernel/resources/resource.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'
import { EnumOf, Id, Nullable, Text, Tonnes, Version } from '../../src/kernel/schema.ts'
import { throwCatalogueError } from './errors.ts'
import { Item } from './models.ts'
import { beforeItemRemoval, onItemRemoval } from './public.ts'
import { OrderType } from './schema.ts'

const OtherName = Nullable(Text(100))

/** The name in the other languages, by the specification's number of the language. */
const languageOfField = { nameEn: 2, nameDe: 3, nameSk: 4, nameEt: 5, nameCs: 6 } as const
type NameField = keyof typeof languageOfField
const nameFields = Object.keys(languageOfField) as NameField[]
const eachName = <T>(make: (field: NameField) => T) =>
  Object.fromEntries(nameFields.map(field => [field, make(field)])) as Record<NameField, T>

export const items = defineResource({
  type: 'catalogue.item',
  title: 'item of an order type',
  titles: 'items of all order types',
  path: '/api/Admin/OrderTypes/items',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    orderTypeId: EnumOf(OrderType),
    name: Type.String(),
    value: Tonnes,
    ...eachName(() => OtherName)
  }),
  table: 'catalogue.order_type_items',
  alias: 'item',
  fields: {
    // every sort begins with the type, by which the page groups its rows
    orderTypeId: { sql: 'item.order_type_id', sort: ['item.order_type_id', 'item.value', 'item.name'] },
    name: { sql: 'item.name', sort: ['item.order_type_id', 'item.name'] },
    value: { sql: 'item.value', sort: ['item.order_type_id', 'item.value', 'item.name'] },
    ...eachName(field => ({ sql: `item.names ->> '${languageOfField[field]}'` }))
  },
  named: 'name',
  sort: 'orderTypeId'
})

const ItemForm = defineForm({
  schema: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    value: Type.Number({ exclusiveMinimum: 0, maximum: 999_999, decimals: 2, format: 'tonnes' }),
    ...eachName(() => Type.Optional(OtherName))
  }),
  fields: {
    value: { label: 'catalogue.item.valueInTonnes' },
    ...eachName(() => ({ group: 'catalogue.item.otherLanguages' }))
  }
})

/** Refuses a name that another item of the type has. */
async function requireNewName({ trx }: CommandContext, orderTypeId: number, name: string, id = 0): Promise<void> {
  const sameName = Item.query(trx).where({ order_type_id: orderTypeId }).whereRaw('lower(name) = lower(?)', name)
  if (await sameName.whereNot({ id }).first()) refuseField('name', 'catalogue.item.name.taken')
}

type OtherNames = { readonly [F in NameField]?: string | null }

/** The names in other languages that a body contains, by the number of the language; null for a blank one. */
const namesIn = (input: OtherNames): Record<string, string | null> =>
  Object.fromEntries(
    nameFields.flatMap(field => {
      const name = input[field]
      return name === undefined ? [] : [[languageOfField[field], name]]
    })
  )

const addItem = defineCreation(items, {
  name: 'catalogue.addItem',
  key: 'n',
  call: 'POST /api/Admin/OrderTypes/:id/add-item',
  menu: { field: 'id', options: OrderType, except: [OrderType.container] },
  access: { ADMIN: { form: ItemForm } },
  async run(context, { name, value, ...others }) {
    const orderTypeId = context.param('id')
    orNotFound(memberOf(OrderType, orderTypeId))
    if (orderTypeId === OrderType.container) throwCatalogueError('containerFixed')
    await requireNewName(context, orderTypeId, name)
    const names = context.trx.raw('jsonb_strip_nulls(?::jsonb)', [JSON.stringify(namesIn(others))])
    return Item.query(context.trx).insert({ orderTypeId, name, value, names })
  }
})

/** Throws 404 if the path names another type than the item's. */
function requireOwnType({ param }: CommandContext, { orderTypeId }: RowOf<typeof items>): void {
  if (param('orderTypeId') !== orderTypeId) throwProblem('notFound')
}

/** Names that the body leaves out stay; blank ones are deleted. */
const editItem = defineCommand(items, {
  name: 'catalogue.editItem',
  key: 'e',
  call: 'PUT /api/Admin/OrderTypes/:orderTypeId/items/:id',
  icon: 'pencil',
  access: { ADMIN: { form: ItemForm } },
  async run(context, item, { name, value, ...others }) {
    requireOwnType(context, item)
    await requireNewName(context, item.orderTypeId, name, item.id)
    const names = context.trx.raw('jsonb_strip_nulls(names || ?::jsonb)', [JSON.stringify(namesIn(others))])
    await Item.query(context.trx).findById(item.id).patch({ name, value, names })
  }
})

/** Removes an item, unless an order uses it (a veto). Its prices end and vehicles lose it, which the confirmation says. */
const removeItem = defineCommand(items, {
  name: 'catalogue.removeItem',
  call: 'DELETE /api/Admin/OrderTypes/:orderTypeId/items/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: { when: { orderTypeId: codes(OrderType, ['vehicle', 'tonnage']) } } },
  effects: ['remove'],
  async run(context, item) {
    requireOwnType(context, item)
    await beforeItemRemoval.check(context, [item.id])
    for (const { what, end } of onItemRemoval.all(context.services.extensions))
      context.addAuditParams({ [what]: await end(context, item) })
    await Item.query(context.trx).deleteById(item.id)
  }
})

export const itemCommands = [addItem, editItem, removeItem]

export const orderTypesPage = definePage(items, {
  id: 'catalogue.orderTypes',
  route: '/config/orderTypes',
  group: 'settings',
  place: 1,
  columns: ['name', 'value'],
  groupBy: 'orderTypeId',
  commands: [addItem, editItem, removeItem],
  panel: [
    detailsTab(
      items,
      ['orderTypeId', 'name', 'value', ...nameFields.map(key => ({ key, group: 'catalogue.item.otherLanguages' }))],
      { commands: [editItem, removeItem] }
    ),
    historyTab(items)
  ]
})
