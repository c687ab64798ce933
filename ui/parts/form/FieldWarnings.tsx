/** The warnings of a field: sentences, and checkboxes for those that must be ticked before sending. */
import { useForm } from 'react-final-form'
import type { FieldMetadata } from '../../../src/contract/form.ts'
import type { Warning } from '../../../src/contract/warning.ts'
import type { Text } from '../../i18n.ts'
import { useText } from '../../i18n.ts'
import { dayText } from '../values/dayText.ts'
import type { Values } from './formValues.ts'
import { isTicked, ticksField, withTick } from './ticks.ts'
import './warnings.css'

interface FieldWarningsProps {
  /** The id of the field's control. */
  readonly id: string
  readonly field: FieldMetadata
  readonly warnings: readonly Warning[]
  readonly values: Values
  readonly today: string
}

/** The form's values as arguments of a message, with days written as people read them. */
const argsIn = (values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'string') return [[name, dayText(value)]]
      return typeof value === 'number' ? [[name, value]] : []
    })
  )

const sentence = (t: Text, { message }: Warning, values: Values): string => t(message, argsIn(values))

export function FieldWarnings({ id, field, warnings, values, today }: FieldWarningsProps) {
  const t = useText()
  const form = useForm<Values>()
  const [ticks, plain] = [warnings.filter(({ tick }) => tick), warnings.filter(({ tick }) => !tick)]
  return (
    <div id={`${id}-warning`} role="status">
      {plain.length > 0 && (
        <p className="parts-warning">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          {plain.map(warning => sentence(t, warning, values)).join(' ')}
        </p>
      )}
      {ticks.map((warning, index) => {
        const isOn = isTicked(field, warning, values, today)
        return (
          <label key={warning.message} className="parts-warning parts-tick-warning">
            <input
              id={index === 0 ? `${id}-tick` : undefined}
              type="checkbox"
              // Tab goes to the next field, because what is typed next is meant for that one. Sending leads to a tick that is missing.
              tabIndex={isOn ? undefined : -1}
              checked={isOn}
              onChange={({ target }) =>
                form.change(ticksField, withTick(field, warning, values, today, target.checked))
              }
            />
            {sentence(t, warning, values)}
          </label>
        )
      })}
    </div>
  )
}
