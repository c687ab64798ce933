/** The items of the order types: their page, and the commands that keep them. The three types themselves stay as they are. */
import { type Static, Type } from '@sinclair/typebox'
import { codes, memberOf } from '../../src/contract/vocabulary.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { HistoryEntry, historyOf } from '../../src/kernel/history/timeline.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { defineList, type Panel } from '../../src/kernel/metadata/pages.ts'
import { askVetoes } from '../../src/kernel/registries.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { EnumOf, Id, Nullable, Text, Tonnes, Version } from '../../src/kernel/schema.ts'
import { throwCatalogueError } from './errors.ts'
import { OrderType } from './schema.ts'

const items = '/api/Admin/OrderTypes/items'
const Name = Type.String({ minLength: 1, maxLength: 100 })
const OtherName = Nullable(Text(100))

/** The name in the other languages, by the documents' number of the language. */
const languageOfField = { nameEn: 2, nameDe: 3, nameSk: 4, nameEt: 5, nameCs: 6 } as const
type NameField = keyof typeof languageOfField
const nameFields = Object.keys(languageOfField) as NameField[]
const eachName = <T>(make: (field: NameField) => T) =>
  Object.fromEntries(nameFields.map(field => [field, make(field)])) as Record<NameField, T>

const Item = Type.Object({
  id: Id,
  version: Version,
  orderTypeId: EnumOf(OrderType),
  name: Type.String(),
  value: Tonnes,
  ...eachName(() => OtherName)
})

const itemRows = defineRows({
  type: 'catalogue.item',
  schema: Item,
  table: 'catalogue.order_type_items',
  alias: 'i',
  fields: {
    id: 'i.id',
    version: 'i.version',
    orderTypeId: { sql: 'i.order_type_id', sort: ['i.order_type_id', 'i.value', 'i.name'] },
    name: 'i.name',
    value: 'i.value',
    ...eachName(field => `i.names ->> '${languageOfField[field]}'`)
  },
  visibleTo: () => raw('false')
})

const ItemForm = defineForm({
  schema: Type.Object({
    name: Name,
    value: Type.Number({ exclusiveMinimum: 0, maximum: 999_999, decimals: 2, format: 'tonnes' }),
    ...eachName(() => Type.Optional(OtherName))
  }),
  fields: eachName(() => ({ group: 'catalogue.item.otherLanguages' }))
})

type Input = { readonly name: string; readonly value: number } & { readonly [F in NameField]?: string | null }

/** A type says each name once. */
async function mustBeNew({ trx }: CommandContext, orderTypeId: number, name: string, id = 0): Promise<void> {
  const known = await queryOne(
    trx,
    sql`select id from catalogue.order_type_items
      where order_type_id = ${orderTypeId} and lower(name) = lower(${name}) and id <> ${id}`
  )
  if (known) refuseField('name', 'catalogue.item.name.taken')
}

/** What a body says of other languages: a name it does not speak of stays, a blank one goes. */
const namesIn = (input: Input): string =>
  JSON.stringify(
    Object.fromEntries(
      nameFields.filter(field => input[field] !== undefined).map(field => [languageOfField[field], input[field]])
    )
  )

const add = defineCreation(itemRows)({
  name: 'catalogue.addItem',
  call: 'POST /api/Admin/OrderTypes/:id/add-item',
  icon: 'plus',
  tone: 'info',
  menu: { field: 'id', options: OrderType, except: [OrderType.container] },
  access: { ADMIN: { form: ItemForm } },
  effects: ['reload'],
  async run(context, input: Input) {
    const orderTypeId = context.param('id')
    orNotFound(memberOf(OrderType, orderTypeId))
    if (orderTypeId === OrderType.container) throwCatalogueError('containerFixed')
    await mustBeNew(context, orderTypeId, input.name)
    const [made] = await query<{ id: number }>(
      context.trx,
      sql`insert into catalogue.order_type_items (order_type_id, name, value, names) values
        (${orderTypeId}, ${input.name}, ${input.value}, jsonb_strip_nulls(${namesIn(input)}::jsonb)) returning id`
    )
    return made as { id: number }
  }
})

/** An item is found under its own type only. */
function mustBeOfType({ param }: CommandContext, { orderTypeId }: Static<typeof Item>): void {
  if (param('orderTypeId') !== orderTypeId) throwProblem('notFound')
}

const edit = defineCommand(itemRows)({
  name: 'catalogue.editItem',
  call: 'PUT /api/Admin/OrderTypes/:orderTypeId/items/:id',
  icon: 'pencil',
  selection: 'one',
  access: { ADMIN: { form: ItemForm } },
  effects: ['reload'],
  async run(context, row, input: Input) {
    mustBeOfType(context, row)
    await mustBeNew(context, row.orderTypeId, input.name, row.id)
    await query(
      context.trx,
      sql`update catalogue.order_type_items set name = ${input.name}, value = ${input.value},
        names = jsonb_strip_nulls(names || ${namesIn(input)}::jsonb) where id = ${row.id}`
    )
  }
})

/** Prices and vehicles that name the item refuse by their own references; orders before them, for they say why it must stay. */
const remove = defineCommand(itemRows)({
  name: 'catalogue.removeItem',
  call: 'DELETE /api/Admin/OrderTypes/:orderTypeId/items/:id',
  icon: 'trash',
  tone: 'danger',
  selection: 'one',
  confirm: true,
  access: { ADMIN: { when: { orderTypeId: codes(OrderType, ['vehicle', 'tonnage']) } } },
  effects: ['remove', 'deselect'],
  async run(context, row) {
    mustBeOfType(context, row)
    await askVetoes(context.services.registries, 'catalogue.removeItem', context.trx, [row.id])
    await query(context.trx, sql`delete from catalogue.order_type_items where id = ${row.id}`)
  }
})

const panel: Panel = {
  name: 'catalogue.item.panel',
  title: 'catalogue.item.panel.title',
  tabs: [
    {
      name: 'details',
      title: 'catalogue.panel.details',
      kind: 'fields',
      load: `${items}/:id`,
      schema: Item,
      resourceType: 'catalogue.item',
      commands: [edit, remove],
      fields: [
        'orderTypeId',
        'name',
        'value',
        ...nameFields.map(key => ({ key, group: 'catalogue.item.otherLanguages', blank: 'catalogue.none' }))
      ]
    },
    {
      name: 'history',
      title: 'catalogue.panel.history',
      kind: 'timeline',
      load: `${items}/:id/history`,
      rows: itemRows
    }
  ]
}

export const orderTypeRoutes = [
  defineListRoute({
    url: items,
    access: ['ADMIN'],
    summary: 'Items of all order types, to be kept',
    rows: itemRows,
    sort: 'orderTypeId',
    sortable: ['orderTypeId']
  }),
  defineRoute({
    url: `${items}/:id`,
    access: ['ADMIN'],
    summary: 'An item of an order type, in every language',
    answer: ItemResponse(Item),
    run: async ({ services, caller, id }) => ({ data: orNotFound(await readOne(services.db, itemRows, id, caller)) })
  }),
  defineRoute({
    url: `${items}/:id/history`,
    access: ['ADMIN'],
    summary: 'What happened to an item, newest first',
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, itemRows, id, caller))
      return historyOf(services, itemRows, id, caller)
    }
  })
]

export const orderTypesPage = defineList(itemRows)({
  id: 'catalogue.orderTypes',
  route: '/config/orderTypes',
  group: 'settings',
  access: ['ADMIN'],
  call: items,
  columns: ['name', 'value'],
  sort: 'orderTypeId',
  groupBy: 'orderTypeId',
  commands: [add, edit, remove],
  panel
})
