/** What the browser receives of a form. */
import {
  controlOf,
  type FieldHint,
  type FieldMetadata,
  type FormMetadata,
  type RowsHint,
  type RowsMetadata
} from '../../contract/form.ts'
import { schemaAt } from '../../contract/paths.ts'
import type { Schema } from '../../contract/schema.ts'
import { unwrapped } from '../../contract/schema.ts'
import type { Caller } from '../access/caller.ts'
import type { AnyCommand } from '../commands/command.ts'
import type { FormDefinition } from '../commands/form.ts'
import { defined } from '../defined.ts'

type Hints = Readonly<Record<string, FieldHint>>

/** The part of a command's form that a person fills in: without the ids of rows, which the browser adds. */
export function commandForm(command: AnyCommand, form: FormDefinition, caller: Caller | undefined): FormMetadata {
  const type = command.kind === 'action' ? undefined : command.resource.type
  const added = command.kind === 'rows' ? [command.wire.ids, command.wire.repeatsId, command.ui.menu?.field] : []
  const omit = [...(form.omit ?? []), ...added.filter(name => name !== undefined)]
  return formMetadata(command.name, { ...form, omit }, caller, type)
}

/** A form's schema and hints as they are sent. Without a caller, start values that depend on the caller are left out. */
export function formMetadata(
  name: string,
  form: FormDefinition,
  caller: Caller | undefined,
  type?: string
): FormMetadata {
  const prefix = form.messagePrefix ?? type ?? name
  const { context = [], omit = [], fields: hints = {}, load, sendOnce, missingData } = form
  const schema = withoutFields(form.schema as Schema, [...context, ...omit])
  const field = (path: string): FieldMetadata => {
    const { rows, ...hint } = hints[path] ?? {}
    const own = hint.transient ?? schemaAt(schema, path) ?? {}
    const edited = controlOf(hint, own) === 'rows' ? rowsMetadata(prefix, own, rows) : undefined
    return {
      ...hint,
      name: path,
      label: hint.label ?? `${prefix}.${path}`,
      ...defined({ rows: edited })
    }
  }
  return {
    name,
    schema,
    fields: fieldOrder(schema, hints)
      .filter(path => !omit.includes(path))
      .map(field),
    derive: form.derive ?? [],
    initial: initialOf(form, caller),
    ...defined({ context: context.length > 0 ? context : undefined, load, sendOnce, missingData })
  }
}

/** How the objects of a list are edited. Labels of their fields follow the form's prefix. */
function rowsMetadata(
  prefix: string,
  list: Schema,
  { fields = {}, initial = {}, ...rest }: RowsHint = {}
): RowsMetadata {
  const names = fieldOrder(unwrapped(list).items ?? {}, fields)
  return {
    ...rest,
    initial,
    fields: names.map(name => ({ ...fields[name], name, label: fields[name]?.label ?? `${prefix}.${name}` }))
  }
}

function initialOf({ initial }: FormDefinition, caller: Caller | undefined): Readonly<Record<string, unknown>> {
  if (typeof initial !== 'function') return initial ?? {}
  return caller ? initial(caller) : {}
}

function withoutFields(schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0) return schema
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))
  const required = (schema.required ?? []).filter(name => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(kept), required }
}

/** The fields of a schema; those within an object by their paths, unless the object itself has a hint. */
function fieldsOf(schema: Schema, hints: Hints, prefix = ''): string[] {
  return Object.entries(unwrapped(schema).properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name
    const isOneField = Object.hasOwn(hints, path) || !unwrapped(property).properties
    return isOneField ? [path] : fieldsOf(property, hints, `${path}.`)
  })
}

/**
 * The order in which fields are shown. Fields with hints have the order of the hints; a field without a hint follows the field that
 * precedes it in the schema. Hints that are written in the schema's order therefore keep that order.
 */
export function fieldOrder(schema: Schema, hints: Hints): string[] {
  const order = Object.keys(hints)
  let previous = -1
  for (const path of fieldsOf(schema, hints)) {
    const at = order.indexOf(path)
    previous = at < 0 ? previous + 1 : at
    if (at < 0) order.splice(previous, 0, path)
  }
  return order
}
