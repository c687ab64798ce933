/**
 * A module is what it names in its `index.ts`, and nothing else: resources, commands, pages, routes, jobs, and what it adds
 * to others by their extension points. The application checks all of it before it starts.
 */
import type { TObject } from '@sinclair/typebox'
import type { Settings } from '../../config/settings.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { AnyCommand } from './commands/command.ts'
import { type Button, isCommand } from './commands/link.ts'
import type { SystemCommand } from './commands/system.ts'
import type { Counter } from './counters.ts'
import type { Extension, ExtensionPoint, Slot } from './extension-points.ts'
import type { JobDefinition } from './jobs/jobs.ts'
import type { Maintenance } from './maintenance.ts'
import type { ListPage, MenuGroupDefinition, Page } from './pages/pages.ts'
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
  readonly pages?: readonly Page[]
  /** Routes for reads that no resource provides. */
  readonly routes?: readonly Route<TObject>[]
  readonly counters?: readonly Counter[]
  /** Channels on which it sends items to browsers, besides hints. */
  // biome-ignore lint/suspicious/noExplicitAny: of every item
  readonly channels?: readonly Channel<any>[]
  /** Channels of the database that it listens to (`services.listener`); its triggers notify them. */
  readonly notifications?: readonly string[]
  readonly jobs?: readonly (JobDefinition & { run(services: Services, data: never): Promise<void> })[]
  /** Maintenance of its data, for operators. */
  readonly maintenance?: readonly Maintenance[]
  /** Points that higher modules may fill. */
  // biome-ignore lint/suspicious/noExplicitAny: of every type
  readonly extensionPoints?: readonly (ExtensionPoint<any> | Slot<any>)[]
  /** What it adds to lower modules. */
  readonly extends?: readonly Extension[]
  /** Begins work of its own (ingest, timers) and gives the function that ends it. */
  start?(services: Services): Promise<() => Promise<void>>
}

export const defineModule = (module: Module): Module => module

/** Every list page there is. */
export const listPagesOf = (modules: readonly Module[]): ListPage[] =>
  modules.flatMap(module => module.pages ?? []).filter(page => page.kind === 'list')

const buttonsOf = (page: Page): readonly Button[] =>
  page.kind === 'list'
    ? [
        ...page.commands,
        ...(page.panel ?? []).flatMap(tab => tab.commands ?? []),
        ...page.views.flatMap(({ groups }) => groups?.rowless?.commands ?? [])
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
  const registered = new Set<Button>(commands)
  const groups = new Set(menu.map(({ name }) => name))
  for (const page of pages) {
    if (!groups.has(page.group))
      throw new Error(`${page.id} stands in the menu group ${page.group}, which there is not`)
    const stray = buttonsOf(page).find(button => isCommand(button) && !registered.has(button))
    if (stray) throw new Error(`${page.id} shows ${stray.name}, which no module names among its commands`)
  }
}

/** The modules of this installation: without links and pages that it lacks, and with the commands disabled that it cannot run. */
export function enabledIn(modules: readonly Module[], settings: Settings): Module[] {
  const isEnabled = (item: { enabledIf?(settings: Settings): boolean }): boolean => item.enabledIf?.(settings) ?? true
  const judged = <C extends AnyCommand>(command: C): C => {
    const disabled = command.disabledIf?.(settings)
    return disabled === undefined ? command : { ...command, disabled }
  }
  const buttons = (shown: readonly Button[] = []): Button[] =>
    shown.flatMap(button => (isCommand(button) ? judged(button) : isEnabled(button) ? button : []))
  const viewOf = (view: ListPage['views'][number]): ListPage['views'][number] => {
    const { groups } = view
    if (!groups?.rowless) return view
    return {
      ...view,
      groups: { ...groups, rowless: { ...groups.rowless, commands: buttons(groups.rowless.commands) } }
    }
  }
  return modules.map(module => ({
    ...module,
    commands: (module.commands ?? []).map(judged),
    pages: (module.pages ?? []).filter(isEnabled).map(page =>
      page.kind === 'list'
        ? {
            ...page,
            commands: buttons(page.commands),
            panel: page.panel?.map(tab => ({ ...tab, commands: buttons(tab.commands) })),
            views: page.views.map(viewOf)
          }
        : { ...page, commands: buttons(page.commands) }
    )
  }))
}
