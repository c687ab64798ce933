/**
 * Runs a command whose form may have nothing to ask, because a person has said all of it in another way: by dropping a card, for instance.
 * The form's own rules decide: they run to rest on the given values, and where one of these is missing, wrong or warned of, or a call of
 * the rules failed, the form opens with them.
 */
import type { QueryClient } from '@tanstack/react-query'
import { dayOf } from '../../../src/contract/days.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { bodyOf, faultsOf, initialValues, sharedValues, shownFields, type Values } from '../form/formValues.ts'
import { recall } from '../form/lastChoice.ts'
import { preparedValues } from '../form/preparedValues.ts'
import { warningsAt } from '../form/ticks.ts'
import type { Run } from './commandState.ts'
import type { Runner } from './runner.ts'

/** Whether a person must see the form: a value is missing or wrong, or something speaks against it. */
export const asks = (form: FormMetadata, values: Values, today: string): boolean =>
  faultsOf(form, values).length > 0 ||
  shownFields(form, values).some(field => warningsAt(field, values, today).length > 0)

/**
 * Sends the command, or opens its form with the values that were given.
 * @param run with `given`: what the form would begin with
 * @returns whether it was sent. Throws the error of the call.
 */
export async function runOrAsk(
  queries: Pick<QueryClient, 'fetchQuery'>,
  runner: Pick<Runner, 'start' | 'submit'>,
  run: Run,
  key: string,
  today = dayOf(new Date())
): Promise<boolean> {
  const { rows, given } = run
  const { form } = run.command
  const values = form && (await valuesOf(queries, form, rows, given))
  if (form && (values === undefined || asks(form, values, today))) {
    runner.start(run)
    return false
  }
  await runner.submit(run, form && values && bodyOf(form, values), key)
  return true
}

/** The values that the form would open with; undefined if one of its calls failed. */
async function valuesOf(
  queries: Pick<QueryClient, 'fetchQuery'>,
  form: FormMetadata,
  rows: Run['rows'],
  given: Run['given']
): Promise<Values | undefined> {
  let isWhole = !form.load
  const fetchQuery: QueryClient['fetchQuery'] = async options => {
    try {
      return await queries.fetchQuery(options)
    } catch (error) {
      isWhole = false
      throw error
    }
  }
  const own = rows.length === 1 ? rows[0] : sharedValues(form, rows)
  const values = await preparedValues({ fetchQuery }, form, initialValues(form, { ...own, ...given }, recall), rows)
  return isWhole ? values : undefined
}
