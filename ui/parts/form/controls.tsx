/** The control of each kind of field. A kind of the contract without a control here does not compile. */
import type { ChangeEvent, ComponentType } from 'react'
import { createElement } from 'react'
import type { Control } from '../../../src/contract/form.ts'
import { foreignPhones } from '../../../src/contract/phone-checks.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { controlPartOf } from '../registry.ts'
import { masks } from '../values/numbers.ts'
import { ChoiceControl } from './ChoiceControl.tsx'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { DayBox } from './DayBox.tsx'
import { Either } from './Either.tsx'
import { useFormRows } from './formRows.ts'
import { MaskedBox, maskOf } from './MaskedBox.tsx'
import { DecimalControl, IntegerControl, StepperControl } from './NumberControls.tsx'
import { PasswordBox } from './PasswordBox.tsx'
import { readsOf } from './reads.ts'
import { isTidied, tidied } from './typed.ts'

type PartControl = `part:${string}`
/** The kinds that are drawn within a field's frame; a hidden field is not drawn, and a list of rows has no frame. */
type FramedControl = Exclude<Control, PartControl | 'hidden' | 'rows'>

type DrawnProps = ControlProps & {
  readonly label: string
  /** The field's error; of a value with parts, the errors of its parts. */
  readonly error: unknown
}

const ChoicesControl = lazyPart(() => import('./ChoicesControl.tsx')).Component
const FileControl = lazyPart(() => import('./FileControl.tsx')).Component
const FilesControl = lazyPart(() => import('./FilesControl.tsx')).Component

/** A control whose code is fetched when it is first drawn. */
const whenFetched = (Late: ComponentType<DrawnProps>) => (props: DrawnProps) => (
  <Boundary small waiting={<span className="skeleton-bar" />}>
    <Late {...props} />
  </Boundary>
)

const controls: Readonly<Record<FramedControl, ComponentType<DrawnProps>>> = {
  text: TextControl,
  longText: LongTextControl,
  email: props => <TextControl {...props} kind="email" />,
  password: props => <TextControl {...props} kind="password" />,
  integer: IntegerControl,
  stepper: StepperControl,
  decimal: DecimalControl,
  money: props => <DecimalControl {...props} money />,
  day: DayControl,
  choice: ChoiceControl,
  choices: whenFetched(ChoicesControl),
  tick: TickControl,
  file: whenFetched(FileControl),
  files: whenFetched(FilesControl)
}

const isPart = (control: Control): control is PartControl => control.startsWith('part:')

export function DrawnControl({ control, ...props }: DrawnProps & { readonly control: FramedControl | PartControl }) {
  return isPart(control) ? (
    <Part {...props} name={control.slice('part:'.length)} />
  ) : (
    // a server that is newer than this page may name another one
    createElement(controls[control] ?? TextControl, props)
  )
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function LongTextControl(props: DrawnProps) {
  return (
    <textarea
      {...attributesOf(props)}
      className="input"
      rows={4}
      value={textOf(props.value)}
      maxLength={unwrapped(props.schema).maxLength}
      readOnly={props.readOnly}
      onChange={event => props.onChange(event.target.value || undefined)}
    />
  )
}

function TickControl(props: DrawnProps) {
  const { id, label, value, readOnly, onChange } = props
  const { answers } = props.field
  if (answers) {
    return (
      <Either
        name={id}
        label={label}
        answers={answers}
        value={value === true}
        disabled={readOnly}
        onChange={onChange}
      />
    )
  }
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

function DayControl(props: DrawnProps) {
  const { id, field, value, readOnly, onChange, onBlur } = props
  return (
    <DayBox
      id={id}
      value={value}
      readOnly={readOnly}
      onChange={onChange}
      onBlur={onBlur}
      days={field.days}
      input={attributesOf(props)}
    />
  )
}

interface InputLook {
  readonly type: string
  readonly autoComplete?: string
  readonly inputMode?: 'numeric' | 'tel'
}

/** The attributes of a text box, by its control or by the format of its text. */
const looks: Readonly<Record<string, InputLook>> = {
  email: { type: 'email', autoComplete: 'email' },
  password: { type: 'password', autoComplete: 'new-password' },
  phone: { type: 'tel', inputMode: 'numeric' },
  ...Object.fromEntries(
    [...Object.keys(foreignPhones), 'anyPhone'].map(format => [format, { type: 'tel', inputMode: 'tel' }])
  ),
  nip: { type: 'text', inputMode: 'numeric' },
  digits: { type: 'text', inputMode: 'numeric' },
  postalCode: { type: 'text', inputMode: 'numeric' }
}

const lookOf = (kind: string, { format }: Schema): InputLook => looks[kind] ?? looks[format ?? ''] ?? { type: 'text' }

/** A line of text, an e-mail address or a password. */
function TextControl({ kind = 'text', ...props }: DrawnProps & { readonly kind?: 'text' | 'email' | 'password' }) {
  const { field, values, readOnly, onChange } = props
  const schema = unwrapped(props.schema)
  const { format, minLength, maxLength } = schema
  const { autoComplete, ...look } = lookOf(kind, schema)
  const box = {
    ...attributesOf(props),
    className: 'input',
    autoComplete: field.autocomplete ?? autoComplete,
    value: textOf(props.value),
    // pasted text may have spaces, which are removed
    maxLength: isTidied(format) ? undefined : maxLength,
    readOnly,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(tidied(event.target.value, format) || undefined)
  }
  const mask = kind === 'text' ? (maskOf(field.mask, values) ?? masks[format ?? '']) : undefined
  if (mask) return <MaskedBox {...box} mask={mask} onText={onChange} />
  if (kind === 'password') return <PasswordBox {...box} minLength={minLength} />
  return <input {...look} {...box} />
}

function Part({ name, ...props }: DrawnProps & { readonly name: string }) {
  const rows = useFormRows()
  const Registered = controlPartOf(name)
  if (!Registered) throw new Error(`The form asks for the control ${name}, which is not registered`)
  const { field, ...shared } = props
  return (
    <Boundary small waiting={<span className="skeleton-bar" />}>
      {createElement(Registered, { ...shared, name: field.name, rows, reads: readsOf(field, props.values) })}
    </Boundary>
  )
}
