/** Saving, changing and removing a set. A set belongs to one person. For all others the answer is 404. */
import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { type CommandContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Text } from '../../../src/kernel/schema.ts'
import { throwReportError } from '../errors.ts'
import { SavedSet } from '../models.ts'
import { maxQuery, questionOfText } from '../query-text.ts'
import { savedSets } from './resource.ts'

const asked = {
  name: Text(100, { minLength: 1 }),
  isMonthly: Type.Optional(Type.Boolean())
}
const help = { isMonthly: { help: 'reports.savedSet.isMonthly.help' } }

/** The browser adds `query`, the question of the report's form. */
const SaveForm = defineForm({
  schema: Type.Object({ ...asked, query: Type.String({ maxLength: maxQuery }) }),
  fields: { ...help, query: { control: 'hidden' } }
})
const EditForm = defineForm({ schema: Type.Object(asked), fields: help })

/** Refuses a name that another set of the person has for the report. The unique index refuses a simultaneous duplicate. */
async function requireFreeName(
  { trx, accountId }: CommandContext,
  report: number,
  name: string,
  id = 0
): Promise<void> {
  const taken = await queryOne(
    trx,
    sql`select id from reports.saved_sets
      where account_id = ${accountId} and report = ${report} and lower(name) = lower(${name}) and id <> ${id}`
  )
  if (taken) throwReportError.at('name', 'setExists')
}

const saveSet = defineCreation(savedSets, {
  name: 'reports.saveSet',
  call: 'POST /api/Admin/Reports/:id/sets',
  access: { ADMIN: { form: SaveForm } },
  async run(context, { name, query, isMonthly = false }) {
    const { trx, accountId, now } = context
    const report = context.param('id')
    questionOfText(report, query, dayOf(now))
    await requireFreeName(context, report, name.trim())
    const set = { accountId: accountId as number, report, name: name.trim(), query, createdAt: now }
    const { id } = await SavedSet.query(trx).insert({ ...set, monthlySince: isMonthly ? now : null })
    return { id }
  }
})

const editSet = defineCommand(savedSets, {
  name: 'reports.editSet',
  key: 'e',
  call: 'PUT /api/Admin/Reports/sets/:id',
  icon: 'pencil',
  access: { ADMIN: { form: EditForm } },
  async run(context, { id, accountId, reportId, isMonthly: wasMonthly }, { name, isMonthly = wasMonthly }) {
    if (accountId !== context.accountId) throwProblem('notFound')
    await requireFreeName(context, reportId, name.trim(), id)
    const monthly = isMonthly === wasMonthly ? {} : { monthlySince: isMonthly ? context.now : null }
    await SavedSet.query(context.trx)
      .findById(id)
      .patch({ name: name.trim(), ...monthly })
  }
})

const removeSet = defineCommand(savedSets, {
  name: 'reports.removeSet',
  call: 'DELETE /api/Admin/Reports/sets/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  async run({ trx, accountId: own }, { id, accountId }) {
    if (accountId !== own) throwProblem('notFound')
    await SavedSet.query(trx).deleteById(id)
  }
})

export const setCommands = [saveSet, editSet, removeSet]
export const ofTab = [editSet, removeSet]
