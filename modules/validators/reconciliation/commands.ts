/**
 * What staff do with an order whose documents differ: they explain the differences, or take the explanation back. The link between
 * an order and a document is edited in the document.
 */
import { Type } from '@sinclair/typebox'
import objection from 'objection'
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { reconciliations } from './resource.ts'
import { ReconciliationState } from './schema.ts'

const { Model, raw, snakeCaseMappers } = objection

class ReconciliationRow extends Model {
  static override tableName = 'validators.reconciliations'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  /** The bits of the differences that the comment explains. */
  declare explained: number
  declare comment: string | null
  declare explainedAt: Date | null
  declare explainedBy: number | null
}

const ExplainForm = defineForm({
  schema: Type.Object({
    orderIds: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    comment: Type.String({ maxLength: 2000, messages: { required: 'validators.approve.failed' } })
  }),
  fields: { comment: { initial: 'empty' } }
})

/** Explains the present differences of an order. A difference that appears later is open again. */
export const explain = defineCommand(reconciliations, {
  name: 'validators.explain',
  call: 'PUT /api/Admin/Reconciliations/explain',
  wire: { ids: 'orderIds' },
  selection: 'some',
  access: { ADMIN: { when: { state: codes(ReconciliationState, ['open']) }, form: ExplainForm } },
  ui: { icon: 'check', tone: 'success', opensIn: 'panel' },
  async run({ trx, now, accountId }, { id }, { comment }) {
    const said = { comment: comment.trim(), explainedAt: now, explainedBy: accountId }
    await ReconciliationRow.query(trx)
      .findById(id)
      .patch({ ...said, explained: raw('differences') })
  }
})

/** Takes the explanation back. The differences are open again. */
export const reopen = defineCommand(reconciliations, {
  name: 'validators.reopen',
  call: 'PUT /api/Admin/Reconciliations/:id/reopen',
  access: { ADMIN: { when: { state: codes(ReconciliationState, ['explained']) } } },
  ui: { icon: 'undo', confirm: true },
  async run({ trx }, { id }) {
    await ReconciliationRow.query(trx)
      .findById(id)
      .patch({ explained: 0, comment: null, explainedAt: null, explainedBy: null })
  }
})
