/**
 * A form drawn from its metadata. The contract's `checkForm` runs while a person types, with the messages that the server
 * would send; a fault appears when its field is left, and all of them on submit, in a summary with links to the fields.
 */
import type { FormApi } from 'final-form'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useMemo, useState } from 'react'
import { Form, FormSpy } from 'react-final-form'
import { dayOf } from '../../../src/contract/days.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import type { Row } from '../../../src/contract/row.ts'
import { useText } from '../../i18n.ts'
import type { GoesOn, Look } from './control.ts'
import { awaitedField } from './DialogEnd.tsx'
import { FormBody } from './FormBody.tsx'
import { MissingData } from './FormSummary.tsx'
import { FormRows } from './formRows.ts'
import type { Refusal, Values } from './formValues.ts'
import { bodyOf, errorsBy, faultsOf, fieldsOnScreen, general, initialValues } from './formValues.ts'
import { useGoOn, useStartAtBlank } from './goOn.ts'
import { recall, remember } from './lastChoice.ts'
import { missingFields } from './missing.ts'
import type { RowField } from './rows.ts'
import { firstUnticked } from './ticks.ts'
import { withoutUnsent } from './uploads.ts'
import { useFormRules } from './useFormRules.ts'
import { FormVocabularies } from './vocabularies.ts'
import './form.css'

export interface SchemaFormProps {
  readonly form: FormMetadata
  /** The row, or what `form.load` answered. */
  readonly source?: Values | undefined
  /** The row beside which it creates another thing, such as the row of a panel. */
  readonly beside?: Values | undefined
  /** Values of a draft, which replace those of the source. */
  readonly draft?: Values | undefined
  /** The values that it opens with, if they were prepared: the start values with those of the draft and what it chooses by itself. */
  readonly prepared?: Values | undefined
  /** The rows that the form acts on. */
  readonly rows?: readonly Row[]
  /** Label of the button in a dialog; bars and screens have buttons of their own. */
  readonly submitLabel?: string
  readonly danger?: boolean
  readonly onCancel?: () => void
  /** Sends the values. Resolves to what was refused, or to nothing if all is well. */
  readonly onSubmit: (body: Record<string, unknown>, values: Values, isToGoOn: boolean) => Promise<Refusal | undefined>
  /** The form of the next row follows: a button, or a key, sends this one and goes on. */
  readonly goesOn?: GoesOn | undefined
  /** In a series: goes on without sending this one. */
  readonly onSkip?: (() => void) | undefined
  /** The focus starts at the first required field that is blank. */
  readonly startsAtBlank?: boolean | undefined
  /** Called at every change, with whether the values differ from the start. */
  readonly onChange?: (values: Values, dirty: boolean) => void
  /** Drawn in one line that does not take the focus; the caller draws the button at its end. */
  readonly bar?: (submitting: boolean) => ReactNode
  /** Drawn as a screen; the caller draws its end (buttons, and what follows them). */
  readonly screen?: (submitting: boolean) => ReactNode
  /** Closed: submitting does nothing. */
  readonly closed?: boolean
  /** Shown above the fields. */
  readonly children?: ReactNode
}

const noRows: readonly Row[] = []

