/** The fields of a form with its summary and its end, as a dialog, a bar or a screen shows them. */

import type { FormState } from 'final-form'
import { Fragment, type ReactNode } from 'react'
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { useText } from '../../i18n.ts'
import type { GoesOn, Look } from './control.ts'
import { awaitedField, DialogEnd } from './DialogEnd.tsx'
import { FormField } from './FormField.tsx'
import { BarSummary, ScreenSummary, Summary } from './FormSummary.tsx'
import { byPath, fieldsOnScreen, sharedSentences, shownFields, type Values } from './formValues.ts'
import { blankFields, missingFields, withoutMissing } from './missing.ts'
import { Periods } from './Periods.tsx'

interface FormBodyProps {
  readonly state: FormState<Values>
  readonly form: FormMetadata
  readonly look: Look
  readonly fieldId: (name: string) => string
  /** The address of what a refusal is about. */
  readonly see: string | undefined
  readonly submitLabel: string | undefined
  readonly danger: boolean | undefined
  readonly goesOn: GoesOn | undefined
  readonly onGoOn: (button: HTMLElement) => void
  readonly onSkip: (() => void) | undefined
  readonly onCancel: (() => void) | undefined
  readonly onTyped: () => void
  /** The end of a bar or a screen. */
  readonly end: ((submitting: boolean) => ReactNode) | undefined
}

const noSentences: ReadonlySet<string> = new Set()

function groupsOf(fields: readonly FieldMetadata[]): (readonly [string | undefined, FieldMetadata[]])[] {
  const groups = new Map<string | undefined, FieldMetadata[]>()
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups]
}

export function FormBody(props: FormBodyProps) {
  const { state, form, look, fieldId, see, submitLabel, danger, goesOn, onGoOn, onSkip, onCancel, onTyped, end } = props
  const { values, submitting = false, submitFailed, errors, submitErrors, dirtySinceLastSubmit } = state
  const fields = shownFields(form, values)
  const onScreen = fieldsOnScreen(form, values)
  const messages = submitFailed
    ? { ...(dirtySinceLastSubmit ? {} : byPath(submitErrors ?? {})), ...byPath(errors ?? {}) }
    : {}
  const shared = look === 'bar' ? new Set(sharedSentences(messages)) : noSentences
  const fieldElement = (field: FieldMetadata) => (
    <Fragment key={field.name}>
      {field.periodTo && look !== 'bar' && (
        <Periods
          from={field.name}
          to={field.periodTo}
          endsToday={fields.some(({ name, days }) => name === field.periodTo && days?.to === 'today')}
          values={values}
          onTyped={onTyped}
        />
      )}
      <FormField
        id={fieldId(field.name)}
        form={form}
        field={field}
        values={values}
        look={look}
        shared={shared}
        onTyped={onTyped}
      />
    </Fragment>
  )
  if (look === 'bar') {
    return (
      <>
        <div className="parts-line">
          {fields.map(fieldElement)}
          <div className="parts-line-end">{end?.(submitting)}</div>
        </div>
        <BarSummary messages={messages} fields={onScreen} />
      </>
    )
  }
  const groups = groupsOf(fields).map(([group, members]) => (
    <Group key={group ?? ''} title={group}>
      {members.map(fieldElement)}
    </Group>
  ))
  if (look === 'screen') {
    return (
      <>
        {groups}
        <ScreenSummary messages={messages} fields={onScreen} />
        {end?.(submitting)}
      </>
    )
  }
  return (
    <>
      <Summary
        see={see}
        messages={withoutMissing(messages, missingFields(form, values))}
        fields={onScreen}
        blank={blankFields(form, values)}
        values={values}
        fieldId={fieldId}
      />
      {groups}
      <DialogEnd
        awaited={awaitedField(form, values)}
        submitting={submitting}
        submitLabel={submitLabel}
        danger={danger}
        goesOn={goesOn}
        onGoOn={onGoOn}
        onSkip={onSkip}
        onCancel={onCancel}
      />
    </>
  )
}

function Group({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  const t = useText()
  if (!title) return <div className="parts-group">{children}</div>
  return (
    <fieldset className="parts-group">
      <legend>{t(title)}</legend>
      {children}
    </fieldset>
  )
}
