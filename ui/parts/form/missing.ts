/**
 * Missing data is said once. A form with `missingData` names what is missing in a dialog, whose button leads to the first of it;
 * the fields keep their marks, and the summary says only what else is wrong. In any other form the summary has all of it. A value
 * that is there and wrong is never missing data.
 */
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { MessagesByField, Values } from './formValues.ts'
import { faultsOf, fieldsOnScreen, isShownAt } from './formValues.ts'
import type { RowField } from './rows.ts'

/** The fields on screen that must be filled in and are blank, from above; none in a form without the dialog. */
export function missingFields(form: FormMetadata, values: Values): RowField[] {
  if (!form.missingData) return []
  const blank = faultsOf(form, values).filter(({ code }) => code === 'required')
  return fieldsOnScreen(form, values).filter(
    field => field.control !== 'hidden' && blank.some(({ path }) => isShownAt(field, path))
  )
}

/** What is left for the summary. */
export const withoutMissing = (messages: MessagesByField, missing: readonly RowField[]): MessagesByField =>
  missing.length === 0
    ? messages
    : Object.fromEntries(Object.entries(messages).filter(([path]) => !missing.some(field => isShownAt(field, path))))
