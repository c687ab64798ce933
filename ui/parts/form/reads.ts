import type { FieldMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import type { Values } from './formValues.ts'

/** The values that a hand-written control reads by its hint `reads`, by the control's names for them. */
export const readsOf = ({ reads = {} }: FieldMetadata, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(reads).map(([name, path]) => [name, valueAt(values, path)]))
