/** Small parts that several screens have. */
import type { ReactNode } from 'react'
import type { DayStop, StopState } from '../../modules/driver/contract.ts'
import { leaveForm } from './address.ts'
import { type Text, useText } from './words.ts'

/** `3 kursy`, `12,5 t`, `120 szt.` */
export const amountOf = (text: Text, amount: number, unit: DayStop['unit']): string => text(`unit.${unit}`, { amount })

const tones = { waiting: '', arrived: 'chip-busy', done: 'chip-good', failed: 'chip-bad' } as const

/** Whether the office has finished the order, with or without what the driver has told. */
const inProgress = 2
export const isFinished = (stop: DayStop): boolean => stop.status !== inProgress

/** What became of a stop, in a word. */
export function Outcome({ stop, told }: { stop: DayStop; told: StopState }) {
  const text = useText()
  if (isFinished(stop) && (told.outcome === 'waiting' || told.outcome === 'arrived'))
    return <span className="chip chip-good">{text('outcome.finished')}</span>
  return (
    <span className={`chip ${tones[told.outcome]}`}>
      {text(`outcome.${told.outcome}`)}
      {told.reason && told.outcome === 'failed' && `: ${text(`reason.${told.reason}`)}`}
    </span>
  )
}

/** A form that lies over the stop, with one main button at the thumb. */
export function FormPage({
  title,
  about,
  submit,
  problem,
  onSubmit,
  children
}: {
  title: string
  /** Whose stop it is. */
  about: string
  submit: string
  problem: string | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const text = useText()
  return (
    <main>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <h1>{title}</h1>
        <p className="lead">{about}</p>
        {children}
        {problem && (
          <p className="note note-bad" role="alert">
            {problem}
          </p>
        )}
        <div className="foot">
          <button type="button" className="button" onClick={leaveForm}>
            {text('form.back')}
          </button>
          <button type="submit" className="button button-main">
            {submit}
          </button>
        </div>
      </form>
    </main>
  )
}

/** A number that is typed with the phone's digits; a decimal comma is taken, too. */
export function NumberField({
  label,
  value,
  decimals = false,
  onChange
}: {
  label: string
  value: string
  decimals?: boolean
  onChange: (value: string) => void
}) {
  return (
    <label className="field">
      {label}
      <input
        type="text"
        inputMode={decimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={9}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </label>
  )
}

/** The number in a field; undefined where there is none. */
export function numberIn(value: string): number | undefined {
  const plain = value.trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}
