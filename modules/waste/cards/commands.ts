/** What people and the application do with cards. The names are stored in histories and must not change. */
import { Type } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { orderToMatchById } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { throwWasteError } from '../errors.ts'
import { CardRecord } from '../models.ts'
import { cards } from './resource.ts'
import { CardState, MatchedBy } from './schema.ts'

const { orders } = orderResources

/** The same choice as that of a document's order. */
const MatchForm = defineForm({
  schema: Type.Object({ orderId: Id }),
  context: ['clientId'],
  fields: {
    orderId: {
      options: {
        call: '/api/Admin/Orders?page=1&limit=20&OrderStatus=2&OrderStatus=3&OrderStatus=5&CompanyId={clientId?}',
        value: 'id',
        label: ['number', 'company', 'realizationDate'],
        search: { key: 'allFields', one: 'OrderId', from: 0 }
      },
      help: 'waste.card.orderId.help'
    }
  }
})

const standing = codes(CardState, [
  'planned',
  'approved',
  'confirmationGenerated',
  'received',
  'transported',
  'rejected'
])

export const match = defineCommand(cards, {
  name: 'waste.match',
  call: 'PUT /api/Admin/TransferCards/:id/match',
  access: { ADMIN: { when: { state: standing }, form: MatchForm } },
  ui: { icon: 'link', tone: 'info', key: 'm', undo: 'PUT /api/Admin/TransferCards/:id/unmatch', about: true },
  async run({ trx, now, accountId, hint, addAuditParams }, { id, orderId: former, matchedBy }, { orderId }) {
    if (orderId === former && matchedBy === MatchedBy.person) return
    const order = await queryOne<{ number: string }>(trx, orderToMatchById(orderId))
    if (!order) return throwWasteError.at('orderId', 'orderNotCollected')
    addAuditParams({ order: order.number })
    await CardRecord.query(trx)
      .findById(id)
      .patch({ orderId, matchedBy: MatchedBy.person, matchedAccountId: accountId, matchedAt: now })
    hint(orders.subjectType, [orderId, ...(former === null ? [] : [former])])
  }
})

/** Takes the card from its order. The rule does not match the two again. */
export const unmatch = defineCommand(cards, {
  name: 'waste.unmatch',
  call: 'PUT /api/Admin/TransferCards/:id/unmatch',
  access: { ADMIN: { shown: { matchedBy: codes(MatchedBy, ['rule', 'person']) } } },
  ui: { icon: 'times', confirm: true },
  async run({ trx, hint }, { id, orderId }) {
    await query(
      trx,
      sql`update waste.cards set order_id = null, matched_by = null, matched_account_id = null, matched_at = null,
          refused_orders = case when order_id = any(refused_orders) then refused_orders else refused_orders || order_id end
        where id = ${id}`
    )
    if (orderId !== null) hint(orders.subjectType, [orderId])
  }
})

/** The rule has found the orders of these cards; a card that has one meanwhile keeps it. */
export const matchByRule = defineSystemCommand(cards, {
  name: 'waste.matchByRule',
  when: { matchedBy: [null] },
  async run({ trx, now, services }, rows, found: ReadonlyMap<number, number>) {
    const ids = rows.map(({ id }) => id)
    await query(
      trx,
      sql`update waste.cards card set order_id = found.order_id, matched_by = ${MatchedBy.rule}, matched_account_id = null, matched_at = ${now}
        from unnest(${ids}::int[], ${ids.map(id => found.get(id) ?? null)}::int[]) as found (id, order_id)
        where card.id = found.id and found.order_id is not null`
    )
    services.hints.send({
      kind: 'changed',
      resourceType: orders.subjectType,
      ids: [...found.values()],
      companyId: null
    })
  }
})
