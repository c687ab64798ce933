/** What the metadata says, gathered for the tests that hold it against the server: faces, their messages, their calls. */
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { ColumnMetadata, ListMetadata } from '../../src/contract/list.ts'
import type { PageMetadata } from '../../src/contract/page.ts'
import type { PanelMetadata } from '../../src/contract/panel.ts'
import type { Schema } from '../../src/contract/schema.ts'

const present = (keys: readonly (string | undefined)[]): string[] => keys.filter(key => key !== undefined)

/** Sentences that a schema says in place of the usual ones, however deep. */
export function saidBy(schema: Schema | undefined): string[] {
  if (!schema) return []
  const { of = {}, otherwise } = schema.rulesBy ?? {}
  const ruled = [...Object.values(of), otherwise]
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items, ...ruled]
  return [...Object.values(schema.messages ?? {}), ...inner.flatMap(saidBy)]
}

const columnKeys = (columns: readonly ColumnMetadata[]): string[] =>
  columns.flatMap(({ header, blank }) => present([header, blank]))

/** Every message key that a form names. */
export function formKeys({ fields, schema, missingData }: FormMetadata): string[] {
  return [
    ...present([missingData]),
    ...saidBy(schema),
    ...fields
      // A hidden field is never labelled.
      .flatMap(({ control, label, help, options, transient, group }) => [
        ...present([control === 'hidden' ? undefined : label, help, options?.enabledWhen?.mark, group]),
        ...saidBy(transient)
      ])
  ]
}

export function commandKeys({ name, action, when, shown, confirm, form }: CommandMetadata): string[] {
  return [
    `${name}.label`,
    ...Object.keys({ ...when, ...shown }).map(field => `${name}.${field}`),
    ...(action.kind === 'call' ? [`${name}.done`] : []),
    ...(confirm ? [`${name}.confirm`] : []),
    ...(form ? formKeys(form) : [])
  ]
}

function panelKeys({ title, tabs }: PanelMetadata): string[] {
  return [
    title,
    ...tabs.flatMap(tab => [
      tab.title,
      ...tab.commands.flatMap(commandKeys),
      ...(tab.kind === 'list' ? columnKeys(tab.columns) : []),
      ...(tab.kind === 'fields' ? tab.fields.flatMap(({ label, group, blank }) => present([label, group, blank])) : [])
    ])
  ]
}

function listKeys({ columns, search, filters, tint, commands, panel, empty }: ListMetadata): string[] {
  return [
    empty,
    ...columnKeys(columns),
    ...present([search?.found, search?.placeholder]),
    ...filters.map(filter => filter.label),
    ...tint.flatMap(({ says }) => present([says])),
    ...commands.flatMap(commandKeys),
    ...(panel ? panelKeys(panel) : [])
  ]
}

/** Every message key that a page names. */
export const pageKeys = (page: PageMetadata): string[] => [
  page.title,
  ...page.breadcrumb,
  ...('list' in page ? listKeys(page.list) : [])
]

export const commandsIn = ({ commands, panel }: ListMetadata): CommandMetadata[] => [
  ...commands,
  ...(panel?.tabs.flatMap(tab => tab.commands) ?? [])
]

const formCalls = ({ fields, derive, load }: FormMetadata): string[] => [
  ...present([load]),
  ...fields.flatMap(({ options }) => present([options?.call])),
  ...derive.flatMap(derivation => (derivation.kind === 'fetched' ? [derivation.call] : []))
]

/** Every call that a list makes, as `METHOD path`; `:id` and `{field}` stand for values. */
export function callsOf(list: ListMetadata): string[] {
  const reads = [
    list.call,
    ...(list.panel?.tabs.flatMap(tab => ('load' in tab ? [tab.load] : [])) ?? []),
    ...commandsIn(list).flatMap(({ form }) => (form ? formCalls(form) : []))
  ]
  const actions = commandsIn(list).flatMap(({ action }) => {
    if (action.kind === 'call') return [`${action.method} ${action.path}`]
    return action.kind === 'download' ? [`GET ${action.path}`] : []
  })
  return [...reads.map(path => `GET ${path}`), ...actions]
}

/** The pattern of a mounted route as an expression over calls. */
const pattern = (url: string): RegExp => new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, 'i')

/** The route that answers the call, a fixed path before one with a name in it. */
export function routeFor<R extends { readonly method: string; readonly url: string }>(
  routes: readonly R[],
  call: string
): R | undefined {
  const [method, path = ''] = call.split(' ')
  const bare = path.split('?')[0] as string
  const fitting = routes.filter(route => route.method === method && pattern(route.url).test(bare))
  return fitting.find(({ url }) => !url.includes(':')) ?? fitting[0]
}
