/** What the browser receives of a form. */
import type { FieldHint, FieldMetadata, FormMetadata } from '../../contract/form.ts'
import type { Schema } from '../../contract/schema.ts'
import type { Caller } from '../access/caller.ts'
import type { AnyCommand } from '../commands/command.ts'
import type { FormDefinition } from '../commands/form.ts'

/** The form of a command that a person fills in: without the ids of rows, which whoever sends the call puts in. */
export function commandForm(command: AnyCommand, form: FormDefinition, caller: Caller): FormMetadata {
  const type = command.kind === 'action' ? undefined : command.resource.type
  const metadata = formMetadata(command.name, form, caller, type)
  if (command.kind !== 'rows') return metadata
  const sent = [command.ids, command.repeatsId].filter(name => name !== undefined)
  if (sent.length === 0) return metadata
  const { properties = {}, required = [] } = metadata.schema
  const kept = Object.entries(properties).filter(([name]) => !sent.includes(name))
  return {
    ...metadata,
    schema: {
      ...metadata.schema,
      properties: Object.fromEntries(kept),
      required: required.filter(name => !sent.includes(name))
    },
    fields: metadata.fields.filter(({ name }) => !sent.includes(name))
  }
}

/** A form's schema and hints as they travel. Fields without a hint are asked after those with one. */
export function formMetadata(name: string, form: FormDefinition, caller: Caller, type?: string): FormMetadata {
  const prefix = form.messagePrefix ?? type ?? name
  const hinted = Object.keys(form.fields ?? {})
  const others = Object.keys(form.schema.properties).filter(field => !hinted.includes(field))
  const fieldMetadata = (field: string): FieldMetadata => {
    const hint: FieldHint = form.fields?.[field] ?? {}
    return { ...hint, name: field, label: hint.label ?? `${prefix}.${field}` }
  }
  return {
    name,
    schema: form.schema as Schema,
    fields: [...hinted, ...others].map(fieldMetadata),
    derive: form.derive ?? [],
    initial: form.initial?.(caller) ?? {},
    ...(form.load ? { load: form.load } : {}),
    ...(form.missingData ? { missingData: form.missingData } : {})
  }
}
