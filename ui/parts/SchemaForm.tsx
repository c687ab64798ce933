/**
 * A form drawn from its face. The contract's `checkForm` judges while a person types, with the sentences the server
 * would say; a fault is told when its field is left, and all of them on submit, in a summary that leads to the fields.
 */
import type { FormApi } from 'final-form'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Form, FormSpy } from 'react-final-form'
import type { FieldFace, FormFace } from '../../src/contract/form.ts'
import { useText } from '../i18n.ts'
import { Modal } from '../shell/modal.tsx'
import { Derivations } from './Derivations.tsx'
import { FormField } from './FormField.tsx'
import type { Refusal, Values } from './formValues.ts'
import { bodyOf, errorsBy, faultsOf, initialValues, shownFields } from './formValues.ts'
import { recall, remember } from './remembered.ts'
import { usePhone } from './usePhone.ts'
import './form.css'

export interface SchemaFormProps {
  readonly form: FormFace
  /** The row, or what `form.load` answered. */
  readonly source?: Values | undefined
  /** Values of a draft, laid over the source. */
  readonly draft?: Values | undefined
  readonly submitLabel: string
  readonly danger?: boolean
  readonly cancelLabel?: string
  readonly onCancel?: () => void
  /** Sends. Answers what was refused, or nothing when all is well. */
  readonly onSubmit: (body: Record<string, unknown>) => Promise<Refusal | undefined>
  /** Told of every change, and whether something differs from the start. */
  readonly onChange?: (values: Values, dirty: boolean) => void
  readonly children?: ReactNode
}

const general = '_general'

function groupsOf(fields: readonly FieldFace[]): (readonly [string | undefined, FieldFace[]])[] {
  const groups = new Map<string | undefined, FieldFace[]>()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups]
}

export function SchemaForm(props: SchemaFormProps) {
  const { form, source, draft, submitLabel, danger, cancelLabel, onCancel, onSubmit, onChange, children } = props
  const t = useText()
  const id = useId()
  const phone = usePhone()
  const [asking, setAsking] = useState(false)
  const [start] = useState(() => initialValues(form, source, recall))
  const [now] = useState(() => ({ ...start, ...draft }))
  const [typed, setTyped] = useState(draft !== undefined)
  const fieldId = (name: string): string => `${id}-${name}`

  // on a phone the keyboard would cover the form before it has been seen
  useEffect(() => {
    if (phone) return
    const [first] = shownFields(form, now).filter(field => field.control !== 'hidden' && !field.readOnly)
    if (first) document.getElementById(`${id}-${first.name}`)?.focus()
  }, [form, id, now, phone])

  const validate = useMemo(
    () => (values: Values) =>
      errorsBy(faultsOf(form, values).map(({ path, message, params }) => [path, t(message, params)] as const)),
    [form, t]
  )
  const focusFirst = (api: FormApi<Values>): void => {
    const { errors, submitErrors } = api.getState()
    const faulty = shownFields(form, api.getState().values).find(({ name }) => errors?.[name] ?? submitErrors?.[name])
    if (faulty) document.getElementById(fieldId(faulty.name))?.focus()
  }
  const send = async (values: Values) => {
    const refusal = await onSubmit(bodyOf(form, values))
    if (refusal) return { ...errorsBy(refusal.fields), [general]: refusal.general }
    for (const field of form.fields) if (field.remember) remember(field.remember, values[field.name])
    return undefined
  }
  const submit = async (event: FormEvent, api: FormApi<Values>, handle: () => unknown): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    const missing = faultsOf(form, api.getState().values).some(fault => fault.code === 'required')
    await handle()
    if (missing && form.missingData) setAsking(true)
    else focusFirst(api)
  }

  return (
    <Form<Values>
      initialValues={now}
      initialValuesEqual={() => true}
      validate={validate}
      onSubmit={send}
      render={({
        handleSubmit,
        form: api,
        values,
        submitting,
        submitFailed,
        errors,
        submitErrors,
        dirtySinceLastSubmit
      }) => {
        const fields = shownFields(form, values)
        const told = submitFailed ? { ...(dirtySinceLastSubmit ? {} : submitErrors), ...errors } : {}
        return (
          <form
            className="parts-form"
            noValidate
            aria-busy={submitting}
            onSubmit={event => void submit(event, api, handleSubmit)}
          >
            {children}
            <Summary told={told} fields={fields} fieldId={fieldId} />
            <Derivations form={form} api={api} values={values} />
            {groupsOf(fields).map(([group, members]) => {
              const drawn = members.map(field => (
                <FormField
                  key={field.name}
                  id={fieldId(field.name)}
                  form={form}
                  field={field}
                  values={values}
                  onTyped={() => setTyped(true)}
                />
              ))
              if (!group)
                return (
                  <div key="" className="parts-group">
                    {drawn}
                  </div>
                )
              return (
                <fieldset key={group} className="parts-group">
                  <legend>{t(group)}</legend>
                  {drawn}
                </fieldset>
              )
            })}
            {onChange && (
              <FormSpy<Values> subscription={{ values: true }}>
                {spy => <Tell values={spy.values} start={start} typed={typed} onChange={onChange} />}
              </FormSpy>
            )}
            <footer className="parts-form-end">
              {onCancel && (
                <button type="button" className="button" onClick={onCancel}>
                  {cancelLabel ?? t('parts.cancel')}
                </button>
              )}
              <button type="submit" className={`button ${danger ? 'danger' : 'primary'}`} aria-disabled={submitting}>
                {submitting && <i className="pi pi-spinner parts-spin" aria-hidden="true" />}
                {submitLabel}
              </button>
            </footer>
            {form.missingData && (
              <MissingData
                open={asking}
                text={form.missingData}
                onClose={() => setAsking(false)}
                onClosed={() => focusFirst(api)}
              />
            )}
          </form>
        )
      }}
    />
  )
}

