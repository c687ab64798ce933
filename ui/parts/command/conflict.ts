/**
 * Compares the changes of two people to the same row, field by field: the values that the form started from, those that it would start
 * from now, and those that are typed. If only one person has changed a field, that change is taken without a question, so that keeping
 * what is typed does not undo the other person's change.
 */
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { schemaOfField } from '../../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../../src/contract/paths.ts'
import { ruledSchema } from '../../../src/contract/ruled.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { initialValues, type Values } from '../form/formValues.ts'

/** A field that both people have changed, to different values. */
export interface Contested {
  readonly field: FieldMetadata
  /** With the rules applied that read other values of the form. */
  readonly schema: Schema
  readonly theirs: unknown
  readonly mine: unknown
}

export interface ConflictParts {
  readonly contested: readonly Contested[]
  /** The typed values, with the other person's changes in the fields that this person has not changed. */
  readonly values: Values
}

/** Whose value is kept, by the names of the contested fields. A field that is missing here keeps the typed value. */
export type Chosen = Readonly<Record<string, 'mine' | 'theirs'>>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * @param before the values that the form started from when it was opened
 * @param now the values that it would start from now
 */
export function conflictOf(form: FormMetadata, before: Values | undefined, now: Values, typed: Values): ConflictParts {
  const [was, is] = [initialValues(form, before), initialValues(form, now)]
  const states = form.fields.map(field => {
    const [old, theirs, mine] = [was, is, typed].map(values => valueAt(values, field.name))
    return { field, theirs, mine, isTheirs: !same(old, theirs), isMine: !same(old, mine) }
  })
  const both = states.filter(
    ({ isTheirs, isMine, theirs, mine, field }) =>
      isTheirs && isMine && !same(theirs, mine) && field.control !== 'hidden'
  )
  const context = (form.context ?? []).reduce<Values>(
    (values, name) => withValueAt(values, name, valueAt(is, name)),
    typed
  )
  const contested = both.map(({ field, theirs, mine }) => {
    const schema = ruledSchema(schemaOfField(form, field) ?? {}, context)
    return { field, schema, theirs, mine }
  })
  const values = states
    .filter(({ isTheirs, isMine }) => isTheirs && !isMine)
    .reduce((merged, { field, theirs }) => withValueAt(merged, field.name, theirs), context)
  return { contested, values }
}

/** The values with which the form continues after the person has decided each contested field. */
export const mergedValues = ({ contested, values }: ConflictParts, chosen: Chosen): Values =>
  contested
    .filter(({ field }) => chosen[field.name] === 'theirs')
    .reduce((merged, { field, theirs }) => withValueAt(merged, field.name, theirs), values)
