/** What list pages and tabs of rows share: columns, search, marks and commands, for one caller. */
import type { ColumnMetadata, ListMetadata } from '../../contract/list.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import type { WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import type { Button } from '../commands/link.ts'
import { defined } from '../defined.ts'
import type { Column } from '../pages/list-parts.ts'
import type { ListRows } from '../pages/list-rows.ts'
import { visibleFields } from '../resources/select.ts'
import { commandsMetadata } from './command-metadata.ts'

const numeric = new Set(['number', 'integer'])

/** The metadata that list pages and tabs of rows share. Sorts and filters are those that the resource has. */
export function rowsMetadata(
  name: string,
  call: string,
  { resource, columns, ...rows }: ListRows,
  commands: readonly Button[],
  caller: Caller
): ListMetadata {
  const { type, schema, sortable } = resource
  const visible = visibleFields(resource, 'list', caller)
  const isOfNewest = resource.search && 'key' in resource.search ? (true as const) : undefined
  const search = { found: `${type}.found`, placeholder: `${type}.search`, debounce: 500, ...defined({ isOfNewest }) }
  return {
    name,
    resourceType: resource.subjectType,
    call,
    fixed: rows.fixed,
    columns: columns
      .filter(({ key }) => visible.includes(key))
      .map(column => columnMetadata(schema, type, column, sortable)),
    ...defined({ search: rows.search ? search : undefined }),
    filters: [],
    quick: [],
    views: [],
    sort: rows.sort,
    pageSize: rows.pageSize,
    margin: 100,
    selection: rows.selection,
    tint: rows.tint.map(({ name: word, tone, when }) => ({
      tone,
      when: when as WhenMetadata,
      ...defined({ label: word && `${type}.mark.${word}` })
    })),
    marks: rows.marks.map(({ name: mark, icon, tone, when }) => ({
      icon,
      tone,
      when: when as WhenMetadata,
      label: `${type}.mark.${mark}`
    })),
    commands: commandsMetadata(commands, caller),
    opens: false,
    empty: `${name}.empty`
  }
}

function alignOf(schema: Schema): ColumnMetadata['align'] {
  const { type, vocabulary } = unwrapped(schema)
  return typeof type === 'string' && numeric.has(type) && !vocabulary ? 'end' : 'start'
}

/** The schema, with another format where a page asks for one. */
export const formatted = (schema: Schema, format: string | undefined): Schema =>
  format ? { ...unwrapped(schema), format } : schema

export function columnMetadata(
  { properties }: { readonly properties: Readonly<Record<string, unknown>> },
  type: string,
  { key, header, grow = 1, under, blank, format, quiet, leads, card, beginsHidden }: Column,
  sorted: readonly string[]
): ColumnMetadata {
  const schema = properties[key] as Schema
  return {
    key,
    header: header ?? `${type}.${key}`,
    schema: formatted(schema, format),
    sortable: sorted.includes(key),
    align: alignOf(schema),
    grow,
    ...defined({ under, blank, quiet, leads, card, beginsHidden })
  }
}
