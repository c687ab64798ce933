/** Cuts what the browser receives out of the definitions, for one role. Plain JSON; a role sees only its own. */
import type { Action, CommandFace } from '../contract/command.ts'
import type { FieldFace, FieldHint, FormFace } from '../contract/form.ts'
import type { ColumnFace, FilterFace, ListFace } from '../contract/list.ts'
import type { PanelFace, PanelField, TabFace } from '../contract/panel.ts'
import { type Schema, unwrapped } from '../contract/schema.ts'
import { faceOf } from '../contract/vocabulary.ts'
import type { WhenFace } from '../contract/when.ts'
import type { Caller } from './caller.ts'
import {
  type AnyCommand,
  type AnyLink,
  actsOnRows,
  type Button,
  type FormDefinition,
  isCommand,
  methodOf,
  pathOf
} from './command.ts'
import type { Column, Filter, ListPage, ListTab, Panel, Tab } from './pages.ts'
import { type Rows, visibleFields } from './rows.ts'

const numeric = new Set(['number', 'integer'])

/** The list as this caller may see it: hidden fields, and commands that are not for its role, are not there. */
export function listFace(page: ListPage, sortable: readonly string[] | undefined, caller: Caller): ListFace {
  const seen = visibleFields(page.rows, caller)
  const columns = page.columns.filter(({ key }) => seen.includes(key))
  return {
    name: page.id,
    noun: page.rows.noun,
    call: page.call,
    fixed: page.fixed,
    columns: columns.map(column => columnFace(page.rows, column, page.groupBy ? [] : sortable)),
    ...(page.search
      ? { search: { found: `${page.rows.noun}.found`, placeholder: `${page.rows.noun}.search`, debounce: 500 } }
      : {}),
    filters: page.filters.map(filter => filterFace(page.rows, filter)),
    sort: page.sort,
    pageSize: page.pageSize,
    ...(page.groupBy ? { groupBy: columnFace(page.rows, { key: page.groupBy }, []) } : {}),
    margin: 100,
    selection: page.selection,
    tint: page.tint as ListFace['tint'],
    commands: commandFaces(page.commands, caller, page.rows),
    ...(page.panel ? { panel: panelFace(page.panel, caller) } : {}),
    opens: page.opens,
    empty: `${page.id}.empty`
  }
}

function alignOf(schema: Schema): ColumnFace['align'] {
  const { type, vocabulary } = unwrapped(schema)
  return typeof type === 'string' && numeric.has(type) && !vocabulary ? 'end' : 'start'
}

function columnFace(
  rows: Rows,
  column: Column<Record<string, unknown>>,
  sortable: readonly string[] | undefined
): ColumnFace {
  const schema = rows.schema.properties[column.key] as Schema
  return {
    key: column.key,
    header: column.header ?? `${rows.noun}.${column.key}`,
    schema,
    sortable: column.sortable ?? (!sortable || sortable.includes(column.key)),
    align: alignOf(schema),
    grow: column.grow ?? 1,
    hidden: column.hidden ?? false,
    ...(column.blank ? { blank: column.blank } : {})
  }
}

const filterFace = (rows: Rows, { key, mask, placeholder, debounce = 500 }: Filter): FilterFace => ({
  key,
  label: `${rows.noun}.filter.${key}`,
  schema: rows.filters?.[key]?.schema ?? {},
  debounce,
  ...(mask ? { mask } : {}),
  ...(placeholder ? { placeholder } : {})
})

export const commandFaces = (buttons: readonly Button[], caller: Caller, rows?: Rows): CommandFace[] =>
  buttons.flatMap(button => (isCommand(button) ? commandFace(button, caller, rows) : linkFace(button, caller)) ?? [])

function targetOf(link: AnyLink): Action {
  if ('navigate' in link) return { kind: 'navigate', to: link.navigate }
  if ('download' in link) return { kind: 'download', path: link.download }
  return { kind: 'open', what: link.open, ...(link.tab ? { tab: link.tab } : {}) }
}

