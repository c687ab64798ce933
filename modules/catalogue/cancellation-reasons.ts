/** The dictionaries of reasons for cancelling orders and deactivating clients: their page and commands. */
import { Type } from '@sinclair/typebox'
import { memberOf } from '../../src/contract/vocabulary.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../src/kernel/pages/tabs.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { orNotFound } from '../../src/kernel/routes/route.ts'
import { EnumOf, Id, Version } from '../../src/kernel/schema.ts'
import { Reason } from './models.ts'
import { Dictionary } from './schema.ts'

export const reasons = defineResource({
  type: 'catalogue.reason',
  title: 'reason',
  titles: 'reasons of both dictionaries',
  path: '/api/Dictionaries/values',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, dictionary: EnumOf(Dictionary), value: Type.String() }),
  table: 'catalogue.dictionary_values',
  alias: 'reason',
  // every sort begins with the dictionary, by which the page groups its rows
  fields: {
    dictionary: { sql: 'reason.dictionary', sort: ['reason.dictionary', 'reason.value'] },
    value: { sql: 'reason.value', sort: ['reason.dictionary', 'reason.value'] }
  },
  named: 'value',
  filters: { Dictionary: filter(EnumOf(Dictionary), dictionary => sql`reason.dictionary = ${dictionary}`) },
  sort: 'dictionary'
})

const ReasonForm = defineForm({
  schema: Type.Object({ value: Type.String({ minLength: 1, maxLength: 200 }) })
})

/** Refuses a reason that the dictionary already has. */
async function requireNew({ trx }: CommandContext, dictionary: number, value: string, id = 0): Promise<void> {
  const same = await Reason.query(trx).where({ dictionary, value }).whereNot({ id }).first()
  if (same) refuseField('value', 'catalogue.reason.value.taken')
}

const addReason = defineCreation(reasons, {
  name: 'catalogue.addReason',
  key: 'n',
  call: 'POST /api/Dictionaries/:key/add-value',
  menu: { field: 'key', options: Dictionary },
  access: { ADMIN: { form: ReasonForm } },
  async run(context, { value }) {
    const dictionary = context.param('key')
    orNotFound(memberOf(Dictionary, dictionary))
    await requireNew(context, dictionary, value)
    return Reason.query(context.trx).insert({ dictionary, value })
  }
})

const editReason = defineCommand(reasons, {
  name: 'catalogue.editReason',
  key: 'e',
  call: 'PUT /api/Dictionaries/:id/update-value',
  icon: 'pencil',
  access: { ADMIN: { form: ReasonForm } },
  async run(context, { id, dictionary }, { value }) {
    await requireNew(context, dictionary, value, id)
    await Reason.query(context.trx).findById(id).patch({ value })
  }
})

/** A reason may be removed at any time, because orders store it as a text. */
const removeReason = defineCommand(reasons, {
  name: 'catalogue.removeReason',
  call: 'DELETE /api/Dictionaries/:id/remove-value',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  async run({ trx }, { id }) {
    await Reason.query(trx).deleteById(id)
  }
})

export const reasonCommands = [addReason, editReason, removeReason]

export const reasonsPage = definePage(reasons, {
  id: 'catalogue.cancellationReasons',
  route: '/config/cancellationReasons',
  group: 'settings',
  place: 5,
  columns: ['value'],
  groupBy: 'dictionary',
  commands: [addReason, editReason, removeReason],
  panel: [detailsTab(reasons, ['dictionary', 'value'], { commands: [editReason, removeReason] }), historyTab(reasons)]
})
