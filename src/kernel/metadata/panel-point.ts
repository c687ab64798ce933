/**
 * A panel that higher modules add to: `extends: [clientPanelTabs.fill({ tabs: [resourceTab('files', …)] })]`. Its owner says
 * in which order all tabs stand, its own and the others', because the order of modules is not that of people's work.
 */
import type { Button } from '../commands/command.ts'
import { defineExtensionPoint, type ExtensionPoint } from '../extension-points.ts'
import type { Module } from '../module.ts'
import type { ListPage, Tab } from './pages.ts'

export interface PanelAddition {
  readonly tabs?: readonly Tab[]
  /** More commands of a tab that is there, by its name. */
  readonly commands?: Readonly<Record<string, readonly Button[]>>
}

export interface PanelPoint extends ExtensionPoint<PanelAddition> {
  /** The names of all tabs that there may be, as they stand. */
  readonly order: readonly string[]
}

/** A panel's extension point; pages with the panel name it as their `panelPoint`. */
export const definePanelPoint = (name: string, order: readonly string[]): PanelPoint =>
  Object.assign(defineExtensionPoint<PanelAddition>(name), { order })

/** The tabs of a page's panel with what is added to it, in the point's order. */
function composedPanel(
  { id, panel = [] }: ListPage,
  { order }: PanelPoint,
  additions: readonly PanelAddition[]
): Tab[] {
  const tabs = [...panel, ...additions.flatMap(addition => addition.tabs ?? [])]
  const stray = tabs.find(({ name }) => !order.includes(name))
  if (stray) throw new Error(`The panel of ${id} has the tab ${stray.name}, which its order does not name`)
  const lost = additions
    .flatMap(({ commands = {} }) => Object.keys(commands))
    .find(name => !tabs.some(tab => tab.name === name))
  if (lost) throw new Error(`The panel of ${id} has no tab ${lost} that commands are added to`)
  return tabs
    .map(tab => {
      const more = additions.flatMap(({ commands = {} }) => commands[tab.name] ?? [])
      return more.length > 0 ? { ...tab, commands: [...(tab.commands ?? []), ...more] } : tab
    })
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/**
 * The modules with what each adds to the panels of others. What is composed already stays as it is.
 * @throws Error for a tab that the panel's order does not name, and for commands of a tab that is not there
 */
export function withPanelAdditions(modules: readonly Module[]): Module[] {
  const extensions = modules.flatMap(module => module.extends ?? [])
  const composed = ({ panelPoint, ...page }: ListPage): ListPage => {
    if (!panelPoint) return page
    const additions = extensions.flatMap(({ point, value }) => (point === panelPoint ? (value as PanelAddition) : []))
    return { ...page, panel: composedPanel(page, panelPoint, additions) }
  }
  return modules.map(module =>
    module.pages
      ? { ...module, pages: module.pages.map(page => (page.kind === 'list' ? composed(page) : page)) }
      : module
  )
}
