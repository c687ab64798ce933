/** Settings of how long is kept what the business need not keep for ever. Without them everything is kept. A part of the schema. */
import { Type } from '@sinclair/typebox'

const months = (description: string, fewest: string) =>
  Type.Integer({ description: `${description} ${fewest} 0 keeps all.`, default: 0, minimum: 0, maximum: 1200 })

export const retentionSettings = {
  messagesKeepMonths: months(
    'How many months e-mails and SMS to drivers and clients are kept after they were sent, with addresses and texts; older ones are removed.',
    'What waits to be sent stays.'
  ),
  historyKeepMonths: months(
    'How many months the history of orders, companies, people and all else is kept; older entries are removed, and the audit stays.',
    'What a row is does not depend on it.'
  )
}
