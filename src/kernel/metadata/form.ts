/** What the browser receives of a form. */
import type { FieldHint, FieldMetadata, FormMetadata } from '../../contract/form.ts'
import type { Schema } from '../../contract/schema.ts'
import type { Caller } from '../access/caller.ts'
import { type AnyCommand, actsOnRows } from '../commands/command.ts'
import type { FormDefinition } from '../commands/form.ts'
import type { Rows } from '../resources/rows.ts'

/** The form that a person fills in: the rows' ids are not asked for, whoever sends the call puts them in. */
export function askedForm(command: AnyCommand, form: FormDefinition, caller: Caller, rows?: Rows): FormMetadata {
  const face = formMetadata(command.name, form, caller, command.rows ?? rows)
  const ids = actsOnRows(command) ? command.ids : undefined
  if (!ids) return face
  const { [ids]: _, ...properties } = face.schema.properties ?? {}
  const required = (face.schema.required ?? []).filter(name => name !== ids)
  return {
    ...face,
    schema: { ...face.schema, properties, required },
    fields: face.fields.filter(({ name }) => name !== ids)
  }
}

/** A form's schema and hints as they travel. Fields without a hint are asked after those with one. */
export function formMetadata(name: string, form: FormDefinition, caller: Caller, rows?: Rows): FormMetadata {
  const noun = form.messagePrefix ?? rows?.type ?? name
  const hinted = Object.keys(form.fields ?? {})
  const others = Object.keys(form.schema.properties).filter(field => !hinted.includes(field))
  const face = (field: string): FieldMetadata => {
    const hint: FieldHint = form.fields?.[field] ?? {}
    return { ...hint, name: field, label: hint.label ?? `${noun}.${field}` }
  }
  return {
    name,
    schema: form.schema as Schema,
    fields: [...hinted, ...others].map(face),
    derive: form.derive ?? [],
    initial: form.initial?.(caller) ?? {},
    ...(form.load ? { load: form.load } : {}),
    ...(form.missingData ? { missingData: form.missingData } : {})
  }
}
