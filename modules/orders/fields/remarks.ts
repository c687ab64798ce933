/** What people wrote: the reason of a cancellation, additional information, comments. */
import { Type } from '@sinclair/typebox'
import { isClient, type Reader } from '../../../src/kernel/access/caller.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { day } from '../../../src/kernel/resources/fields.ts'
import { Day, Nullable } from '../../../src/kernel/schema.ts'
import { canceledByUser } from '../schema.ts'
import type { OrderFields } from './views.ts'

/** The number of comments that the reader may read. */
const commentsFor = (reader: Reader): Sql =>
  raw(isClient(reader) ? 'coalesce(thread.shared, 0)' : 'coalesce(thread.shared + thread.internal, 0)')

export const remarks = {
  canceledAt: { schema: Nullable(Day), ...day('orders.canceled_at'), for: 'everyone', in: ['list', 'details'] },
  /** The fixed reason of clients is shown as a translated text. */
  reasonForCancellation: {
    schema: Nullable(Type.String({ words: { [canceledByUser]: 'orders.order.canceledByClient' } })),
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report']
  },
  cancellationComment: {
    schema: Nullable(Type.String()),
    for: 'everyone',
    in: ['details', 'history', 'clientHistory']
  },

  additionalInfo: {
    schema: Nullable(Type.String()),
    for: 'everyone',
    in: ['details', 'history', 'clientHistory', 'report', 'print']
  },
  hasAdditionalInfo: {
    schema: Type.Boolean(),
    sql: "coalesce(orders.additional_info, '') <> ''",
    for: 'everyone',
    in: ['list']
  },

  /** The number of comments that the reader may read. */
  commentsCount: {
    schema: Type.Integer({ minimum: 0 }),
    sql: reader => commentsFor(reader),
    join: 'thread',
    for: 'everyone',
    in: ['list', 'details']
  },
  hasComments: {
    schema: Type.Boolean(),
    sql: reader => sql`${commentsFor(reader)} > 0`,
    join: 'thread',
    for: 'everyone',
    in: ['list']
  },
  unansweredComment: {
    schema: Type.Boolean({ description: 'the client had the last word; staff only' }),
    sql: 'coalesce(thread.unanswered, false)',
    join: 'thread',
    for: 'staff',
    in: ['list', 'details']
  }
} as const satisfies OrderFields
