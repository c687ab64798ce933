/** The day that a page shows, with the days before and after it, and today. */
import { useId } from 'react'
import { addDays, dayOf, isDay } from '../../../../src/contract/days.ts'
import { IconButton } from '../../../elements/IconButton.tsx'
import { useIntl, useText } from '../../../i18n.ts'
import { ariaKeys } from '../../../keyNames.ts'
import { useKeys } from '../../../keys.ts'
import { DayBox } from '../../form/DayBox.tsx'
import type { Look } from './look.ts'
import '../../form/form.css'
import './day.css'

const keys = { before: ',', after: '.' } as const

interface DayStepsProps {
  readonly day: string
  readonly onDay: (day: string) => void
  readonly look: Look
}

export default function DaySteps({ day, onDay, look }: DayStepsProps) {
  const t = useText()
  const intl = useIntl()
  const id = useId()
  const today = dayOf(new Date())
  const step = (days: number) => () => onDay(addDays(day, days))
  useKeys([
    { keys: keys.before, label: 'parts.oneDay.before', group: 'list', run: step(-1) },
    { keys: keys.after, label: 'parts.oneDay.after', group: 'list', run: step(1) }
  ])
  const weekday = intl.formatDate(`${day}T12:00:00Z`, { weekday: 'long' })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend that break the row
    <div role="group" aria-label={t('parts.oneDay')} className="parts-steps-of-day">
      <IconButton
        icon="chevron-left"
        look="outlined"
        label={t('parts.oneDay.before')}
        tooltip
        aria-keyshortcuts={ariaKeys(keys.before)}
        onClick={step(-1)}
      />
      <label htmlFor={id} className="visually-hidden">
        {t('parts.oneDay')}
      </label>
      <DayBox id={id} value={day} onChange={next => isDay(next) && onDay(next)} />
      <IconButton
        icon="chevron-right"
        look="outlined"
        label={t('parts.oneDay.after')}
        tooltip
        aria-keyshortcuts={ariaKeys(keys.after)}
        onClick={step(1)}
      />
      <button type="button" className="button quiet" aria-pressed={day === today} onClick={() => onDay(today)}>
        {t('parts.day.today')}
      </button>
      <span className="parts-steps-weekday" role="status">
        {weekday}
      </span>
      {look.board !== undefined && <Looks look={look} board={look.board} />}
    </div>
  )
}

/** Two buttons: the day as a list, and as a board. */
function Looks({ look: { isBoard, choose }, board }: Pick<DayStepsProps, 'look'> & { readonly board: string }) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend that break the row
    <span role="group" aria-label={t(`${board}.title`)} className="parts-looks">
      <button type="button" className="button quiet" aria-pressed={!isBoard} onClick={() => choose(false)}>
        <i className="pi pi-list" aria-hidden="true" />
        <span>{t(`${board}.asList`)}</span>
      </button>
      <button type="button" className="button quiet" aria-pressed={isBoard} onClick={() => choose(true)}>
        <i className="pi pi-objects-column" aria-hidden="true" />
        <span>{t(`${board}.asBoard`)}</span>
      </button>
    </span>
  )
}
