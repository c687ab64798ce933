/** The controls of numbers. */
import { type Schema, unwrapped } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { parseInteger } from '../values/numbers.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { DecimalBox } from './DecimalBox.tsx'

/**
 * The value after a press of plus or minus, which does not exceed the schema's limits. A number typed beyond them is refused by
 * the check.
 */
export function stepped(
  value: unknown,
  step: 1 | -1,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema
): number {
  const next = (typeof value === 'number' ? Math.trunc(value) : minimum - step) + step
  return Math.min(maximum, Math.max(minimum, next))
}

export function StepperControl({ label, ...props }: ControlProps & { readonly label: string }) {
  const t = useText()
  const { value, schema, readOnly, onChange } = props
  const bounds = unwrapped(schema)
  const button = (step: 1 | -1, icon: string, name: string) => {
    const next = stepped(value, step, bounds)
    return (
      <button
        type="button"
        className="button"
        aria-label={`${t(name)}: ${label}`}
        aria-disabled={readOnly || next === value}
        onClick={() => readOnly || onChange(next)}
      >
        <i className={icon} aria-hidden />
      </button>
    )
  }
  return (
    <div className="parts-stepper">
      {button(-1, 'pi pi-minus', 'parts.oneLess')}
      <IntegerControl {...props} />
      {button(1, 'pi pi-plus', 'parts.oneMore')}
    </div>
  )
}

export function IntegerControl(props: ControlProps) {
  const { value, schema, readOnly, onChange } = props
  const box = (
    <input
      {...attributesOf(props)}
      className="input"
      inputMode="numeric"
      autoComplete="off"
      value={value === null || value === undefined ? '' : String(value)}
      readOnly={readOnly}
      onChange={event => onChange(parseInteger(event.target.value))}
    />
  )
  if (unwrapped(schema).format !== 'kilograms') return box
  return (
    <div className="parts-unit">
      {box}
      <span aria-hidden="true">kg</span>
    </div>
  )
}

export function DecimalControl({ money = false, ...props }: ControlProps & { readonly money?: boolean }) {
  const { value, schema, readOnly, onChange, onBlur } = props
  return (
    <div className="parts-unit">
      <DecimalBox
        {...attributesOf(props)}
        className="input"
        number={value}
        money={money}
        readOnly={readOnly}
        onNumber={onChange}
        onBlur={onBlur}
      />
      {money && <span aria-hidden="true">zł</span>}
      {unwrapped(schema).format === 'tonnes' && <span aria-hidden="true">t</span>}
    </div>
  )
}
