/** The usual periods, one press each: it fills in the first and the last day. */
import { useForm } from 'react-final-form'
import { dayOf } from '../../../src/contract/days.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { useText } from '../../i18n.ts'
import type { Values } from './formValues.ts'
import { usualPeriods } from './periods.ts'
import './periods.css'

interface PeriodsProps {
  /** The fields of the two days. */
  readonly from: string
  readonly to: string
  /** Whether no day after today may be chosen. */
  readonly endsToday: boolean
  readonly values: Values
  readonly onTyped: () => void
}

export function Periods({ from, to, endsToday, values, onTyped }: PeriodsProps) {
  const t = useText()
  const form = useForm()
  const choose = (period: { readonly from: string; readonly to: string }): void => {
    onTyped()
    form.batch(() => {
      form.change(from, period.from)
      form.change(to, period.to)
    })
  }
  return (
    <fieldset className="parts-periods">
      <legend className="visually-hidden">{t('parts.period')}</legend>
      {usualPeriods(dayOf(new Date()), endsToday).map(period => (
        <button
          key={period.name}
          type="button"
          className="button quiet"
          aria-pressed={valueAt(values, from) === period.from && valueAt(values, to) === period.to}
          onClick={() => choose(period)}
        >
          {t(`parts.period.${period.name}`)}
        </button>
      ))}
    </fieldset>
  )
}
