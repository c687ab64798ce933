/** The source of a price, in one line that opens a list of all prices that were considered. */
import { useId, useState } from 'react'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import type { ExplainedStep, Explanation } from './trace.ts'
import './trace.css'

interface ExplainedProps {
  /** The id of the button. */
  readonly id?: string
  /** In a form, the label of the field. The accessible name is the label and what is to be seen, so that speech finds it by either. */
  readonly label?: string
  readonly explanation: Explanation | undefined
  /** The text of the line while there is no explanation. */
  readonly wait?: string
}

export function Explained({ id, label, explanation, wait }: ExplainedProps) {
  const list = useId()
  const brief = explanation?.brief ?? wait
  const [open, setOpen] = useState(false)
  return (
    <div className="trace">
      <button
        id={id}
        type="button"
        className="link trace-brief"
        aria-expanded={open && explanation !== undefined}
        aria-controls={list}
        aria-label={label && [label, brief].filter(Boolean).join(' ')}
        aria-disabled={!explanation}
        onClick={() => explanation && setOpen(!open)}
      >
        {explanation && <i className="pi pi-chevron-down" aria-hidden />}
        <span>{brief}</span>
      </button>
      <div id={list} className="trace-steps" hidden={!open || !explanation}>
        {explanation?.notes.map(note => (
          <p key={note}>{note}</p>
        ))}
        <ol>
          {explanation?.steps.map(step => (
            <Step key={step.key} step={step} />
          ))}
        </ol>
      </div>
    </div>
  )
}

const money = { type: 'number', format: 'money' } as const

function Step({ step: { source, value, why, taken } }: { readonly step: ExplainedStep }) {
  const context = useFormatContext()
  return (
    <li className="trace-step" data-taken={taken || undefined}>
      <i className={`pi pi-${taken ? 'check-circle' : 'minus'}`} aria-hidden />
      <span className="trace-source">{source}</span>
      <span className="trace-value tabular">{value === null ? '–' : textOf(context, money, value)}</span>
      <span className="trace-why">{why}</span>
    </li>
  )
}
