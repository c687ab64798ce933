/** The metadata of lists and panels for one caller: plain JSON, with nothing that is for other roles. */
import type {
  ColumnMetadata,
  FilterMetadata,
  GroupsMetadata,
  ListMetadata,
  PanelMetadata,
  SumMetadata,
  TabMetadata,
  ViewMetadata
} from '../../contract/list.ts'
import type { PanelField, PanelHeadMetadata, StepMetadata } from '../../contract/panel.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import type { WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import type { Button } from '../commands/link.ts'
import { defined } from '../defined.ts'
import type { Column, FilterControl, FilterValues, Groups, Sum, View } from '../pages/list-parts.ts'
import type { DayOfRows, ListRows } from '../pages/list-rows.ts'
import type { ListPage } from '../pages/pages.ts'
import type { AboveRows, DetailField, ListTab, LoadedField, PanelHead, Step, Tab } from '../pages/tabs.ts'
import type { Resource } from '../resources/resource.ts'
import { historyFields, visibleFields } from '../resources/select.ts'
import { commandsMetadata } from './command-metadata.ts'
import { exportPath } from './export-route.ts'

const numeric = new Set(['number', 'integer'])

/** The list as this caller may see it: without hidden fields and without commands that are not for its role. */
export function listMetadata(page: ListPage, caller: Caller): ListMetadata {
  const { resource, panel, groupBy, sums, day } = page
  const rows = rowsMetadata(page.id, resource.path, page, page.commands, caller)
  return {
    ...rows,
    ...(day && dayMetadata(page, rows, day, caller)),
    filters: page.filters.map(filter => filterMetadata(resource, filter)),
    quick: page.quick.map(({ name, filters, counted }) => ({
      name,
      label: `${page.id}.quick.${name}`,
      filters: textsOf(filters),
      ...defined({ counted })
    })),
    views: page.views.map(view => viewMetadata(page, view, caller)),
    ...defined({
      ...(groupBy !== undefined && { groupBy: [headingMetadata(resource, groupBy)] }),
      sums: sums.length > 0 ? sums.map(sum => sumMetadata(resource, sum)) : undefined,
      panel: panel && panelMetadata(resource, panel, page.panelHead, caller),
      noDoubleClick: page.doubleClick ? undefined : (true as const)
    }),
    opens: page.opens,
    sheet: exportPath(page.id)
  }
}

/** The day of the list, in whose view its rows always are: their grouping fields are no columns, and nothing else sorts them. */
function dayMetadata(
  page: ListPage,
  rows: ListMetadata,
  { filter, view, beside, board }: DayOfRows,
  caller: Caller
): Partial<ListMetadata> {
  const { groupBy = [], groups, sort = rows.sort } = viewMetadata(page, view, caller)
  const inHeading = groupBy.map(({ key }) => key)
  return {
    sort,
    columns: rows.columns.filter(({ key }) => !inHeading.includes(key)).map(column => ({ ...column, sortable: false })),
    day: {
      filter,
      ...defined({
        board,
        beside: beside && {
          part: beside.part,
          list: rowsMetadata(beside.name, beside.rows.resource.path, beside.rows, beside.commands, caller)
        }
      })
    },
    ...defined({ groupBy: groupBy.length > 0 ? groupBy : undefined, groups })
  }
}

const sumMetadata = ({ type, schema }: Resource, { key, distinct, saysBlank }: Sum): SumMetadata => ({
  key,
  kind: distinct ? 'distinct' : 'sum',
  schema: schema.properties[key] as Schema,
  label: `${type}.sum.${key}`,
  ...defined({ blank: saysBlank && `${type}.sum.${key}.blank` })
})

/** The metadata that list pages and tabs of rows share. Sorts and filters are those that the resource has. */
function rowsMetadata(
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
const formatted = (schema: Schema, format: string | undefined): Schema =>
  format ? { ...unwrapped(schema), format } : schema

function columnMetadata(
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

/** A field whose values are headings of groups. */
const headingMetadata = ({ schema, type }: Resource, column: string | Column): ColumnMetadata =>
  columnMetadata(schema, type, typeof column === 'string' ? { key: column } : column, [])

const keyOf = (column: string | Column): string => (typeof column === 'string' ? column : column.key)

/** The headings of a view; of their commands, those that the caller may use. */
function groupsMetadata(
  texts: string,
  { key, title, over, rowless, ...own }: Groups,
  outer: string | undefined,
  caller: Caller
): GroupsMetadata {
  const heading = (
    by: string,
    text: string,
    { filter, summary, marks = [], commands, labels }: Omit<Groups, 'key' | 'title' | 'over' | 'rowless'>
  ) => ({
    key: by,
    filter,
    summary,
    text: `${texts}.${text}`,
    marks: marks.map(({ name, ...mark }) => ({ ...mark, label: `${texts}.${name}` })),
    commands: commandsMetadata(commands, caller).map(({ name }) => name),
    ...defined({ labels })
  })
  return {
    ...heading(key, 'group', own),
    title,
    ...defined({
      over: over && outer !== undefined ? heading(outer, 'outer', over) : undefined,
      rowless: rowless && rowlessMetadata(texts, rowless, caller)
    })
  }
}

const rowlessMetadata = (
  view: string,
  { resource, fixed, titles, commands }: NonNullable<Groups['rowless']>,
  caller: Caller
) => ({
  call: resource.path,
  fixed,
  text: `${view}.rowless`,
  mark: `${view}.rowlessMark`,
  titles: titles.map(column => headingMetadata(resource, column)),
  commands: commandsMetadata(commands, caller)
})

/** A view that groups by a field which the caller may not see is the page without headings, with the view's permitted filters. */
function viewMetadata(
  page: ListPage,
  { name, sort, filters, groupBy = [], groups, texts }: View,
  caller: Caller
): ViewMetadata {
  const { id, resource } = page
  const visible = visibleFields(resource, 'list', caller)
  const headings = groupBy
    .filter(column => visible.includes(keyOf(column)))
    .map(column => headingMetadata(resource, column))
  return {
    name,
    label: `${id}.view.${name}`,
    ...defined({
      sort: sort && visible.includes(sort.replace(/^-/, '')) ? sort : undefined,
      filters: filters && textsOf(filters),
      groupBy: headings.length > 0 ? headings : undefined,
      groups:
        groups && visible.includes(groups.key)
          ? groupsMetadata(texts ?? `${id}.view.${name}`, groups, headings[0]?.key, caller)
          : undefined
    })
  }
}

const textsOf = (filters: FilterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, String(value)]))

