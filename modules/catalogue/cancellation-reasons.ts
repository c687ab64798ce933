/** The reasons that an order is cancelled for: their page, and the commands that keep the dictionaries of reasons. */
import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand, defineCreation, defineForm } from '../../src/kernel/command.ts'
import { defineList } from '../../src/kernel/pages.ts'
import { defineListRoute } from '../../src/kernel/routes.ts'
import { defineRows } from '../../src/kernel/rows.ts'
import { Id, Of, Version } from '../../src/kernel/schema.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/sql.ts'
import { refuseField } from '../../src/kernel/validation.ts'
import { Dictionary } from './schema.ts'

const Reason = Type.Object({ id: Id, version: Version, dictionary: Of(Dictionary), value: Type.String() })

const reasonRows = defineRows({
  noun: 'catalogue.reason',
  schema: Reason,
  table: 'catalogue.dictionary_values',
  alias: 'v',
  fields: { id: 'v.id', version: 'v.version', dictionary: 'v.dictionary', value: 'v.value' },
  visibleTo: () => raw('false'),
  filters: {
    Dictionary: {
      schema: { type: 'integer', enum: [0, 1] },
      where: (dictionary: number) => sql`v.dictionary = ${dictionary}`
    }
  }
})

const ReasonForm = defineForm({
  schema: Type.Object({ value: Type.String({ minLength: 1, maxLength: 200 }) }),
  fields: { value: { control: 'text' } }
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

const addTo = (dictionary: 0 | 1, name: string) =>
  defineCreation(reasonRows)({
    name,
    call: `POST /api/Dictionaries/${dictionary}/add-value`,
    icon: 'plus',
    tone: 'info',
    for: { ADMIN: { form: ReasonForm } },
    effects: ['reload'],
    async run(context, { value }: Input) {
      await mustBeNew(context, dictionary, value)
      const [made] = await query<{ id: number }>(
        context.trx,
        sql`insert into catalogue.dictionary_values (dictionary, value) values (${dictionary}, ${value}) returning id`
      )
      return made as { id: number }
    }
  })

const add = addTo(Dictionary.cancellationReasons, 'catalogue.addReason')
export const addDeactivationReason = addTo(Dictionary.deactivationReasons, 'catalogue.addDeactivationReason')

const edit = defineCommand(reasonRows)({
  name: 'catalogue.editReason',
  call: 'PUT /api/Dictionaries/:id/update-value',
  icon: 'pencil',
  selection: 'one',
  for: { ADMIN: { form: ReasonForm } },
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
  for: { ADMIN: {} },
  effects: ['remove', 'deselect'],
  async run({ trx }, { id }) {
    await query(trx, sql`delete from catalogue.dictionary_values where id = ${id}`)
  }
})

export const reasonsRoute = defineListRoute({
  url: '/api/Dictionaries/values',
  for: ['ADMIN'],
  summary: 'Reasons of both dictionaries, to be kept',
  rows: reasonRows,
  sort: 'value',
  sortable: ['value']
})

export const reasonsPage = defineList(reasonRows)({
  id: 'catalogue.cancellationReasons',
  route: '/config/cancellationReasons',
  group: 'settings',
  for: ['ADMIN'],
  call: reasonsRoute.url,
  fixed: { Dictionary: Dictionary.cancellationReasons },
  columns: ['value'],
  sort: 'value',
  selection: 'many',
  commands: [add, edit, remove]
})
