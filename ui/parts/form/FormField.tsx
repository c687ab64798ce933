/** One field of a form: its label, mark, help and fault around the control that its metadata asks for. */

import { useEffect } from 'react'
import { useField } from 'react-final-form'
import { dayOf } from '../../../src/contract/days.ts'
import { controlOf, schemaOfField } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { foreignPhones } from '../../../src/contract/phone-checks.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { isFocusMovedByDialog } from '../../elements/focus.ts'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { useText } from '../../i18n.ts'
import { controlPartOf } from '../registry.ts'
import { masks } from '../values/numbers.ts'
import { ChoiceControl } from './ChoiceControl.tsx'
import type { ControlProps, FormFieldProps } from './control.ts'
import { attributesOf } from './control.ts'
import { DayBox } from './DayBox.tsx'
import { Either } from './Either.tsx'
import { FieldWarnings } from './FieldWarnings.tsx'
import { useFormRows } from './formRows.ts'
import { isRequired, labelOf, onlyValueOf, presentSchema, sentenceIn } from './formValues.ts'
import { MaskedBox, maskOf } from './MaskedBox.tsx'
import { NoneBox } from './NoneBox.tsx'
import { DecimalControl, IntegerControl, StepperControl } from './NumberControls.tsx'
import { PasswordBox } from './PasswordBox.tsx'
import { warningsAt } from './ticks.ts'
import { isTidied, tidied } from './typed.ts'

const ChoicesControl = lazyPart(() => import('./ChoicesControl.tsx')).Component
const FileControl = lazyPart(() => import('./FileControl.tsx')).Component
const FilesControl = lazyPart(() => import('./FilesControl.tsx')).Component
const RowsControl = lazyPart(() => import('./RowsControl.tsx')).Component

export function FormField(given: FormFieldProps) {
  const { id, form, field, values, look, shared, onTyped } = given
  const t = useText()
  const schema = presentSchema(form, field, values)
  const control = controlOf(field, schemaOfField(form, field) ?? {})
  const label = control === 'hidden' ? '' : t(labelOf(field, values))
  const { input, meta } = useField<unknown>(field.name, { allowNull: true, parse: value => value })
  const due = look === 'dialog' ? meta.touched : meta.submitFailed
  const error: unknown = meta.error ?? (meta.dirtySinceLastSubmit ? undefined : meta.submitError)
  // for a list of rows only its own fault; the rows show theirs
  const fault = due ? sentenceIn(control === 'rows' && typeof error !== 'string' ? undefined : error) : undefined
  const required = isRequired(form, field, values)
  const isNone = field.none !== undefined && input.value === null
  const today = dayOf(new Date())
  const warnings = warningsAt(field, values, today)
  const texts = [field.help && `${id}-help`, warnings.length > 0 && `${id}-warning`, fault && `${id}-fault`]
  const describedBy = texts.filter(Boolean).join(' ') || undefined
  const props: ControlProps = {
    id,
    field,
    schema,
    values,
    value: input.value,
    invalid: fault !== undefined,
    required,
    readOnly: field.readOnly ?? isNone,
    describedBy,
    onChange: value => {
      onTyped()
      input.onChange(value)
    },
    // no fault is shown at a field before a person has left it
    onBlur: () => isFocusMovedByDialog() || input.onBlur(),
    onFocus: () => input.onFocus()
  }
  if (control === 'hidden') return null
  // there is nothing to choose: SchemaForm has set the value
  if (onlyValueOf(schema) !== undefined) return null
  if (control === 'rows') {
    return (
      <Boundary small waiting={<span className="skeleton-bar" />}>
        <RowsControl
          {...given}
          drawn={FormField}
          label={label}
          help={field.help && t(field.help)}
          fault={fault}
          describedBy={describedBy}
        />
      </Boundary>
    )
  }
  if (control === 'choice' && field.options?.autoSelectSingle) {
    return <ChoiceControl {...props} frame={drawn => <Frame {...frame(drawn)} />} />
  }
  function frame(children: React.ReactNode): FrameProps {
    return {
      id,
      label,
      help: field.help && t(field.help, numbersIn(unwrapped(schema))),
      warnings: warnings.length > 0 && (
        <FieldWarnings id={id} field={field} warnings={warnings} values={values} today={today} />
      ),
      fault,
      quiet: fault !== undefined && shared.has(fault),
      marked: required && look !== 'screen' && control !== 'tick',
      tick: control === 'tick' && !field.answers,
      short: short.has(control),
      half: field.half ?? false,
      none: field.none && (
        <NoneBox
          label={t(field.none)}
          checked={isNone}
          onTick={isTicked => props.onChange(isTicked ? null : undefined)}
        />
      ),
      children
    }
  }
  return <Frame {...frame(<Control kind={control} {...props} error={due ? error : undefined} label={label} />)} />
}

