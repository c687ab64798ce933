/** The e-mail about a monthly file. It has a link instead of the file, because a reader of the mailbox has not signed in. */
import type { Knex } from 'knex'
import { languageOf } from '../../../src/contract/languages.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { queueMessage } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { administratorOf } from '../../users/public.ts'
import { reportFiles } from '../files/resource.ts'
import type { ReportFile } from '../models.ts'

/** Queues the e-mail in the transaction that marks the file as ready, so that it is queued only once. */
export async function sendMonthly(
  services: Services,
  trx: Knex.Transaction,
  { id, accountId, report, fileName }: ReportFile
): Promise<void> {
  const administrator = await administratorOf(trx, accountId)
  if (!administrator) return
  const { adminUrl, businessName } = services.settings
  const link = new URL(`/report/reportList?row=${report}&panel=${report}&tab=files`, adminUrl).href
  const params = { business: businessName, name: oneLine(fileName.replace(/\.xlsx$/, '')), link }
  await queueMessage(services, trx, {
    to: { accountId, address: administrator.email, language: languageOf(administrator.language) },
    channel: MessageChannel.email,
    type: MessageType.report,
    about: { resourceType: reportFiles.type, ids: [id] },
    words: say => ({ subject: say('reports.monthly.subject', params), body: say('reports.monthly.text', params) })
  })
}
