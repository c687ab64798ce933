import { Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { filter, filterOf, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { leftJoinTaxpayer } from '../../companies/public.ts'
import { isOrderVisible, leftJoinOrder } from '../../orders/public.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { actStates } from '../acts/schema.ts'
import { EntryState } from '../records/schema.ts'
import { CardRow, CardState } from './schema.ts'

const declared = 'coalesce(card.revised_mass, card.mass)'
const staff = ['ADMIN'] as const

/** The number, the sender and the plate, folded: the expression of the index. */
const texts = raw(
  `kernel.fold(coalesce(card.number, '') || ' ' || coalesce(card.sender_name, '') || ' ' || coalesce(card.plate, ''))`
)

const flag = (column: string) => filter(Type.Boolean(), wanted => (wanted ? raw(column) : sql`not ${raw(column)}`))

/** Transfer cards. Clients see those of their orders. */
export const cards = defineResource({
  type: 'waste.card',
  title: 'transfer card',
  path: '/api/Admin/TransferCards',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  schema: CardRow,
  visibleTo: (reader: Reader): Sql => isOrderVisible(reader, 'card.order_id'),
  table: 'waste.cards',
  alias: 'card',
  joins: {
    matched: leftJoinOrder('matched', 'card.order_id'),
    account: leftJoinAccount('account', 'card.matched_account_id'),
    act: `left join lateral (select a.kind, a.state, a.problem, a.tried_at, a.due_at from waste.acts a
      where a.card_id = card.id order by a.id desc limit 1) act on true`,
    entry: `left join lateral (select e.state, e.problem, e.tried_at, e.due_at from waste.entries e
      where e.card_id = card.id order by e.id desc limit 1) entry on true`,
    client: leftJoinTaxpayer('client', 'card.sender_tax_number')
  },
  fields: {
    declaredMass: { sql: declared },
    isCarrier: { sql: '(card.carrier_eup is not null)' },
    isReceiver: { sql: '(card.receiver_eup is not null)' },
    waitingAct: { sql: `(case when act.state = ${actStates.waiting} then act.kind end)`, join: 'act' },
    refusedAct: { sql: `(case when act.state = ${actStates.refused} then act.kind end)`, join: 'act' },
    actProblem: { sql: `(case when act.state <> ${actStates.done} then act.problem end)`, join: 'act' },
    actTriedAt: { sql: `(case when act.state <> ${actStates.done} then act.tried_at end)`, join: 'act' },
    actDueAt: {
      sql: `(case when act.state = ${actStates.waiting} and act.problem is not null and isfinite(act.due_at) then act.due_at end)`,
      join: 'act'
    },
    entryProblem: { sql: `(case when entry.state <> ${EntryState.entered} then entry.problem end)`, join: 'entry' },
    entryTriedAt: { sql: `(case when entry.state <> ${EntryState.entered} then entry.tried_at end)`, join: 'entry' },
    entryDueAt: {
      sql: `(case when entry.state = ${EntryState.waiting} and entry.problem is not null and isfinite(entry.due_at) then entry.due_at end)`,
      join: 'entry'
    },
    // numbers are given in the order of ids
    orderNumber: joined('matched', 'number', { sort: ['card.order_id'] }),
    companyId: joined('matched', 'company_id'),
    departmentId: joined('matched', 'department_id'),
    clientId: joined('client', 'id'),
    matchedAccount: { sql: personName('account'), join: 'account', sort: ['card.matched_account_id'] }
  },
  fieldAccess: {
    toConfirm: staff,
    isCarrier: staff,
    isReceiver: staff,
    receivedBy: staff,
    readAt: staff,
    clientId: staff,
    matchedBy: staff,
    matchedAccount: staff,
    matchedAt: staff,
    waitingAct: staff,
    refusedAct: staff,
    actProblem: staff,
    actTriedAt: staff,
    actDueAt: staff,
    entryState: staff,
    enteredAt: staff,
    entryProblem: staff,
    entryTriedAt: staff,
    entryDueAt: staff
  },
  views: {
    list: [
      ...(['id', 'version', 'number', 'state', 'modifiedAt', 'plannedAt', 'transportedAt', 'wasteCode'] as const),
      ...(['senderName', 'plate', 'declaredMass', 'receivedMass', 'differs', 'toConfirm', 'orderId'] as const),
      ...(['orderNumber', 'companyId', 'departmentId', 'isCarrier', 'isReceiver', 'clientId', 'matchedBy'] as const),
      ...(['waitingAct', 'refusedAct', 'entryState', 'enteredAt'] as const)
    ],
    // without the names of people, who may ask for erasure
    history: [
      ...(['number', 'state', 'wasteCode', 'process', 'plate', 'plannedAt', 'transportedAt', 'mass'] as const),
      ...(['revisedMass', 'receivedMass', 'remarks', 'orderNumber', 'matchedBy'] as const)
    ],
    clientHistory: [
      ...(['number', 'state', 'wasteCode', 'process', 'plate', 'plannedAt', 'transportedAt', 'mass'] as const),
      ...(['revisedMass', 'receivedMass', 'remarks'] as const)
    ]
  },
  clientHistory: { view: 'clientHistory', events: ['waste.cardRead', 'waste.actDone'] },
  filters: {
    State: filter(EnumOf(CardState), state => sql`card.state = ${state}`),
    Difference: flag('card.differs'),
    ToConfirm: filterOf('toConfirm', flag('card.to_confirm')),
    WithoutOrder: filterOf('matchedBy', flag('card.lacks_order')),
    OrderId: filter(Id, id => sql`card.order_id = ${id}`)
  },
  search: [{ finds: word => word(texts) }],
  found: { name: 'number', details: ['senderName', 'plate'], icon: 'file', place: 9 },
  sort: '-modifiedAt'
})
