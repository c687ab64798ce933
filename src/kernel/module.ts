/**
 * A module is what it names in its `index.ts`, and nothing else: resources, commands, pages, routes, jobs, and what it adds
 * to others by their extension points. The application checks all of it before it starts.
 */
import type { TObject } from '@sinclair/typebox'
import type { Settings } from '../../config/settings.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { AnyCommand, RowCommand } from './commands/command.ts'
import { type Button, isCommand } from './commands/link.ts'
import type { SystemCommand } from './commands/system.ts'
import type { Counter } from './counters.ts'
import { defined } from './defined.ts'
import type { Extension, ExtensionPoint, Slot } from './extension-points.ts'
import type { EventDefinition } from './history/events.ts'
import type { JobDefinition } from './jobs/jobs.ts'
import type { Schedule } from './jobs/schedules.ts'
import type { Maintenance } from './maintenance.ts'
import type { View } from './pages/list-parts.ts'
import type { DayOfRows } from './pages/list-rows.ts'
import type { ListPage, MenuGroupDefinition, Page } from './pages/pages.ts'
import type { Tab } from './pages/tabs.ts'
import type { Channel } from './realtime/channel.ts'
import type { Resource } from './resources/resource.ts'
import type { Route } from './routes/route.ts'
import type { Services } from './services.ts'

export interface Module {
  readonly name: string
  /** Folder of its message catalogue. */
  readonly messages?: URL
  readonly vocabularies?: readonly Vocabulary[]
  /** What it serves by its declaration: lists, one thing, history. */
  readonly resources?: readonly Resource[]
  /** Every command of the module; a page or panel may show only those. */
  readonly commands?: readonly AnyCommand[]
  /** Commands that the application itself runs, from jobs, callbacks and timers. */
  // biome-ignore lint/suspicious/noExplicitAny: of every row and input
  readonly systemCommands?: readonly SystemCommand<any, any>[]
  /** Commands that a worker runs in the name of the person who asked for it (`executeAs`): no call leads to them. */
  readonly workerCommands?: readonly RowCommand[]
  readonly pages?: readonly Page[]
  /** Events for other programs. */
  readonly events?: readonly EventDefinition[]
  /** Routes for reads that no resource provides. */
  readonly routes?: readonly Route<TObject>[]
  readonly counters?: readonly Counter[]
  /** Channels on which it sends items to browsers, besides hints. */
  // biome-ignore lint/suspicious/noExplicitAny: of every item
  readonly channels?: readonly Channel<any>[]
  /** Channels of the database that it listens to (`services.listener`); its triggers notify them. */
  readonly notifications?: readonly string[]
  /** Adds its figures to the metrics. */
  figures?(services: Services): void
  readonly jobs?: readonly (JobDefinition & { run(services: Services, data: never): Promise<void> })[]
  /** What it does by itself, again and again. */
  readonly schedules?: readonly Schedule[]
  /** Maintenance of its data, for operators. */
  readonly maintenance?: readonly Maintenance[]
  /** Points that higher modules may fill. */
  // biome-ignore lint/suspicious/noExplicitAny: of every type
  readonly extensionPoints?: readonly (ExtensionPoint<any> | Slot<any>)[]
  /** What it adds to lower modules. */
  readonly extends?: readonly Extension[]
  /** Begins work of its own that is no schedule, such as listening to sensors; gives the function that ends it, if there is one. */
  start?(services: Services): Promise<(() => Promise<void>) | undefined>
}

export const defineModule = (module: Module): Module => module

/** Every list page there is. */
export const listPagesOf = (modules: readonly Module[]): ListPage[] =>
  modules.flatMap(module => module.pages ?? []).filter(page => page.kind === 'list')

/** The views of a page, with the one that a page of a day is always in. */
const viewsOf = ({ views, day }: ListPage): readonly View[] => [...views, ...(day ? [day.view] : [])]

