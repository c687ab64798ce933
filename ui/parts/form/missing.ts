/**
 * Missing data is reported once. A form with `missingData` lists the missing fields in a dialog, whose button leads to the first of
 * them; the fields keep their marks, and the summary has only the other errors. In any other form the summary has everything: first the
 * blank fields by name, then the other errors with their sentences. A value that is given but wrong never counts as missing.
 */
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { MessagesByField, Values } from './formValues.ts'
import { faultsOf, fieldsOnScreen, isShownAt } from './formValues.ts'
import type { RowField } from './rows.ts'

/** The required fields on screen that are blank, from top to bottom. */
export function blankFields(form: FormMetadata, values: Values): RowField[] {
  const blank = faultsOf(form, values).filter(({ code }) => code === 'required')
  return fieldsOnScreen(form, values).filter(
    field => field.control !== 'hidden' && blank.some(({ path }) => isShownAt(field, path))
  )
}

/** The fields that the dialog lists; none in a form without a dialog. */
export const missingFields = (form: FormMetadata, values: Values): RowField[] =>
  form.missingData ? blankFields(form, values) : []

/** The messages that remain for the summary. */
export const withoutMissing = (messages: MessagesByField, missing: readonly RowField[]): MessagesByField =>
  missing.length === 0
    ? messages
    : Object.fromEntries(Object.entries(messages).filter(([path]) => !missing.some(field => isShownAt(field, path))))
