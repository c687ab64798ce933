import { useText } from '../../i18n.ts'
import './either.css'

interface EitherProps {
  readonly name: string
  readonly label: string
  /** Message keys. */
  readonly answers: { readonly yes: string; readonly no: string }
  readonly value: boolean
  readonly disabled: boolean
  readonly onChange: (value: boolean) => void
}

/** A yes-or-no question as two radio buttons, so that both answers are in words; a checkbox would name only one. */
export function Either({ name, label, answers, value, disabled, onChange }: EitherProps) {
  const t = useText()
  return (
    <fieldset className="parts-either" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {([true, false] as const).map(answer => (
        <label key={String(answer)}>
          <input type="radio" name={name} checked={value === answer} onChange={() => onChange(answer)} />
          {t(answer ? answers.yes : answers.no)}
        </label>
      ))}
    </fieldset>
  )
}
