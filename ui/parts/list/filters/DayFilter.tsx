/** A filter by a day, which is typed as people write it or picked from a calendar, in every browser alike. A text that is no day does not filter. */
import { useId, useState } from 'react'
import { dayMeant, dayOf, isDay } from '../../../../src/contract/days.ts'
import { useTypedText } from '../../../elements/useTypedText.ts'
import { useText } from '../../../i18n.ts'
import { DayBox } from '../../form/DayBox.tsx'
import '../../form/form.css'
import type { FilterProps } from './ListFilters.tsx'

/** Milliseconds without a key: a year of two digits may become one of four. */
const rest = 500

export default function DayFilter({ filter, value, onChange }: FilterProps) {
  const t = useText()
  const id = useId()
  /** Text that is no day, and whether the focus has left the box since it was typed. */
  const [invalidText, setInvalidText] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const [lastValue, setLastValue] = useState(value)
  const { text: day, setText: setDay, sent, send } = useTypedText({ value, delay: rest, onSend: onChange })
  // set from elsewhere, by a chip or a view
  if (lastValue !== value) {
    setLastValue(value)
    setInvalidText(undefined)
  }
  const fault = isLeft ? invalidText : undefined

  const change = (next = ''): void => {
    const isTyping = document.activeElement?.id === id
    const isInvalid = next !== '' && !isDay(next)
    setInvalidText(isInvalid ? next : undefined)
    setLeft(!isTyping)
    if (isInvalid) setDay(sent)
    else if (isTyping) setDay(next)
    else send(next)
  }
  const leave = (): void => {
    setLeft(true)
    if (day !== sent) send(day)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices Enter in the box, after the box itself
    <div className="parts-filter" onKeyDown={event => event.key === 'Enter' && leave()}>
      <label htmlFor={id}>{t(filter.label)}</label>
      <DayBox
        id={id}
        value={invalidText ?? dayMeant(value, dayOf(new Date()))}
        input={{ 'aria-invalid': fault !== undefined, 'aria-describedby': fault && `${id}-fault` }}
        onChange={change}
        onBlur={leave}
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="parts-fault">
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {t('check.day')}
        </p>
      )}
    </div>
  )
}
