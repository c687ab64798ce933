/** The days of an order: wished, planned, received, finished. */
import { Type } from '@sinclair/typebox'
import { day } from '../../../src/kernel/resources/fields.ts'
import { Day, EnumOf, Nullable } from '../../../src/kernel/schema.ts'
import { overdueSql } from '../fragments.ts'
import { DayPart, OrderStatus } from '../schema.ts'
import type { OrderFields } from './views.ts'

/** An SQL condition on the alias `orders`: planned for another day than the client wishes. */
const notAsWishedSql = `(orders.status = ${OrderStatus.inProgress}
  and orders.wished_date is not null and orders.realization_date is distinct from orders.wished_date)`

export const days = {
  acceptedDate: {
    schema: Nullable(Day),
    ...day('orders.accepted_at'),
    for: 'everyone',
    in: ['list', 'details', 'report', 'print']
  },
  // upwards the orders without a wish come last, because people sort for the next wish
  wishedDate: {
    schema: Nullable(Day),
    sort: ["coalesce(orders.wished_date, 'infinity'::date)"],
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  wishedPart: {
    schema: Nullable(EnumOf(DayPart)),
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  urgent: {
    schema: Type.Boolean(),
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  notAsWished: {
    schema: Type.Boolean({ description: 'in progress, and planned for another day than the wished one; staff only' }),
    sql: notAsWishedSql,
    for: 'staff',
    in: ['list', 'details']
  },
  realizationDate: {
    schema: Nullable(Day),
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  /** The day that a client reads: the one that is planned, and once it was collected, that one. */
  collectionDate: {
    schema: Nullable(Type.String({ ...Day, description: 'receivingDate, and before it realizationDate' })),
    sql: 'coalesce(orders.receiving_date, orders.realization_date)',
    for: 'everyone',
    in: ['list']
  },
  /** In progress, and the realization day is before today. */
  overdue: { schema: Type.Boolean(), sql: overdueSql, for: 'everyone', in: ['list'] },
  receivingDate: {
    schema: Nullable(Day),
    walk: 'parts',
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report']
  },
  finishedAt: {
    schema: Nullable(Day),
    ...day('orders.finished_at'),
    walk: 'parts',
    for: 'everyone',
    in: ['list', 'details', 'report']
  }
} as const satisfies OrderFields
