/** What people do with statements of masses. The names are stored in histories and must not change. */
import { Type } from '@sinclair/typebox'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, Id, Nullable } from '../../../src/kernel/schema.ts'
import { Statement } from '../models.ts'
import { StatementState } from '../schema.ts'
import { issue, requirePeriod } from './issue.ts'
import { statements } from './resource.ts'
import { previewPath } from './sums.ts'

const preview = `${previewPath}?CompanyId={companyId}&PlaceId={placeId?}&From={firstDay}&To={lastDay}`
const shown = (schema: object) => ({ readOnly: true, transient: { anyOf: [schema, { type: 'null' }] } }) as const

const IssueForm = defineForm({
  schema: Type.Object({
    companyId: Type.Integer({ ...Id, messages: { otherwise: 'evidence.statement.companyId.required' } }),
    placeId: Type.Optional(Nullable(Id)),
    firstDay: Day,
    lastDay: Day
  }),
  fields: {
    companyId: {
      label: 'evidence.statement.company',
      options: {
        call: '/api/Admin/Companies?page=1&limit=20',
        value: 'id',
        label: ['name', 'fullAddress'],
        search: { key: 'allFields', one: 'CompanyId' }
      }
    },
    placeId: {
      label: 'evidence.statement.place',
      blank: 'evidence.statement.allPlaces',
      options: {
        call: '/api/Admin/Companies/{companyId}/reception-places',
        value: 'id',
        label: ['city', 'street', 'postalCode'],
        search: { key: 'allFields', one: 'placeId', from: 0 }
      }
    },
    firstDay: { half: true, initial: 'lastMonthBegins', days: { to: 'today' }, periodTo: 'lastDay' },
    lastDay: { half: true, initial: 'lastMonthEnds', days: { to: 'today' } },
    kilograms: { ...shown({ type: 'integer', format: 'kilograms' }), half: true },
    orders: { ...shown({ type: 'integer' }), half: true },
    byCode: { ...shown({ type: 'string' }), help: 'evidence.statement.byCode.help' }
  },
  derive: (['kilograms', 'orders', 'byCode'] as const).map(field => ({
    kind: 'fetched' as const,
    call: preview,
    pick: `data.${field}`,
    to: field
  }))
})

export const issueStatement = defineCreation(statements, {
  name: 'evidence.issue',
  call: 'POST /api/Admin/MassStatements',
  access: { ADMIN: { form: IssueForm } },
  ui: { icon: 'plus', key: 'n' },
  async run(context, { companyId, placeId = null, firstDay, lastDay }) {
    requirePeriod({ firstDay, lastDay }, context.now)
    return { id: (await issue(context, { companyId, placeId, firstDay, lastDay })).id }
  }
})

const whileValid = { state: [StatementState.valid] } as const

/** Issues the statement anew, as the ledger is now; the old one points to the new one. */
export const reissueStatement = defineCommand(statements, {
  name: 'evidence.reissue',
  call: 'PUT /api/Admin/MassStatements/:id/reissue',
  access: { ADMIN: { when: { ...whileValid, isOutdated: [true] } } },
  ui: { icon: 'refresh', tone: 'success', confirm: true },
  async run(context, row) {
    const { trx, now } = context
    const { id, companyId, placeId, firstDay, lastDay } = row
    // first, because there is one valid statement of a client, a place and a period
    await Statement.query(trx).findById(id).patch({ replacedAt: now })
    const next = await issue(context, { companyId, placeId, firstDay, lastDay })
    await Statement.query(trx).findById(id).patch({ replacedById: next.id })
    context.addAuditParams({ number: next.number })
    await context.recordEvent(statements, next.id)
  }
})

export const withdrawStatement = defineCommand(statements, {
  name: 'evidence.withdraw',
  call: 'PUT /api/Admin/MassStatements/:id/withdraw',
  access: {
    ADMIN: {
      when: whileValid,
      form: defineForm({
        schema: Type.Object({
          reason: Type.String({
            minLength: 1,
            maxLength: 300,
            messages: { required: 'evidence.withdraw.reason.required' }
          })
        }),
        messagePrefix: 'evidence.withdraw'
      })
    }
  },
  ui: { icon: 'ban', tone: 'danger' },
  async run({ trx, now, addAuditParams }, { id }, { reason }) {
    addAuditParams({ reason: reason.trim() })
    await Statement.query(trx).findById(id).patch({ withdrawnAt: now, withdrawReason: reason.trim() })
  }
})

export const statementCommands = [issueStatement, reissueStatement, withdrawStatement]
