/** What all modules together offer: commands found in lists and panels, and what the lists' routes sort by. */
import type { Settings } from '../../config/settings.ts'
import { type AnyCommand, type Button, isCommand } from './commands/command.ts'
import type { ListPage } from './metadata/pages.ts'
import type { Module } from './module.ts'

/** Every command of a module once, whether it is named by the module, a list or a panel. */
export function commandsOf({ commands = [], pages = [] }: Module): AnyCommand[] {
  const listed = pages.flatMap(page =>
    page.kind === 'list' ? [...page.commands, ...(page.panel?.tabs.flatMap(tab => tab.commands ?? []) ?? [])] : []
  )
  const byName = new Map<string, AnyCommand>()
  for (const command of [...commands, ...listed.filter(isCommand)]) {
    const known = byName.get(command.name)
    if (known && known !== command) throw new Error(`Two commands are called ${command.name}`)
    byName.set(command.name, command)
  }
  return [...byName.values()]
}

/** For each list call: the fields its route sorts by; undefined where every field may. */
export function sortableOf(modules: readonly Module[]): Map<string, readonly string[] | undefined> {
  const routes = modules.flatMap(module => module.routes ?? [])
  return new Map(routes.flatMap(route => (route.list ? [[route.url, route.list.sortable] as const] : [])))
}

/** Every list page there is. */
export const listsOf = (modules: readonly Module[]): ListPage[] =>
  modules.flatMap(module => module.pages ?? []).filter(page => page.kind === 'list')

/** The modules without the commands that this installation does not offer: they have neither button nor route. */
export function offeredBy(modules: readonly Module[], settings: Settings): Module[] {
  const offered = <B extends Button>(buttons: readonly B[]): B[] =>
    buttons.filter(button => !isCommand(button) || (button.enabledIf?.(settings) ?? true))
  return modules.map(module => ({
    ...module,
    commands: offered(module.commands ?? []),
    pages: (module.pages ?? []).map(page => {
      if (page.kind !== 'list') return page
      const tabs = page.panel?.tabs.map(tab => ({ ...tab, commands: offered(tab.commands ?? []) }))
      const panel = page.panel && tabs ? { panel: { ...page.panel, tabs } } : {}
      return { ...page, commands: offered(page.commands), ...panel }
    })
  }))
}
