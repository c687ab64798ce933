import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { useText } from '../../i18n.ts'
import { WithReason } from '../command/WithReason.tsx'
import type { GoesOn } from './control.ts'
import type { Values } from './formValues.ts'

/** The field that must be filled before the form can be sent (`sendOnce`), while it is blank. */
export function awaitedField({ sendOnce, fields }: FormMetadata, values: Values): FieldMetadata | undefined {
  if (sendOnce === undefined) return undefined
  const value = valueAt(values, sendOnce)
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? fields.find(({ name }) => name === sendOnce)
    : undefined
}

interface DialogEndProps {
  readonly awaited: FieldMetadata | undefined
  readonly submitting: boolean
  readonly submitLabel: string | undefined
  readonly danger: boolean | undefined
  readonly goesOn: GoesOn | undefined
  /** Sends, and continues with the next row. */
  readonly onGoOn: (button: HTMLElement) => void
  /** In a series: continues with the next row, and leaves this one unchanged. */
  readonly onSkip?: (() => void) | undefined
  readonly onCancel: (() => void) | undefined
}

/** The buttons below a form in a dialog. If the form cannot be sent yet, its button says which field is missing. */
export function DialogEnd({
  awaited,
  submitting,
  submitLabel,
  danger,
  goesOn,
  onGoOn,
  onSkip,
  onCancel
}: DialogEndProps) {
  const t = useText()
  const reason = awaited && t('parts.first', { field: t(awaited.label) })
  return (
    <footer className="parts-form-end">
      {onCancel && (
        <button type="button" className="button" onClick={onCancel}>
          {t('parts.cancel')}
        </button>
      )}
      {goesOn === 'always' && onSkip && (
        <button
          type="button"
          className="button"
          aria-disabled={submitting}
          // the focus moves on click, not on mouse down: see the submit button below
          onMouseDown={event => event.preventDefault()}
          onClick={() => {
            if (!submitting) onSkip()
          }}
        >
          {t('parts.skip')}
        </button>
      )}
      {goesOn === 'ask' && (
        <button
          type="button"
          className="button"
          aria-disabled={submitting}
          aria-keyshortcuts="Control+Shift+Enter"
          onMouseDown={event => event.preventDefault()}
          onClick={event => {
            event.currentTarget.focus()
            if (!submitting) onGoOn(event.currentTarget)
          }}
        >
          {t('parts.sendNext')}
        </button>
      )}
      <WithReason reason={reason}>
        {describedBy => (
          <button
            type="submit"
            className={`button ${danger ? 'danger' : 'primary'}`}
            aria-disabled={submitting || reason !== undefined}
            aria-describedby={describedBy}
            // The focus moves on click, not on mouse down: the error of a field that loses the focus would move the button away
            // before the mouse button is released.
            onMouseDown={event => event.preventDefault()}
            onClick={event => event.currentTarget.focus()}
          >
            {submitting && <i className="pi pi-spinner parts-spin" aria-hidden="true" />}
            {goesOn === 'always' ? t('parts.sendNext') : submitLabel}
          </button>
        )}
      </WithReason>
    </footer>
  )
}
