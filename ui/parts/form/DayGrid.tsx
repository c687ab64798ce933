// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA date picker is a grid of buttons
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a cell of a table that is a grid is a gridcell
/** A month to pick a day from (the ARIA date-picker grid): one tab stop, navigated by arrow keys; disabled days say so. */
import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays } from '../../../src/contract/days.ts'
import { dateFormats } from '../../../src/contract/formats.ts'
import { useLanguage, useText } from '../../i18n.ts'
import type { Bounds } from './days.ts'
import { addMonths, dayAfterKey, weeksOf, within } from './days.ts'

const wholeDays = dateFormats({ timeZone: 'UTC', dateStyle: 'full' })
const weekdays = dateFormats({ timeZone: 'UTC', weekday: 'long' })
const months = dateFormats({ timeZone: 'UTC', month: 'long', year: 'numeric' })
const shortWeekdays = dateFormats({ timeZone: 'UTC', weekday: 'short' })

interface DayGridProps {
  readonly value: string | undefined
  readonly today: string
  readonly bounds: Bounds
  readonly onChoose: (day: string) => void
}

/** Focuses the day that the keys act on. */
const focusPresentDay = (table: Element | null): void =>
  table?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()

export default function DayGrid({ value, today, bounds, onChoose }: DayGridProps) {
  const t = useText()
  const language = useLanguage()
  const id = useId()
  const [at, setAt] = useState(value ?? today)

  const written =
    (formats: typeof wholeDays) =>
    (day: string): string =>
      formats(language).format(new Date(`${day}T00:00:00Z`))
  const whole = written(wholeDays)
  const long = written(weekdays)
  const short = written(shortWeekdays)
  const weeks = weeksOf(at)
  const turn = (months: number): void => setAt(addMonths(at, months))
  /** The focus follows the keys, but not the buttons that change the month. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayAfterKey(event.key, event.shiftKey, at)
    if (next === undefined) return
    event.preventDefault()
    flushSync(() => setAt(next))
    focusPresentDay(event.currentTarget)
  }
  return (
    <>
      <header>
        <button
          type="button"
          className="button quiet icon"
          aria-label={t('parts.day.previous')}
          onClick={() => turn(-1)}
        >
          <i className="pi pi-chevron-left" aria-hidden="true" />
        </button>
        <strong id={id} aria-live="polite">
          {written(months)(at)}
        </strong>
        <button type="button" className="button quiet icon" aria-label={t('parts.day.next')} onClick={() => turn(1)}>
          <i className="pi pi-chevron-right" aria-hidden="true" />
        </button>
      </header>
      <table ref={focusPresentDay} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th key={day} scope="col" abbr={long(day)}>
                {short(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td key={day} aria-selected={day === value}>
                  <button
                    type="button"
                    data-day={day}
                    data-beside={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={whole(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={!within(day, bounds)}
                    onClick={() => within(day, bounds) && onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        {[
          { day: today, label: 'parts.day.today' },
          { day: addDays(today, 1), label: 'parts.day.tomorrow' }
        ]
          .filter(({ day }) => within(day, bounds))
          .map(({ day, label }) => (
            <button key={day} type="button" className="button quiet wide" onClick={() => onChoose(day)}>
              {t(label)}
            </button>
          ))}
      </footer>
    </>
  )
}
