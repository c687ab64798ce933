/** `part:pricing.trace`: where the price comes from, in one line that opens a list of all prices that were looked up. */
import { useId, useState } from 'react'
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import type { PriceStep } from './trace.ts'
import { briefOf, periodOf, reasonOf, sourceOf, stepsIn } from './trace.ts'
import './trace.css'

/** The button's accessible name is the field's label; its text is read as the description. */
export default function Trace({ id, value }: FieldPartProps) {
  const t = useText()
  const [brief, list] = [useId(), useId()]
  const [open, setOpen] = useState(false)
  const steps = stepsIn(value)
  return (
    <div className="trace">
      <button
        id={id}
        type="button"
        className="link trace-brief"
        aria-expanded={open && steps !== undefined}
        aria-controls={list}
        aria-describedby={brief}
        aria-disabled={!steps}
        onClick={() => steps && setOpen(!open)}
      >
        {steps && <i className="pi pi-chevron-down" aria-hidden />}
        <span id={brief}>{briefOf(t, steps) ?? t('pricing.trace.wait')}</span>
      </button>
      <ol id={list} className="trace-steps" hidden={!open || !steps}>
        {steps?.map(step => (
          <Step key={`${step.source} ${step.dateFrom ?? ''}`} step={step} />
        ))}
      </ol>
    </div>
  )
}

const money = { type: 'number', format: 'money' } as const

function Step({ step }: { readonly step: PriceStep }) {
  const t = useText()
  const context = useFormatContext()
  const period = periodOf(t, step)
  return (
    <li className="trace-step" data-taken={step.taken || undefined}>
      <i className={`pi pi-${step.taken ? 'check-circle' : 'minus'}`} aria-hidden />
      <span className="trace-source">{sourceOf(t, step)}</span>
      <span className="trace-value tabular">{step.value === null ? '–' : textOf(context, money, step.value)}</span>
      <span className="trace-why">
        {[reasonOf(t, step), step.reason === 'taken' ? period : ''].filter(Boolean).join(' ')}
      </span>
    </li>
  )
}
