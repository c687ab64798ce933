/** The messages of a form as a whole: the summary of faults, and the dialog of missing data. */
import { useEffect, useRef } from 'react'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import type { MessagesByField } from './formValues.ts'
import { sentenceAt, sentencesBeside, sharedSentences } from './formValues.ts'
import type { RowField } from './rows.ts'

interface MissingDataProps {
  /** The server's messages about what was sent; the dialog is open while they are given. */
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
  readonly messages: MessagesByField
  readonly fields: readonly RowField[]
  readonly fieldId: (name: string) => string
}

/** All faults at once: those of no field on screen as sentences, the others as links to their fields. */
export function Summary({ messages, fields, fieldId }: SummaryProps) {
  const t = useText()
  const sentences = sentencesBeside(messages, fields)
  const faulty = fields.filter(field => sentenceAt(messages, field) && field.control !== 'hidden')
  return (
    <div role="alert" className="parts-summary-place">
      {faulty.length + sentences.length > 0 && (
        <div className="parts-summary note tone-danger">
          {sentences.map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
          {faulty.length > 0 && <p>{t('parts.faults', { count: faulty.length })}</p>}
          <ul>
            {faulty.map(field => {
              const { name, label, row } = field
              return (
                <li key={name}>
                  <a
                    href={`#${fieldId(name)}`}
                    onClick={event => {
                      event.preventDefault()
                      document.getElementById(fieldId(name))?.focus()
                    }}
                  >
                    {row === undefined ? t(label) : `${t('parts.rows.row', { number: row })}, ${t(label)}`}
                  </a>
                  {`: ${sentenceAt(messages, field)}`}
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </div>
  )
}

/** What the server has refused, above the button of a screen; faults of fields are shown at the fields. */
export function ScreenSummary({ messages, fields }: Omit<SummaryProps, 'fieldId'>) {
  return (
    <div role="alert" className="parts-summary-place">
      {sentencesBeside(messages, fields).map(sentence => (
        <p key={sentence} className="note tone-danger">
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** The same in one line, under a form in a bar: its fields show their own faults. */
export function BarSummary({ messages, fields }: Omit<SummaryProps, 'fieldId'>) {
  const sentences = [...sentencesBeside(messages, fields), ...sharedSentences(messages)]
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
