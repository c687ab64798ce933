/** What a form says above its fields, or instead of them: the summary of faults, and the dialog of missing data. */
import { useEffect, useRef } from 'react'
import type { FieldMetadata } from '../../../src/contract/form.ts'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import type { Told } from './formValues.ts'
import { sentencesBeside, sharedSentences } from './formValues.ts'

interface MissingDataProps {
  /** What the server said to what was sent; the dialog is open while they are given. */
  readonly sentences: readonly string[] | undefined
  readonly text: string
  readonly onClose: () => void
  /** Called when the dialog has given the focus back. */
  readonly onClosed: () => void
}

export function MissingData({ sentences, text, onClose, onClosed }: MissingDataProps) {
  const t = useText()
  const open = sentences !== undefined
  const latest = useRef({ onClosed, wasOpen: false })
  useEffect(() => {
    if (!open && latest.current.wasOpen) latest.current.onClosed()
    latest.current = { onClosed, wasOpen: open }
  })
  return (
    <Modal open={open} title={t('parts.missingData')} onClose={onClose}>
      <p>{t(text)}</p>
      {sentences?.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="parts-form-end">
        <button type="button" className="button primary" onClick={onClose}>
          {t('parts.understood')}
        </button>
      </div>
    </Modal>
  )
}

interface SummaryProps {
  /** Sentences by field, and those of no field under `general`. */
  readonly told: Told
  readonly fields: readonly FieldMetadata[]
  readonly fieldId: (name: string) => string
}

/** All that is wrong, told at once: what concerns no field on screen as a sentence, the rest as ways to the fields. */
export function Summary({ told, fields, fieldId }: SummaryProps) {
  const t = useText()
  const sentences = sentencesBeside(told, fields)
  const faulty = fields.filter(({ name, control }) => told[name] && control !== 'hidden')
  return (
    <div role="alert" className="parts-summary-place">
      {faulty.length + sentences.length > 0 && (
        <div className="parts-summary note tone-danger">
          {sentences.map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
          {faulty.length > 0 && <p>{t('parts.faults', { count: faulty.length })}</p>}
          <ul>
            {faulty.map(({ name, label }) => (
              <li key={name}>
                <a
                  href={`#${fieldId(name)}`}
                  onClick={event => {
                    event.preventDefault()
                    document.getElementById(fieldId(name))?.focus()
                  }}
                >
                  {t(label)}
                </a>
                {typeof told[name] === 'string' && `: ${told[name]}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The same in one line, under a form that stands in a bar: its fields are beside it, and say their own. */
export function BarSummary({ told, fields }: Omit<SummaryProps, 'fieldId'>) {
  const sentences = [...sentencesBeside(told, fields), ...sharedSentences(told)]
  return (
    <div role="alert" className="parts-summary-place">
      {sentences.length > 0 && (
        <p className="parts-fault">
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {sentences.join(' ')}
        </p>
      )}
    </div>
  )
}
