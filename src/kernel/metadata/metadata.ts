/** The metadata of a list for one caller: plain JSON, with nothing that is for other roles. */
import type {
  ColumnMetadata,
  FilterMetadata,
  GroupsMetadata,
  ListMetadata,
  SumMetadata,
  ViewMetadata
} from '../../contract/list.ts'
import type { Schema } from '../../contract/schema.ts'
import type { Caller } from '../access/caller.ts'
import { defined } from '../defined.ts'
import type { Column, FilterControl, FilterValues, Groups, Sum, View } from '../pages/list-parts.ts'
import type { DayOfRows } from '../pages/list-rows.ts'
import type { ListPage } from '../pages/pages.ts'
import type { Resource } from '../resources/resource.ts'
import { visibleFields } from '../resources/select.ts'
import { commandsMetadata } from './command-metadata.ts'
import { exportPath } from './export-route.ts'
import { panelMetadata } from './panel-metadata.ts'
import { columnMetadata, rowsMetadata } from './rows-metadata.ts'

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