const filterMetadata = (
  { type, filters }: Resource,
  { key, mask, placeholder, initial, options, debounce = 500 }: FilterControl
): FilterMetadata => ({
  key,
  label: `${type}.filter.${key}`,
  schema: filters[key]?.schema ?? {},
  debounce,
  ...defined({ mask, placeholder, initial, options })
})

const panelMetadata = (
  resource: Resource,
  tabs: readonly Tab[],
  head: PanelHead | undefined,
  caller: Caller
): PanelMetadata => ({
  name: resource.panel,
  title: `${resource.panel}.title`,
  ...defined({ head: head && headMetadata(resource, head, caller) }),
  tabs: tabs.map(tab => tabMetadata(resource.panel, tab, caller))
})

function headMetadata(
  resource: Resource,
  { badge, marks, lines, quote }: PanelHead,
  caller: Caller
): PanelHeadMetadata {
  const visible = visibleFields(resource, 'details', caller)
  const field = (shown: string | DetailField) => {
    const { key, format, ...more } = typeof shown === 'string' ? ({ key: shown } as DetailField) : shown
    return visible.includes(key) ? [{ ...fieldMetadata(resource, key, format), ...more }] : []
  }
  const one = (key: string | undefined) => (key === undefined ? undefined : field(key)[0])
  return {
    load: resource.itemPath,
    lines: lines.map(line => line.flatMap(field)),
    ...defined({
      badge: one(badge),
      marks: marks?.map(({ name, tone, when }) => ({ tone, when, label: `${resource.type}.mark.${name}` })),
      quote: one(quote)
    })
  }
}

const fieldMetadata = (
  { type, schema }: Pick<Resource, 'type' | 'schema'>,
  key: string,
  format?: string
): PanelField => ({
  key,
  label: `${type}.${key}`,
  schema: formatted(schema.properties[key] as Schema, format)
})

const aboveMetadata = ({ load, schema, resourceType: type, fields }: AboveRows) => ({
  load,
  fields: fields.map(key => fieldMetadata({ type, schema }, key))
})

const loadedMetadata = ({ part, load, label, group }: LoadedField): PanelField => ({
  key: part,
  label,
  schema: {},
  part,
  loaded: { load },
  ...defined({ group })
})

const smallListMetadata = (panel: string, { name, title = `${panel}.${name}`, load, ...list }: ListTab) => ({
  title,
  load,
  columns: list.columns.map(column => columnMetadata(list.schema, list.resourceType, column, []))
})

const stepMetadata = (resource: Resource, { label, key, format, until, reached, shown }: Step): StepMetadata => ({
  label,
  field: fieldMetadata(resource, key, format),
  reached: reached as WhenMetadata,
  ...defined({
    until: until === undefined ? undefined : fieldMetadata(resource, until, format),
    shown: shown as WhenMetadata | undefined
  })
})

function tabMetadata(panel: string, tab: Tab, caller: Caller): TabMetadata {
  const { name, title = `${panel}.${name}`, short, commands = [], count, shown } = tab
  const base = {
    name,
    title,
    commands: tab.kind === 'rows' ? [] : commandsMetadata(commands, caller),
    ...defined({ short: short ? `${title}.short` : undefined, count, shown })
  }
  if (tab.kind === 'part') return { ...base, kind: 'part', part: tab.part }
  if (tab.kind === 'comments') return { ...base, kind: 'comments', load: tab.load }
  if (tab.kind === 'list') return { ...base, kind: 'list', ...smallListMetadata(panel, tab) }
  if (tab.kind === 'rows') {
    const list = rowsMetadata(`${panel}.${name}`, tab.load, tab.list, commands, caller)
    return {
      ...base,
      kind: 'rows',
      list,
      ...defined({ parent: tab.parent, above: tab.above && aboveMetadata(tab.above) })
    }
  }
  const { resource } = tab
  if (tab.kind === 'timeline') {
    const fields = historyFields(resource, caller).map(key => fieldMetadata(resource, key))
    return { ...base, kind: 'timeline', load: tab.load, fields }
  }
  const visible = visibleFields(resource, 'details', caller)
  const fields = tab.fields.flatMap(field => {
    if ('load' in field) return [loadedMetadata(field)]
    const { key, format, enabledIf: _, ...more } = field
    return visible.includes(key) ? [{ ...fieldMetadata(resource, key, format), ...more }] : []
  })
  const below = tab.below?.map(list => smallListMetadata(panel, list))
  const steps = tab.steps?.map(step => stepMetadata(resource, step))
  return { ...base, kind: 'fields', load: tab.load, fields, ...defined({ below, steps }) }
}
