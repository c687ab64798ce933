/** The messages of a form as a whole: the summary of errors, and the dialog that lists missing data. */
import { flushSync } from 'react-dom'
import { Modal } from '../../elements/Modal.tsx'
import { type Text, useText } from '../../i18n.ts'
import type { MessagesByField, Values } from './formValues.ts'
import { labelOf, sentenceAt, sentencesBeside, sharedSentences } from './formValues.ts'
import type { RowField } from './rows.ts'

interface MissingDataProps {
  /** The missing fields; the dialog is open as long as they are given. */
  readonly fields: readonly RowField[] | undefined
  readonly values: Values
  readonly text: string
  readonly onClose: () => void
  /** Called with the name of the first missing field, after the dialog has returned the focus. */
  readonly onClosed: (first: string) => void
}

/** Lists the missing fields. However it is closed, the focus goes to the first of them. */
export function MissingData({ fields, values, text, onClose, onClosed }: MissingDataProps) {
  const t = useText()
  const close = (): void => {
    // the dialog returns the focus as it closes, and the field takes it after that
    flushSync(onClose)
    const [first] = fields ?? []
    if (first) onClosed(first.name)
  }
  return (
    <Modal open={fields !== undefined} title={t('parts.missingData')} onClose={close}>
      <p>{t(text)}</p>
      <ul className="parts-missing">
        {fields?.map(field => (
          <li key={field.name}>{fieldName(t, field, values)}</li>
        ))}
      </ul>
      <div className="parts-form-end">
        <button type="button" className="button primary" onClick={close}>
          {t('parts.missingData.fillIn')}
        </button>
      </div>
    </Modal>
  )
}

/** The label of a field; in a list of rows, with the row's number. */
function fieldName(t: Text, field: RowField, values: Values): string {
  const label = t(labelOf(field, values))
  return field.row === undefined ? label : `${t('parts.rows.row', { number: field.row })}, ${label}`
}

interface SummaryProps {
  readonly messages: MessagesByField
  readonly fields: readonly RowField[]
  /** The fields that are required and blank. */
  readonly blank: readonly RowField[]
  readonly values: Values
  readonly fieldId: (name: string) => string
  /** The address of what a refusal is about; it is opened beside the form. */
  readonly see?: string | undefined
}

/**
 * All errors of a form: those of no visible field as sentences, the others as links to their fields. All blank required fields are
 * listed together under one sentence.
 */
export function Summary({ messages, fields, blank, values, fieldId, see }: SummaryProps) {
  const t = useText()
  const sentences = sentencesBeside(messages, fields)
  const faulty = fields.filter(field => sentenceAt(messages, field) && field.control !== 'hidden')
  const isBlank = ({ name }: RowField): boolean => blank.some(field => field.name === name)
  const empty = faulty.filter(isBlank)
  const wrong = faulty.filter(field => !isBlank(field))
  const link = (field: RowField) => (
    <a
      href={`#${fieldId(field.name)}`}
      onClick={event => {
        event.preventDefault()
        document.getElementById(fieldId(field.name))?.focus()
      }}
    >
      {fieldName(t, field, values)}
    </a>
  )
  return (
    <div role="alert" className="parts-summary-place">
      {faulty.length + sentences.length > 0 && (
        <div className="parts-summary note tone-danger">
          {sentences.map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
          {see && sentences.length > 0 && (
            <p>
              <a href={see} target="_blank" rel="noopener">
                {t('parts.see')}
              </a>
            </p>
          )}
          {empty.length > 0 && <p>{t('parts.blank', { count: empty.length })}</p>}
          <ul className="parts-summary-blank">
            {empty.map(field => (
              <li key={field.name}>{link(field)}</li>
            ))}
          </ul>
          {wrong.length > 0 && <p>{t('parts.faults', { count: wrong.length })}</p>}
          <ul>
            {wrong.map(field => (
              <li key={field.name}>
                {link(field)}
                {`: ${sentenceAt(messages, field)}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The server's refusal, shown above the button of a screen; errors of fields are shown beside the fields. */
export function ScreenSummary({ messages, fields }: Pick<SummaryProps, 'messages' | 'fields'>) {
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

/** The summary of a form in a bar, in one line below it; the fields show their own errors. */
export function BarSummary({ messages, fields }: Pick<SummaryProps, 'messages' | 'fields'>) {
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