interface MissingDataProps {
  readonly open: boolean
  readonly text: string
  readonly onClose: () => void
  /** Called when the dialog has given the focus back. */
  readonly onClosed: () => void
}

function MissingData({ open, text, onClose, onClosed }: MissingDataProps) {
  const t = useText()
  const latest = useRef({ onClosed, wasOpen: false })
  useEffect(() => {
    if (!open && latest.current.wasOpen) latest.current.onClosed()
    latest.current = { onClosed, wasOpen: open }
  })
  return (
    <Modal open={open} title={t('parts.missingData')} onClose={onClose}>
      <p>{t(text)}</p>
      <div className="parts-form-end">
        <button type="button" className="button primary" onClick={onClose}>
          {t('parts.understood')}
        </button>
      </div>
    </Modal>
  )
}

interface TellProps {
  readonly values: Values
  readonly start: Values
  /** A person has changed something; what rules of the form have filled in does not count. */
  readonly typed: boolean
  readonly onChange: (values: Values, dirty: boolean) => void
}

const blankFree = (values: Values): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort()
  )

/** Tells the owner of the form what it holds, after each change. */
function Tell({ values, start, typed, onChange }: TellProps) {
  useEffect(() => onChange(values, typed && blankFree(values) !== blankFree(start)), [values, start, typed, onChange])
  return null
}

interface SummaryProps {
  readonly told: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldFace[]
  readonly fieldId: (name: string) => string
}

function Summary({ told, fields, fieldId }: SummaryProps) {
  const t = useText()
  const sentences = Array.isArray(told[general]) ? (told[general] as string[]) : []
  const faulty = fields.filter(({ name }) => told[name])
  const count = faulty.length + sentences.length
  return (
    <div role="alert" className="parts-summary-place">
      {count > 0 && (
        <div className="parts-summary note tone-danger">
          {sentences.map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
          {faulty.length > 0 && <p>{t('parts.faults', { count: faulty.length })}</p>}
          <ul>
            {faulty.map(({ name, label }) => (
              <li key={name}>
                <a
                  href={`#${fieldId(name)}`}
                  onClick={event => {
                    event.preventDefault()
                    document.getElementById(fieldId(name))?.focus()
                  }}
                >
                  {t(label)}
                </a>
                {typeof told[name] === 'string' && `: ${told[name]}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
