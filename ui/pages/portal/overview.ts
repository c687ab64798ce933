/** The overview of a client's orders, as GET /api/Dashboard/client answers. */
import { useQuery } from '@tanstack/react-query'
import type { Row } from '../../../src/contract/row.ts'
import { dataOf, query } from '../../query.ts'

export const resourceType = 'orders.order'
/** The list that the links open. */
export const listPath: string = '/client/orders'

/** An order as the list of orders has it. */
export type Order = Row & {
  readonly number: string
  readonly currentStatus: number
  readonly type: number
  readonly orderTypeItemName: string
  readonly quantity: number
  readonly receptionPlace: string
  readonly createdAt: string
  readonly realizationDate: string | null
  readonly wishedDate: string | null
  readonly receivingDate: string | null
  readonly finishedAt: string | null
  readonly netPrice: number
  /** Null for an order by the tonne that has not been weighed. */
  readonly netOwed: number | null
  readonly tonnage: number | null
  readonly kpo: string | null
  readonly invoiceNumber: string | null
}

export interface Cost {
  readonly orders: number
  /** How many of these orders are priced per tonne. They count with their weighed tonnes × price. */
  readonly perTonne: number
  readonly netOwed: number
  readonly grossOwed: number
}

export interface Overview {
  readonly today: string
  readonly counts: readonly { readonly status: number; readonly count: number }[]
  readonly underWay: readonly Order[]
  readonly done: readonly Order[]
  readonly month: Cost
  readonly year: Cost
  /** How many people ask to join the company, for those who may let them in. */
  readonly peopleWhoAsk: number
}

/** Hints about orders reload the overview, because its query key begins with their resource type. */
export function useOverview() {
  return useQuery({
    ...query(resourceType, '/api/Dashboard/client'),
    select: dataOf,
    meta: { resourceTypes: [resourceType, 'users.account'] }
  })
}

/** Whether there are no orders in progress and no completed ones. */
export const isNew = ({ counts, done }: Overview): boolean =>
  done.length === 0 && counts.every(({ count }) => count === 0)

/**
 * What happens next with an order: the key of a message, and the day that the message has.
 * @param status the member's name, such as `accepted`
 */
export function nextStep(
  status: string | undefined,
  { realizationDate }: Pick<Order, 'realizationDate'>,
  today: string
): readonly [key: string, day?: string] {
  if (status === 'new') return ['orders.overview.next.new']
  if (status !== 'inProgress' || !realizationDate) return ['orders.overview.next.accepted']
  return [realizationDate < today ? 'orders.overview.next.past' : 'orders.overview.next.planned', realizationDate]
}
