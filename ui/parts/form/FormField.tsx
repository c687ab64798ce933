/** One field of a form: its label, mark, help and fault around the control that its metadata asks for. */
import type { ReactNode } from 'react'
import { useField } from 'react-final-form'
import { dayOf } from '../../../src/contract/days.ts'
import { controlOf, schemaOfField } from '../../../src/contract/form.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { isFocusMovedByDialog } from '../../elements/focus.ts'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { useText } from '../../i18n.ts'
import { ChoiceControl } from './ChoiceControl.tsx'
import type { ControlProps, FormFieldProps } from './control.ts'
import { DrawnControl } from './controls.tsx'
import { FieldWarnings } from './FieldWarnings.tsx'
import { isRequired, labelOf, onlyValueOf, presentSchema, sentenceIn } from './formValues.ts'
import { NoneBox } from './NoneBox.tsx'
import { warningsAt } from './ticks.ts'

const RowsControl = lazyPart(() => import('./RowsControl.tsx')).Component

/** What a field's control gets, and what is shown around it. */
function useFieldState({ id, form, field, values, look, onTyped }: FormFieldProps) {
  const schema = presentSchema(form, field, values)
  const control = controlOf(field, schemaOfField(form, field) ?? {})
  const { input, meta } = useField<unknown>(field.name, { allowNull: true, parse: value => value })
  const due = look === 'dialog' ? meta.touched : meta.submitFailed
  const error: unknown = due ? (meta.error ?? (meta.dirtySinceLastSubmit ? undefined : meta.submitError)) : undefined
  // for a list of rows only its own fault; the rows show theirs
  const fault = sentenceIn(control === 'rows' && typeof error !== 'string' ? undefined : error)
  const isNone = field.none !== undefined && input.value === null
  const today = dayOf(new Date())
  // a text that is being typed is unlike its pattern until it is whole
  const warnings = warningsAt(field, values, today).filter(({ unlike }) => !(unlike && meta.active))
  const texts = [field.help && `${id}-help`, warnings.length > 0 && `${id}-warning`, fault && `${id}-fault`]
  const props: ControlProps = {
    id,
    field,
    schema,
    values,
    value: input.value,
    invalid: fault !== undefined,
    required: isRequired(form, field, values),
    readOnly: field.readOnly ?? isNone,
    describedBy: texts.filter(Boolean).join(' ') || undefined,
    onChange: value => {
      onTyped()
      input.onChange(value)
    },
    // no fault is shown at a field before a person has left it
    onBlur: () => isFocusMovedByDialog() || input.onBlur(),
    onFocus: () => input.onFocus()
  }
  return { control, props, error, fault, isNone, today, warnings }
}

export function FormField(given: FormFieldProps) {
  const { id, field, values, look, shared } = given
  const t = useText()
  const { control, props, error, fault, isNone, today, warnings } = useFieldState(given)
  // of a number with only one possible value there is nothing to type: the form's rules have set it
  if (control === 'hidden' || onlyValueOf(props.schema) !== undefined) return null
  const label = t(labelOf(field, values))
  if (control === 'rows') {
    const texts = { label, help: field.help && t(field.help), fault, describedBy: props.describedBy }
    return (
      <Boundary small waiting={<span className="skeleton-bar" />}>
        <RowsControl {...given} {...texts} drawn={FormField} />
      </Boundary>
    )
  }
  const frame = (children: ReactNode) => (
    <Frame
      id={id}
      label={label}
      help={field.help && t(field.help, numbersIn(unwrapped(props.schema)))}
      warnings={
        warnings.length > 0 && <FieldWarnings id={id} field={field} warnings={warnings} values={values} today={today} />
      }
      fault={fault}
      quiet={fault !== undefined && shared.has(fault)}
      marked={props.required && look !== 'screen' && control !== 'tick'}
      tick={control === 'tick' && !field.answers}
      short={short.has(control) || field.mask === timeMask}
      half={field.half ?? false}
      none={
        field.none && (
          <NoneBox
            label={t(field.none)}
            checked={isNone}
            onTick={isTicked => props.onChange(isTicked ? null : undefined)}
          />
        )
      }
    >
      {children}
    </Frame>
  )
  const { autoSelectSingle, onlySeveral, onlyIfAny } = field.options ?? {}
  if (control === 'choice' && (autoSelectSingle || onlySeveral || onlyIfAny))
    return <ChoiceControl {...props} frame={frame} />
  return frame(<DrawnControl {...props} control={control} error={error} label={label} />)
}

interface FrameProps {
  readonly id: string
  readonly label: string
  readonly help: string | undefined
  readonly warnings: ReactNode
  readonly fault: string | undefined
  readonly quiet: boolean
  readonly marked: boolean
  readonly tick: boolean
  /** Its value is short: on a wide screen such fields share a line. */
  readonly short: boolean
  readonly half: boolean
  /** The checkbox for that there is no value. */
  readonly none: ReactNode
  readonly children: ReactNode
}

const short = new Set(['integer', 'decimal', 'money', 'day'])
const timeMask = '99:99'

/** The arguments of a help text: the numbers of the field's schema. */
const numbersIn = (schema: Schema): Record<string, number> =>
  Object.fromEntries(Object.entries(schema).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))

function Frame(props: FrameProps) {
  const { id, label, help, warnings, fault, quiet, marked, tick, short, half, none, children } = props
  const t = useText()
  const mark = marked && (
    <span className="parts-required" title={t('parts.required')} aria-hidden="true">
      *
    </span>
  )
  return (
    <div
      className="field parts-field"
      data-tick={tick || undefined}
      data-short={short || undefined}
      data-half={half || undefined}
      data-fault={fault ? true : undefined}
    >
      <label htmlFor={id}>
        {label}
        {mark}
      </label>
      {children}
      {none}
      {help && (
        <p id={`${id}-help`} className="parts-help">
          {help}
        </p>
      )}
      {warnings}
      {fault && (
        <p id={`${id}-fault`} className={quiet ? 'visually-hidden' : 'parts-fault'}>
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}
