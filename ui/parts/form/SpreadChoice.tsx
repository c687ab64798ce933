/** A few options side by side as radio buttons: choosing takes one press, instead of two in a select box. */
import { Skeleton } from '../../elements/states.tsx'
import type { ControlProps } from './control.ts'
import type { Option } from './options.ts'
import './choices.css'

/** With more options a select box is drawn instead. */
export const maxSpread = 8

interface SpreadChoiceProps extends ControlProps {
  readonly label: string | undefined
  readonly choices: readonly Option[]
  /** Another field must be chosen first. */
  readonly closed: boolean
  readonly loading: boolean
}

export function SpreadChoice(props: SpreadChoiceProps) {
  const { id, field, label, choices, closed, loading, value, invalid, required, readOnly, describedBy } = props
  if (loading) return <Skeleton rows={2} />
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      aria-describedby={describedBy}
      tabIndex={-1}
      className="parts-boxes"
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    >
      {choices.map(option => (
        <label key={String(option.value)}>
          <input
            type="radio"
            name={`${id}-${field.name}`}
            checked={option.value === value}
            disabled={closed || readOnly || !option.choosable}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
