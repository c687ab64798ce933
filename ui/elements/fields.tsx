/** The two fields that the hand-written screens need; everything else is asked by SchemaForm. */
import type { InputHTMLAttributes } from 'react'
import { useId, useState } from 'react'
import { useText } from '../i18n.ts'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly problem?: string | undefined
  readonly help?: string | undefined
}

export function TextField({ label, problem, help, ...input }: Props) {
  const id = useId()
  const notes = problem ?? help
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={notes ? `${id}-note` : undefined}
      />
      {notes && (
        <small id={`${id}-note`} className={problem ? 'fault' : 'help'}>
          {notes}
        </small>
      )}
    </div>
  )
}

/** A password that can be looked at, and pasted. */
export function PasswordField({ label, problem, help, ...input }: Props) {
  const t = useText()
  const id = useId()
  const [seen, setSeen] = useState(false)
  const notes = problem ?? help
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-group">
        <input
          {...input}
          id={id}
          className="input"
          type={seen ? 'text' : 'password'}
          required
          maxLength={50}
          aria-invalid={problem ? true : undefined}
          aria-describedby={notes ? `${id}-note` : undefined}
        />
        <button
          type="button"
          className="button quiet icon"
          onClick={() => setSeen(!seen)}
          aria-pressed={seen}
          aria-label={t('ui.password.show')}
          title={t('ui.password.show')}
        >
          <i className={`pi ${seen ? 'pi-eye-slash' : 'pi-eye'}`} aria-hidden />
        </button>
      </div>
      {notes && (
        <small id={`${id}-note`} className={problem ? 'fault' : 'help'}>
          {notes}
        </small>
      )}
    </div>
  )
}