export function SchemaForm(props: SchemaFormProps) {
  const { form, source, beside, draft, prepared, rows = noRows, onSubmit, onChange, goesOn, startsAtBlank } = props
  const { bar, screen, children } = props
  const t = useText()
  const id = useId()
  const look: Look = bar ? 'bar' : screen ? 'screen' : 'dialog'
  /** The fields listed by the dialog of missing data, which is open while there are any. */
  const [missing, setMissing] = useState<readonly RowField[]>()
  const [start] = useState(() => initialValues(form, source, recall, beside))
  const [now] = useState(() => withoutUnsent(form, prepared ?? { ...start, ...draft }))
  const [typed, setTyped] = useState(draft !== undefined)
  const [see, setSee] = useState<string>()
  const decorators = useFormRules(form, rows)
  const fieldId = (name: string): string => `${id}-${name}`
  const focus = (elementId: string): void => document.getElementById(elementId)?.focus()
  const { sendOn, begin, isToGoOn, onKeyDown } = useGoOn(goesOn)
  useStartAtBlank(form, startsAtBlank ? now : undefined, fieldId)

  const validate = useMemo(
    () => (values: Values) =>
      errorsBy(faultsOf(form, values).map(({ path, message, params }) => [path, t(message, params)] as const)),
    [form, t]
  )
  const focusFirst = (api: FormApi<Values>): void => {
    const { errors, submitErrors, values } = api.getState()
    const faulty = fieldsOnScreen(form, values).find(({ name }) => valueAt(errors, name) ?? valueAt(submitErrors, name))
    if (faulty) focus(fieldId(faulty.name))
  }
  const send = async (values: Values) => {
    const refusal = await onSubmit(bodyOf(form, values), values, isToGoOn())
    setSee(refusal?.see)
    if (refusal) return { ...errorsBy(refusal.fields), [general]: refusal.general }
    for (const field of form.fields) if (field.remember) remember(field.remember, valueAt(values, field.name))
    return undefined
  }
  const submit = async (event: FormEvent, api: FormApi<Values>, handle: () => unknown): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    if (props.closed) return
    begin()
    const { values } = api.getState()
    const blocking = awaitedField(form, values)
    if (blocking) return focus(fieldId(blocking.name))
    const unticked = faultsOf(form, values).length === 0 && firstUnticked(form, values, dayOf(new Date()))
    if (unticked) return focus(`${fieldId(unticked.name)}-tick`)
    const fields = missingFields(form, values)
    await handle()
    if (fields.length > 0) setMissing(fields)
    // after a success the form may hold the values of the next row, whose errors are not shown yet
    else if (!api.getState().submitSucceeded) focusFirst(api)
  }

  const formElement = (
    <Form<Values>
      initialValues={now}
      initialValuesEqual={() => true}
      decorators={decorators}
      validate={validate}
      onSubmit={send}
      render={({ handleSubmit, form: api, values, submitting, ...state }) => (
        <form
          className={`parts-form ${look === 'screen' ? 'parts-screen' : ''}`}
          noValidate
          aria-busy={submitting}
          onSubmit={event => void submit(event, api, handleSubmit)}
          onKeyDown={look === 'dialog' ? onKeyDown : undefined}
        >
          {children}
          <FormBody
            state={{ ...state, values, submitting }}
            form={form}
            look={look}
            fieldId={fieldId}
            see={see}
            submitLabel={props.submitLabel}
            danger={props.danger}
            goesOn={goesOn}
            onGoOn={sendOn}
            onSkip={props.onSkip}
            onCancel={props.onCancel}
            onTyped={() => setTyped(true)}
            end={bar ?? screen}
          />
          {onChange && (
            <FormSpy<Values> subscription={{ values: true }}>
              {spy => <ChangeObserver values={spy.values} start={start} typed={typed} onChange={onChange} />}
            </FormSpy>
          )}
          {form.missingData && (
            <MissingData
              fields={missing}
              values={values}
              text={form.missingData}
              onClose={() => setMissing(undefined)}
              onClosed={first => focus(fieldId(first))}
            />
          )}
        </form>
      )}
    />
  )
  const { vocabularies } = form
  return (
    <FormRows value={rows}>
      {vocabularies ? <FormVocabularies value={vocabularies}>{formElement}</FormVocabularies> : formElement}
    </FormRows>
  )
}

interface ObserverProps {
  readonly values: Values
  readonly start: Values
  /** Whether a person has changed something; values filled in by rules of the form do not count. */
  readonly typed: boolean
  readonly onChange: (values: Values, dirty: boolean) => void
}

const blankFree = (values: Values): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort()
  )

/** Reports the form's values to its owner, after each change. */
function ChangeObserver({ values, start, typed, onChange }: ObserverProps) {
  useEffect(() => onChange(values, typed && blankFree(values) !== blankFree(start)), [values, start, typed, onChange])
  return null
}
