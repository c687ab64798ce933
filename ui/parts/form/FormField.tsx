/** One field of a form: its label, mark, help and fault around the control that its face asks for. */
import { Suspense, useEffect } from 'react'
import { useField } from 'react-final-form'
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { schemaOfField } from '../../../src/contract/form.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { controlPartOf } from '../registry.ts'
import { ChoiceControl } from './ChoiceControl.tsx'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { DayBox } from './DayBox.tsx'
import { useFormRows } from './formRows.ts'
import type { Values } from './formValues.ts'
import { controlOf, isRequired } from './formValues.ts'
import { DecimalControl, IntegerControl } from './NumberControls.tsx'

export interface FormFieldProps {
  readonly id: string
  readonly form: FormMetadata
  readonly field: FieldMetadata
  readonly values: Values
  /** In a bar nothing is told before it is sent, for it stands open all day. */
  readonly inBar: boolean
  /** Sentences that stand under the bar once, and are only read out at the field. */
  readonly shared: ReadonlySet<string>
  /** Told when a person, and not a rule of the form, has changed the value. */
  readonly onTyped: () => void
}

export function FormField({ id, form, field, values, inBar, shared, onTyped }: FormFieldProps) {
  const t = useText()
  const schema = schemaOfField(form, field) ?? {}
  const control = controlOf(field, schema)
  const { input, meta } = useField<unknown>(field.name, { allowNull: true, parse: value => value })
  const due = inBar ? meta.submitFailed : meta.touched
  const told = due ? (meta.error ?? (meta.dirtySinceLastSubmit ? undefined : meta.submitError)) : undefined
  const required = isRequired(form, field)
  const says = [field.help && `${id}-help`, told && `${id}-fault`].filter(Boolean).join(' ') || undefined
  const props: ControlProps = {
    id,
    field,
    schema,
    values,
    value: input.value,
    invalid: told !== undefined,
    required,
    readOnly: field.readOnly ?? false,
    describedBy: says,
    onChange: value => {
      onTyped()
      input.onChange(value)
    },
    onBlur: () => input.onBlur(),
    onFocus: () => input.onFocus()
  }
  if (control === 'hidden') return null
  if (control === 'choice' && field.options?.autoSelectSingle) {
    return <ChoiceControl {...props} frame={drawn => <Frame {...frame(drawn)} />} />
  }
  function frame(children: React.ReactNode): FrameProps {
    return {
      id,
      label: t(field.label),
      help: field.help && t(field.help),
      fault: told,
      quiet: shared.has(told),
      required,
      tick: control === 'tick',
      short: short.has(control),
      children
    }
  }
  return <Frame {...frame(<Control kind={control} {...props} error={told} label={t(field.label)} />)} />
}

interface FrameProps {
  readonly id: string
  readonly label: string
  readonly help: string | undefined
  readonly fault: unknown
  readonly quiet: boolean
  readonly required: boolean
  readonly tick: boolean
  /** Its value is short: on a desk such fields share a line. */
  readonly short: boolean
  readonly children: React.ReactNode
}

const short = new Set(['integer', 'decimal', 'money', 'day'])

function Frame({ id, label, help, fault, quiet, required, tick, short, children }: FrameProps) {
  const t = useText()
  const mark = required && !tick && (
    <span className="parts-required" title={t('parts.required')} aria-hidden="true">
      *
    </span>
  )
  return (
    <div
      className="field parts-field"
      data-tick={tick || undefined}
      data-short={short || undefined}
      data-fault={fault ? true : undefined}
    >
      <label htmlFor={id}>
        {label}
        {mark}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="parts-help">
          {help}
        </p>
      )}
      {typeof fault === 'string' && (
        <p id={`${id}-fault`} className={quiet ? 'visually-hidden' : 'parts-fault'}>
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}

type DrawnProps = ControlProps & { readonly kind: string; readonly error: unknown; readonly label: string }

function Control({ kind, error, label, ...props }: DrawnProps) {
  const { value, schema, readOnly, onChange } = props
  const text = value === null || value === undefined ? '' : String(value)
  const limit = unwrapped(schema).maxLength
  if (kind === 'choice') return <ChoiceControl {...props} />
  if (kind === 'integer') return <IntegerControl {...props} />
  if (kind === 'decimal' || kind === 'money') return <DecimalControl {...props} money={kind === 'money'} />
  if (kind === 'day') {
    const { id, field, onBlur } = props
    const shared = { id, value, readOnly, onChange, onBlur, days: field.days }
    return <DayBox {...shared} input={attributesOf(props)} />
  }
  if (kind.startsWith('part:')) return <Part name={kind.slice(5)} {...props} error={error} label={label} />
  if (kind === 'tick') {
    return (
      <input
        {...attributesOf(props)}
        type="checkbox"
        checked={value === true}
        disabled={readOnly}
        onChange={event => onChange(event.target.checked)}
      />
    )
  }
  if (kind === 'longText') {
    return (
      <textarea
        {...attributesOf(props)}
        className="input"
        rows={4}
        value={text}
        maxLength={limit}
        readOnly={readOnly}
        onChange={event => onChange(event.target.value || undefined)}
      />
    )
  }
  return (
    <input
      {...attributesOf(props)}
      className="input"
      {...inputOf(kind, unwrapped(schema))}
      value={text}
      maxLength={limit}
      readOnly={readOnly}
      onChange={event => onChange(event.target.value || undefined)}
    />
  )
}

const inputs: Readonly<Record<string, { type: string; autoComplete?: string; inputMode?: 'numeric' }>> = {
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'numeric' },
  nip: { type: 'text', inputMode: 'numeric' },
  digits: { type: 'text', inputMode: 'numeric' }
}

function inputOf(kind: string, { format }: Schema) {
  if (kind === 'password') return { type: 'password', autoComplete: 'new-password' }
  return inputs[format ?? ''] ?? { type: 'text' }
}

type PartProps = ControlProps & { readonly name: string; readonly error: unknown; readonly label: string }

function Part({ name, field, ...props }: PartProps) {
  const rows = useFormRows()
  const Named = controlPartOf(name)
  useEffect(() => {
    if (!Named) throw new Error(`The form asks for the control ${name}, which is not registered`)
  }, [Named, name])
  if (!Named) return null
  return (
    <Suspense fallback={<span className="parts-bone" />}>
      <Named {...props} name={field.name} rows={rows} />
    </Suspense>
  )
}