interface FrameProps {
  readonly id: string
  readonly label: string
  readonly help: string | undefined
  readonly warnings: React.ReactNode
  readonly fault: string | undefined
  readonly quiet: boolean
  readonly marked: boolean
  readonly tick: boolean
  /** Its value is short: on a wide screen such fields share a line. */
  readonly short: boolean
  readonly half: boolean
  /** The checkbox for that there is no value. */
  readonly none: React.ReactNode
  readonly children: React.ReactNode
}

const short = new Set(['integer', 'decimal', 'money', 'day'])

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

type DrawnProps = ControlProps & { readonly kind: string; readonly error: unknown; readonly label: string }

function Control({ kind, error, label, ...props }: DrawnProps) {
  const { value, schema, readOnly, onChange } = props
  const text = value === null || value === undefined ? '' : String(value)
  const limit = unwrapped(schema).maxLength
  if (kind === 'choice') return <ChoiceControl {...props} label={label} />
  if (kind === 'choices') {
    return (
      <Boundary small waiting={<span className="skeleton-bar" />}>
        <ChoicesControl {...props} label={label} />
      </Boundary>
    )
  }
  if (kind === 'file' || kind === 'files') {
    const Files = kind === 'file' ? FileControl : FilesControl
    return (
      <Boundary small waiting={<span className="skeleton-bar" />}>
        <Files {...props} error={error} />
      </Boundary>
    )
  }
  if (kind === 'stepper') return <StepperControl {...props} label={label} />
  if (kind === 'integer') return <IntegerControl {...props} />
  if (kind === 'decimal' || kind === 'money') return <DecimalControl {...props} money={kind === 'money'} />
  if (kind === 'day') {
    const { id, field, onBlur } = props
    const shared = { id, value, readOnly, onChange, onBlur, days: field.days }
    return <DayBox {...shared} input={attributesOf(props)} />
  }
  if (kind.startsWith('part:')) return <Part name={kind.slice(5)} {...props} error={error} label={label} />
  const { answers } = props.field
  if (kind === 'tick' && answers) {
    const shared = { name: props.id, label, answers, onChange }
    return <Either {...shared} value={value === true} disabled={readOnly} />
  }
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
  const { format } = unwrapped(schema)
  const { autoComplete, ...look } = inputOf(kind, unwrapped(schema))
  const box = {
    ...attributesOf(props),
    className: 'input',
    autoComplete: props.field.autocomplete ?? autoComplete,
    value: text,
    // pasted text may have spaces, which are removed
    maxLength: isTidied(format) ? undefined : limit,
    readOnly,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(tidied(event.target.value, format) || undefined)
  }
  const byFormat = masks[format ?? '']
  const mask = kind === 'text' ? (maskOf(props.field.mask, props.values) ?? byFormat) : undefined
  if (mask) return <MaskedBox {...box} mask={mask} onText={onChange} />
  if (kind === 'password') return <PasswordBox {...box} minLength={unwrapped(schema).minLength} />
  return <input {...look} {...box} />
}

interface InputLook {
  readonly type: string
  readonly autoComplete?: string
  readonly inputMode?: 'numeric'
}

const inputs: Readonly<Record<string, InputLook>> = {
  email: { type: 'email', autoComplete: 'email' },
  password: { type: 'password', autoComplete: 'new-password' },
  phone: { type: 'tel', inputMode: 'numeric' },
  ...Object.fromEntries(Object.keys(foreignPhones).map(format => [format, { type: 'tel' }])),
  nip: { type: 'text', inputMode: 'numeric' },
  digits: { type: 'text', inputMode: 'numeric' },
  postalCode: { type: 'text', inputMode: 'numeric' }
}

/** The attributes of a text box, by its control, else by the format of its text. */
const inputOf = (kind: string, { format }: Schema): InputLook =>
  inputs[kind] ?? inputs[format ?? ''] ?? { type: 'text' }

type PartProps = ControlProps & { readonly name: string; readonly error: unknown; readonly label: string }

function Part({ name, field, ...props }: PartProps) {
  const rows = useFormRows()
  const Named = controlPartOf(name)
  const reads = Object.fromEntries(
    Object.entries(field.reads ?? {}).map(([as, path]) => [as, valueAt(props.values, path)])
  )
  useEffect(() => {
    if (!Named) throw new Error(`The form asks for the control ${name}, which is not registered`)
  }, [Named, name])
  if (!Named) return null
  return (
    <Boundary small waiting={<span className="skeleton-bar" />}>
      <Named {...props} name={field.name} rows={rows} reads={reads} />
    </Boundary>
  )
}
