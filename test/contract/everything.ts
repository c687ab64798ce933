/** What the metadata says, gathered for the tests that hold it against the server: faces, their messages, their calls. */
import type { CommandFace } from '../../src/contract/command.ts'
import type { FormFace } from '../../src/contract/form.ts'
import type { ColumnFace, ListFace } from '../../src/contract/list.ts'
import type { PageFace } from '../../src/contract/page.ts'
import type { PanelFace } from '../../src/contract/panel.ts'
import type { Schema } from '../../src/contract/schema.ts'

const present = (keys: readonly (string | undefined)[]): string[] => keys.filter(key => key !== undefined)

/** Sentences that a schema says in place of the usual ones, however deep. */
export function saidBy(schema: Schema | undefined): string[] {
  if (!schema) return []
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items]
  return [...Object.values(schema.says ?? {}), ...inner.flatMap(saidBy)]
}

const columnKeys = (columns: readonly ColumnFace[]): string[] =>
  columns.flatMap(({ header, blank }) => present([header, blank]))

function formKeys({ fields, schema, missingData }: FormFace): string[] {
  return [
    ...present([missingData]),
    ...saidBy(schema),
    ...fields
      // A hidden field is never labelled.
      .flatMap(({ control, label, help, options, transient, group }) => [
        ...present([control === 'hidden' ? undefined : label, help, options?.choosable?.mark, group]),
        ...saidBy(transient)
      ])
  ]
}

export function commandKeys({ name, action, when, shown, confirm, form }: CommandFace): string[] {
  return [
    `${name}.label`,
    ...Object.keys({ ...when, ...shown }).map(field => `${name}.${field}`),
    ...(action.kind === 'call' ? [`${name}.done`] : []),
    ...(confirm ? [`${name}.confirm`] : []),
    ...(form ? formKeys(form) : [])
  ]
}

function panelKeys({ title, tabs }: PanelFace): string[] {
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

function listKeys({ columns, search, filters, tint, commands, panel, empty }: ListFace): string[] {
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
export const pageKeys = (page: PageFace): string[] => [
  page.title,
  ...page.breadcrumb,
  ...('list' in page ? listKeys(page.list) : [])
]

export const commandsIn = ({ commands, panel }: ListFace): CommandFace[] => [
  ...commands,
  ...(panel?.tabs.flatMap(tab => tab.commands) ?? [])
]

const formCalls = ({ fields, derive, load }: FormFace): string[] => [
  ...present([load]),
  ...fields.flatMap(({ options }) => present([options?.call])),
  ...derive.flatMap(derivation => (derivation.kind === 'fetched' ? [derivation.call] : []))
]

/** Every call that a list makes, as `METHOD path`; `:id` and `{field}` stand for values. */
export function callsOf(list: ListFace): string[] {
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
