/** The lines above a spreadsheet's table: what it is, of which days, and when it was made. */
import { timeZone } from '../../contract/days.ts'
import { dateFormats } from '../../contract/formats.ts'
import type { Language } from '../../contract/languages.ts'
import type { Services } from '../services.ts'

const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)
const days = dateFormats({ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const instants = dateFormats({
  ...{ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit' }
})

/** Two days, `YYYY-MM-DD`, both included, or a year. */
export type SheetPeriod = { readonly from: string; readonly to: string } | { readonly year: number }

/**
 * The lines, in the language of who reads the sheet: the title, the period if there is one, and the instant of the call.
 */
export function sheetHead(
  { messages, now }: Pick<Services, 'messages' | 'now'>,
  language: Language,
  title: string,
  period?: SheetPeriod
): string[] {
  const dayText = (day: string): string => days(localeOf(language)).format(new Date(`${day}T12:00:00Z`))
  const said = (key: string, params: Record<string, string>): string => messages.say(language, key, params)
  const ofPeriod =
    period === undefined
      ? []
      : 'year' in period
        ? [said('common.sheet.year', { year: String(period.year) })]
        : [said('common.sheet.period', { from: dayText(period.from), to: dayText(period.to) })]
  return [title, ...ofPeriod, said('common.sheet.made', { at: instants(localeOf(language)).format(now()) })]
}
