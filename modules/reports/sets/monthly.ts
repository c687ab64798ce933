/**
 * Sets that are sent each month. When a month is over in Warsaw, a worker orders the file about that month. The database allows only
 * one file for each set and month, so several workers, or a crash, cannot make two. A worker checks every hour, so a worker that did
 * not run at night catches up. A set that was marked during a month is first sent after that month.
 */
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { administratorOf } from '../../users/public.ts'
import { enqueueFile } from '../files/make.ts'
import { ReportFile, type SavedSet } from '../models.ts'
import { aboutMonth, questionOfText } from '../query-text.ts'
import { fileNameOf } from '../routes.ts'

/** The first and the last day of the month before that of the day. */
export function monthBefore(day: string): { readonly first: string; readonly last: string } {
  const last = addDays(`${day.slice(0, 7)}-01`, -1)
  return { first: `${last.slice(0, 7)}-01`, last }
}

type Due = Pick<SavedSet, 'id' | 'accountId' | 'report' | 'name' | 'query'>

/** Enqueues the missing files of the last month. @returns their number */
export async function enqueueMonthly(services: Services): Promise<number> {
  const { db, now, log } = services
  const month = monthBefore(dayOf(now()))
  const due = await query<Due>(
    db,
    sql`select s.id, s.account_id as "accountId", s.report, s.name, s.query from reports.saved_sets s
      where s.monthly_since < ${startOfDay(month.last, 1)}
        and not exists (select from reports.files f where f.set_id = s.id and f.month = ${month.first}::date)
      order by s.id limit 1000`
  )
  let made = 0
  for (const set of due)
    try {
      if (await enqueueOne(services, set, month)) made += 1
    } catch (error) {
      log.warn({ err: error, set: set.id }, 'reports: a monthly file could not be ordered')
    }
  return made
}

async function enqueueOne(services: Services, set: Due, month: { first: string; last: string }): Promise<boolean> {
  const { db, now } = services
  const administrator = await administratorOf(db, set.accountId)
  if (!administrator) return false
  const text = aboutMonth(set.query, month)
  const question = questionOfText(set.report, text, dayOf(now()))
  return db.transaction(async trx => {
    const file = {
      accountId: set.accountId,
      report: set.report,
      setId: set.id,
      month: month.first,
      query: text,
      language: administrator.language,
      fileName: fileNameOf(set.name, question),
      createdAt: now()
    }
    const { id } = (await ReportFile.query(trx)
      .insert(file)
      .onConflict(['set_id', 'month'])
      .ignore()) as Partial<ReportFile>
    if (id === undefined) return false
    await enqueueFile(services, trx, id)
    return true
  })
}
