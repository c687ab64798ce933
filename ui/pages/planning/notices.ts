/** The messages to drivers before they are sent, and which orders they are about. Pure. */
import type { ListResponse } from '../../../src/contract/list.ts'
import type { Proposal, ProposalOf } from '../../parts/form/nextValues.ts'
import { readsOf } from '../../parts/form/reads.ts'
import { query } from '../../query.ts'

export interface DriverNotice {
  readonly driverId: number | null
  readonly driver: string | null
  readonly address: string | null
  readonly orders: readonly number[]
  readonly notified: number
  readonly sent: readonly number[]
  readonly reassigned: number
  readonly messages: readonly string[]
}

/** What a person has chosen: drivers who know already are notified again; these drivers are not notified. */
export interface NoticesChoice {
  readonly again: boolean
  readonly leftOut: readonly (number | null)[]
}

/** The form value that has the person's choice. It is stored in drafts and never sent. */
export const choiceField = '_notices'

export const choiceIn = (values: Readonly<Record<string, unknown>>): NoticesChoice =>
  (values[choiceField] as NoticesChoice | undefined) ?? { again: false, leftOut: [] }

export const noticesQuery = (rows: readonly { readonly id: number }[], channel: unknown, again: boolean) => {
  const ids = rows.map(({ id }) => id).join()
  return query('orders.order', '/api/Admin/Orders/notices', { ids, channel, again })
}

/** The messages that are sent: those to drivers who can be reached and are not left out. */
export const chosenNotices = (notices: readonly DriverNotice[], { leftOut }: NoticesChoice): readonly DriverNotice[] =>
  notices.filter(({ driverId, sent }) => sent.length > 0 && !leftOut.includes(driverId))

/** The ids of the orders that the chosen messages are about. */
export const recipientsOf = (notices: readonly DriverNotice[], choice: NoticesChoice): readonly number[] =>
  chosenNotices(notices, choice).flatMap(({ sent }) => sent)

/** The recipients follow the messages and the person's choice. */
export const proposedRecipients: ProposalOf = (field, values, rows): Proposal => {
  const choice = choiceIn(values)
  return {
    query: noticesQuery(rows, readsOf(field, values).channel, choice.again),
    valueIn: answer => recipientsOf((answer as ListResponse<DriverNotice> | undefined)?.data ?? [], choice),
    follows: true
  }
}
