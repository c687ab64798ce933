/** The reasons that an order is cancelled or a client is deactivated for: their page, and the commands that keep them. */
import { Type } from '@sinclair/typebox'
import { memberOf } from '../../src/contract/vocabulary.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { HistoryEntry, historyOf } from '../../src/kernel/history/timeline.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { defineList, type Panel } from '../../src/kernel/metadata/pages.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { EnumOf, Id, Version } from '../../src/kernel/schema.ts'
import { Dictionary } from './schema.ts'

const Reason = Type.Object({ id: Id, version: Version, dictionary: EnumOf(Dictionary), value: Type.String() })

const reasonRows = defineRows({
  type: 'catalogue.reason',
  schema: Reason,
  table: 'catalogue.dictionary_values',
  alias: 'v',
  fields: {
    id: 'v.id',
    version: 'v.version',
    dictionary: { sql: 'v.dictionary', sort: ['v.dictionary', 'v.value'] },
    value: 'v.value'
  },
  visibleTo: () => raw('false'),
  filters: {
    Dictionary: {
      schema: { type: 'integer', enum: [0, 1] },
      where: (dictionary: number) => sql`v.dictionary = ${dictionary}`
    }
  }
})

const ReasonForm = defineForm({
  schema: Type.Object({ value: Type.String({ minLength: 1, maxLength: 200 }) })
})

interface Input {
  readonly value: string
}

/** A dictionary says each reason once. */
async function mustBeNew({ trx }: CommandContext, dictionary: number, value: string, id = 0): Promise<void> {
  const known = await queryOne(
    trx,
    sql`select id from catalogue.dictionary_values where dictionary = ${dictionary} and value = ${value} and id <> ${id}`
  )
  if (known) refuseField('value', 'catalogue.reason.value.taken')
}

const add = defineCreation(reasonRows)({
  name: 'catalogue.addReason',
  call: 'POST /api/Dictionaries/:key/add-value',
  icon: 'plus',
  tone: 'info',
  menu: { field: 'key', options: Dictionary },
  access: { ADMIN: { form: ReasonForm } },
  effects: ['reload'],
  async run(context, { value }: Input) {
    const dictionary = context.param('key')
    orNotFound(memberOf(Dictionary, dictionary))
    await mustBeNew(context, dictionary, value)
    const [made] = await query<{ id: number }>(
      context.trx,
      sql`insert into catalogue.dictionary_values (dictionary, value) values (${dictionary}, ${value}) returning id`
    )
    return made as { id: number }
  }
})

const edit = defineCommand(reasonRows)({
  name: 'catalogue.editReason',
  call: 'PUT /api/Dictionaries/:id/update-value',
  icon: 'pencil',
  selection: 'one',
  access: { ADMIN: { form: ReasonForm } },
  effects: ['reload'],
  async run(context, { id, dictionary }, { value }: Input) {
    await mustBeNew(context, dictionary, value, id)
    await query(context.trx, sql`update catalogue.dictionary_values set value = ${value} where id = ${id}`)
  }
})

/** Orders keep the reason as a text of their own, so that it may go. */
const remove = defineCommand(reasonRows)({
  name: 'catalogue.removeReason',
  call: 'DELETE /api/Dictionaries/:id/remove-value',
  icon: 'trash',
  tone: 'danger',
  selection: 'some',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove', 'deselect'],
  async run({ trx }, { id }) {
    await query(trx, sql`delete from catalogue.dictionary_values where id = ${id}`)
  }
})

const panel: Panel = {
  name: 'catalogue.reason.panel',
  title: 'catalogue.reason.panel.title',
  tabs: [
    {
      name: 'details',
      title: 'catalogue.panel.details',
      kind: 'fields',
      load: '/api/Dictionaries/values/:id',
      schema: Reason,
      resourceType: 'catalogue.reason',
      commands: [edit, remove],
      fields: ['dictionary', 'value']
    },
    {
      name: 'history',
      title: 'catalogue.panel.history',
      kind: 'timeline',
      load: '/api/Dictionaries/values/:id/history',
      rows: reasonRows
    }
  ]
}

export const reasonRoutes = [
  defineListRoute({
    url: '/api/Dictionaries/values',
    access: ['ADMIN'],
    summary: 'Reasons of both dictionaries, to be kept',
    rows: reasonRows,
    sort: 'dictionary',
    sortable: ['dictionary']
  }),
  defineRoute({
    url: '/api/Dictionaries/values/:id',
    access: ['ADMIN'],
    summary: 'One reason',
    answer: ItemResponse(Reason),
    run: async ({ services, caller, id }) => ({ data: orNotFound(await readOne(services.db, reasonRows, id, caller)) })
  }),
  defineRoute({
    url: '/api/Dictionaries/values/:id/history',
    access: ['ADMIN'],
    summary: 'What happened to a reason, newest first',
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, reasonRows, id, caller))
      return historyOf(services, reasonRows, id, caller)
    }
  })
]

export const reasonsPage = defineList(reasonRows)({
  id: 'catalogue.cancellationReasons',
  route: '/config/cancellationReasons',
  group: 'settings',
  access: ['ADMIN'],
  call: '/api/Dictionaries/values',
  columns: ['value'],
  sort: 'dictionary',
  groupBy: 'dictionary',
  selection: 'many',
  commands: [add, edit, remove],
  panel
})