/** The link as the caller's role sees it, or undefined where it is not for that role. */
function linkFace(link: AnyLink, caller: Caller): CommandFace | undefined {
  const judgement = caller.role ? (link.for[caller.role] ?? link.for.signedIn) : link.for.signedIn
  if (!judgement) return undefined
  return {
    name: link.name,
    icon: link.icon ?? 'circle',
    tone: link.tone ?? 'neutral',
    selection: link.selection,
    action: targetOf(link),
    when: (judgement.when ?? {}) as WhenFace,
    shown: (judgement.shown ?? {}) as WhenFace,
    ...(judgement.form ? { form: formFace(link.name, judgement.form, caller) } : {}),
    confirm: false,
    bulk: link.bulk ?? 'each',
    effects: [],
    bar: false
  }
}

/** The command as the caller's role sees it, or undefined where it is not for that role. */
export function commandFace(command: AnyCommand, caller: Caller, rows?: Rows): CommandFace | undefined {
  const judgement = caller.role ? (command.for[caller.role] ?? command.for.signedIn) : command.for.signedIn
  if (!judgement) return undefined
  const onRows = actsOnRows(command)
  const action: Action = {
    kind: 'call',
    method: methodOf(command),
    path: pathOf(command),
    ...(onRows && command.ids ? { ids: command.ids } : {})
  }
  return {
    name: command.name,
    icon: command.icon ?? 'circle',
    tone: command.tone ?? 'neutral',
    selection: command.selection,
    action,
    when: (judgement.when ?? {}) as WhenFace,
    shown: (judgement.shown ?? {}) as WhenFace,
    ...(judgement.form ? { form: askedForm(command, judgement.form, caller, rows) } : {}),
    confirm: command.confirm ?? false,
    bulk: onRows ? (command.bulk ?? 'each') : 'each',
    ...(command.menu
      ? {
          menu: {
            field: command.menu.field,
            vocabulary: faceOf(command.menu.options).name,
            except: command.menu.except ?? []
          }
        }
      : {}),
    effects: command.effects ?? [],
    bar: command.bar ?? false,
    ...(command.undo ? { undo: command.undo } : {})
  }
}

/** The form that a person fills in: the rows' ids are not asked for, whoever sends the call puts them in. */
function askedForm(command: AnyCommand, form: FormDefinition, caller: Caller, rows?: Rows): FormFace {
  const face = formFace(command.name, form, caller, command.rows ?? rows)
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
export function formFace(name: string, form: FormDefinition, caller: Caller, rows?: Rows): FormFace {
  const noun = form.noun ?? rows?.noun ?? name
  const hinted = Object.keys(form.fields ?? {})
  const others = Object.keys(form.schema.properties).filter(field => !hinted.includes(field))
  const face = (field: string): FieldFace => {
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

export const panelFace = (panel: Panel, caller: Caller): PanelFace => ({
  name: panel.name,
  title: panel.title,
  tabs: panel.tabs.map(tab => tabFace(tab, caller))
})

function tabColumn(tab: ListTab, column: ListTab['columns'][number]): ColumnFace {
  const { key, blank } = typeof column === 'string' ? { key: column } : column
  const schema = tab.schema.properties[key] as Schema
  return {
    key,
    header: `${tab.noun}.${key}`,
    schema,
    sortable: false,
    align: alignOf(schema),
    grow: 1,
    hidden: false,
    ...(blank ? { blank } : {})
  }
}

const rowFields = (rows: Rows, caller: Caller): PanelField[] =>
  visibleFields(rows, caller).map(key => ({
    key,
    label: `${rows.noun}.${key}`,
    schema: rows.schema.properties[key] as Schema
  }))

function tabFace(tab: Tab, caller: Caller): TabFace {
  const base = { name: tab.name, title: tab.title, commands: commandFaces(tab.commands ?? [], caller) }
  if (tab.kind === 'part') return { ...base, kind: 'part', part: tab.part }
  if (tab.kind === 'list')
    return { ...base, kind: 'list', load: tab.load, columns: tab.columns.map(column => tabColumn(tab, column)) }
  if (tab.kind === 'timeline') return { ...base, kind: 'timeline', load: tab.load, fields: rowFields(tab.rows, caller) }
  if (tab.kind !== 'fields') return { ...base, kind: tab.kind, load: tab.load }
  const fields = tab.fields.map(field => {
    const { key, ...rest } = typeof field === 'string' ? { key: field } : field
    return { key, label: `${tab.noun}.${key}`, schema: tab.schema.properties[key] as Schema, ...rest }
  })
  return { ...base, kind: 'fields', load: tab.load, fields }
}