const buttonsOf = (page: Page): readonly Button[] =>
  page.kind === 'list'
    ? [
        ...page.commands,
        ...(page.panel ?? []).flatMap(tab => tab.commands ?? []),
        ...viewsOf(page).flatMap(({ groups }) => groups?.rowless?.commands ?? []),
        ...(page.day?.beside?.commands ?? [])
      ]
    : (page.commands ?? [])

function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`Two ${what} are called ${twice}`)
}

/**
 * Refuses mistakes that would otherwise be noticed only in use: two things with the same name, a page in an unknown menu group, a
 * button whose command no module names.
 */
export function checkModules(modules: readonly Module[], menu: readonly MenuGroupDefinition[]): void {
  const pages = modules.flatMap(module => module.pages ?? [])
  const commands = modules.flatMap(module => module.commands ?? [])
  refuseTwice(
    'commands',
    commands.map(({ name }) => name)
  )
  refuseTwice(
    'pages',
    pages.map(({ id }) => id.toLowerCase())
  )
  refuseTwice(
    'resources',
    modules.flatMap(module => module.resources ?? []).map(({ type }) => type)
  )
  refuseTwice(
    'schedules',
    modules.flatMap(module => module.schedules ?? []).map(({ name }) => name)
  )
  refuseTwice(
    'events',
    modules.flatMap(module => module.events ?? []).map(({ type }) => type)
  )
  const registered = new Set<AnyCommand>(commands)
  const groups = new Set(menu.map(({ name }) => name))
  for (const page of pages) {
    if (!groups.has(page.group))
      throw new Error(`${page.id} stands in the menu group ${page.group}, which there is not`)
    const stray = buttonsOf(page).find(
      button => isCommand(button) && !registered.has((button.narrows ?? button) as AnyCommand)
    )
    if (stray) throw new Error(`${page.id} shows ${stray.name}, which no module names among its commands`)
  }
}

/** The modules of this installation: without links, columns, fields, tabs, pages and their counters that it lacks, and with the commands disabled that it cannot run. */
export function enabledIn(modules: readonly Module[], settings: Settings): Module[] {
  const isEnabled = (item: { enabledIf?(settings: Settings): boolean }): boolean => item.enabledIf?.(settings) ?? true
  const judged = <C extends AnyCommand>(command: C): C => {
    const disabled = command.disabledIf?.(settings)
    return disabled === undefined ? command : { ...command, disabled }
  }
  const buttons = (shown: readonly Button[] = []): Button[] =>
    shown.filter(isEnabled).map(button => (isCommand(button) ? judged(button) : button))
  const tabOf = (tab: Tab): Tab => {
    const commands = buttons(tab.commands)
    if (tab.kind !== 'fields') return { ...tab, commands }
    return { ...tab, commands, fields: tab.fields.filter(field => 'load' in field || isEnabled(field)) }
  }
  const viewOf = (view: View): View => {
    const { groups } = view
    if (!groups?.rowless) return view
    return {
      ...view,
      groups: { ...groups, rowless: { ...groups.rowless, commands: buttons(groups.rowless.commands) } }
    }
  }
  const dayWith = (day: DayOfRows): DayOfRows => ({
    ...day,
    view: viewOf(day.view),
    ...defined({ beside: day.beside && { ...day.beside, commands: buttons(day.beside.commands) } })
  })
  return modules.map(module => ({
    ...module,
    commands: (module.commands ?? []).map(judged),
    counters: (module.counters ?? []).filter(({ page }) => isEnabled(page)),
    pages: (module.pages ?? []).filter(isEnabled).map(page =>
      page.kind === 'list'
        ? {
            ...page,
            columns: page.columns.filter(isEnabled),
            commands: buttons(page.commands),
            panel: page.panel?.filter(isEnabled).map(tabOf),
            views: page.views.map(viewOf),
            ...defined({ day: page.day && dayWith(page.day) })
          }
        : { ...page, commands: buttons(page.commands) }
    )
  }))
}
