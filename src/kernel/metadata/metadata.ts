/** Cuts what the browser receives out of the definitions, for one role. Plain JSON; a role sees only its own. */
import type { Action, CommandMetadata } from '../../contract/command.ts'
import type { ColumnMetadata, FilterMetadata, ListMetadata } from '../../contract/list.ts'
import type { PanelField, PanelMetadata, TabMetadata } from '../../contract/panel.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import { metadataOf } from '../../contract/vocabulary.ts'
import type { WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import {
  type AnyCommand,
  type AnyLink,
  actsOnRows,
  type Button,
  isCommand,
  methodOf,
  pathOf
} from '../commands/command.ts'
import { type Rows, visibleFields } from '../resources/rows.ts'
import { askedForm, formMetadata } from './form.ts'
import type { Column, Filter, ListPage, ListTab, Panel, Tab } from './pages.ts'

const numeric = new Set(['number', 'integer'])

/** The list as this caller may see it: hidden fields, and commands that are not for its role, are not there. */
export function listMetadata(page: ListPage, sortable: readonly string[] | undefined, caller: Caller): ListMetadata {
  const seen = visibleFields(page.rows, caller)
  const columns = page.columns.filter(({ key }) => seen.includes(key))
  return {
    name: page.id,
    resourceType: page.rows.type,
    call: page.call,
    fixed: page.fixed,
    columns: columns.map(column => columnMetadata(page.rows, column, page.groupBy ? [] : sortable)),
    ...(page.search
      ? { search: { found: `${page.rows.type}.found`, placeholder: `${page.rows.type}.search`, debounce: 500 } }
      : {}),
    filters: page.filters.map(filter => filterMetadata(page.rows, filter)),
    sort: page.sort,
    pageSize: page.pageSize,
    ...(page.groupBy ? { groupBy: columnMetadata(page.rows, { key: page.groupBy }, []) } : {}),
    margin: 100,
    selection: page.selection,
    tint: page.tint as ListMetadata['tint'],
    commands: commandsMetadata(page.commands, caller, page.rows),
    ...(page.panel ? { panel: panelMetadata(page.panel, caller) } : {}),
    opens: page.opens,
    empty: `${page.id}.empty`
  }
}

function alignOf(schema: Schema): ColumnMetadata['align'] {
  const { type, vocabulary } = unwrapped(schema)
  return typeof type === 'string' && numeric.has(type) && !vocabulary ? 'end' : 'start'
}

function columnMetadata(
  rows: Rows,
  column: Column<Record<string, unknown>>,
  sortable: readonly string[] | undefined
): ColumnMetadata {
  const schema = rows.schema.properties[column.key] as Schema
  return {
    key: column.key,
    header: column.header ?? `${rows.type}.${column.key}`,
    schema,
    sortable: column.sortable ?? (!sortable || sortable.includes(column.key)),
    align: alignOf(schema),
    grow: column.grow ?? 1,
    hidden: column.hidden ?? false,
    ...(column.blank ? { blank: column.blank } : {})
  }
}

const filterMetadata = (rows: Rows, { key, mask, placeholder, debounce = 500 }: Filter): FilterMetadata => ({
  key,
  label: `${rows.type}.filter.${key}`,
  schema: rows.filters?.[key]?.schema ?? {},
  debounce,
  ...(mask ? { mask } : {}),
  ...(placeholder ? { placeholder } : {})
})

export const commandsMetadata = (buttons: readonly Button[], caller: Caller, rows?: Rows): CommandMetadata[] =>
  buttons.flatMap(
    button => (isCommand(button) ? commandMetadata(button, caller, rows) : linkMetadata(button, caller)) ?? []
  )

function targetOf(link: AnyLink): Action {
  if ('navigate' in link) return { kind: 'navigate', to: link.navigate }
  if ('download' in link) return { kind: 'download', path: link.download }
  return { kind: 'open', what: link.open, ...(link.tab ? { tab: link.tab } : {}) }
}

/** The link as the caller's role sees it, or undefined where it is not for that role. */
function linkMetadata(link: AnyLink, caller: Caller): CommandMetadata | undefined {
  const judgement = caller.role ? (link.access[caller.role] ?? link.access.signedIn) : link.access.signedIn
  if (!judgement) return undefined
  return {
    name: link.name,
    icon: link.icon ?? 'circle',
    tone: link.tone ?? 'neutral',
    selection: link.selection,
    action: targetOf(link),
    when: (judgement.when ?? {}) as WhenMetadata,
    shown: (judgement.shown ?? {}) as WhenMetadata,
    ...(judgement.form ? { form: formMetadata(link.name, judgement.form, caller) } : {}),
    confirm: false,
    bulk: link.bulk ?? 'each',
    effects: [],
    inline: false
  }
}

/** The command as the caller's role sees it, or undefined where it is not for that role. */
export function commandMetadata(command: AnyCommand, caller: Caller, rows?: Rows): CommandMetadata | undefined {
  const judgement = caller.role ? (command.access[caller.role] ?? command.access.signedIn) : command.access.signedIn
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
    when: (judgement.when ?? {}) as WhenMetadata,
    shown: (judgement.shown ?? {}) as WhenMetadata,
    ...(judgement.form ? { form: askedForm(command, judgement.form, caller, rows) } : {}),
    confirm: command.confirm ?? false,
    bulk: onRows ? (command.bulk ?? 'each') : 'each',
    ...(command.menu
      ? {
          menu: {
            field: command.menu.field,
            vocabulary: metadataOf(command.menu.options).name,
            except: command.menu.except ?? []
          }
        }
      : {}),
    effects: command.effects ?? [],
    inline: command.inline ?? false,
    ...(command.undo ? { undo: command.undo } : {})
  }
}

export const panelMetadata = (panel: Panel, caller: Caller): PanelMetadata => ({
  name: panel.name,
  title: panel.title,
  tabs: panel.tabs.map(tab => tabMetadata(tab, caller))
})

function tabColumn(tab: ListTab, column: ListTab['columns'][number]): ColumnMetadata {
  const { key, blank } = typeof column === 'string' ? { key: column } : column
  const schema = tab.schema.properties[key] as Schema
  return {
    key,
    header: `${tab.resourceType}.${key}`,
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
    label: `${rows.type}.${key}`,
    schema: rows.schema.properties[key] as Schema
  }))

function tabMetadata(tab: Tab, caller: Caller): TabMetadata {
  const base = { name: tab.name, title: tab.title, commands: commandsMetadata(tab.commands ?? [], caller) }
  if (tab.kind === 'part') return { ...base, kind: 'part', part: tab.part }
  if (tab.kind === 'list')
    return { ...base, kind: 'list', load: tab.load, columns: tab.columns.map(column => tabColumn(tab, column)) }
  if (tab.kind === 'timeline') return { ...base, kind: 'timeline', load: tab.load, fields: rowFields(tab.rows, caller) }
  if (tab.kind !== 'fields') return { ...base, kind: tab.kind, load: tab.load }
  const fields = tab.fields.map(field => {
    const { key, ...rest } = typeof field === 'string' ? { key: field } : field
    return { key, label: `${tab.resourceType}.${key}`, schema: tab.schema.properties[key] as Schema, ...rest }
  })
  return { ...base, kind: 'fields', load: tab.load, fields }
}
