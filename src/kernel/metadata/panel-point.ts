/**
 * A panel that higher modules add to: `extends: [clientPanelTabs.fill({ tabs: [resourceTab('files', …)] })]`. The owner of the
 * panel states the order of all tabs, because the order of the modules is not the order of people's work.
 */
import type { Button } from '../commands/link.ts'
import { defineExtensionPoint, type ExtensionPoint } from '../extension-points.ts'
import type { Module } from '../module.ts'
import type { ListPage } from './pages.ts'
import type { ListTab, Tab } from './tabs.ts'

export interface PanelAddition {
  readonly tabs?: readonly Tab[]
  /** Further commands for an existing tab, by its name. */
  readonly commands?: Readonly<Record<string, readonly Button[]>>
  /** Small lists under the fields of an existing tab, by its name. */
  readonly below?: Readonly<Record<string, readonly ListTab[]>>
}

export interface PanelPoint extends ExtensionPoint<PanelAddition> {
  /** The names of all possible tabs, in their order. */
  readonly order: readonly string[]
}

/** A panel's extension point; pages with the panel name it as their `panelPoint`. */
export const definePanelPoint = (name: string, order: readonly string[]): PanelPoint =>
  Object.assign(defineExtensionPoint<PanelAddition>(name), { order })

/** The tabs of a page's panel together with those that modules added, in the point's order. */
function composedPanel(
  { id, panel = [] }: ListPage,
  { order }: PanelPoint,
  additions: readonly PanelAddition[]
): Tab[] {
  const tabs = [...panel, ...additions.flatMap(addition => addition.tabs ?? [])]
  const stray = tabs.find(({ name }) => !order.includes(name))
  if (stray) throw new Error(`The panel of ${id} has the tab ${stray.name}, which its order does not name`)
  const lost = additions
    .flatMap(({ commands = {}, below = {} }) => [...Object.keys(commands), ...Object.keys(below)])
    .find(name => !tabs.some(tab => tab.name === name))
  if (lost) throw new Error(`The panel of ${id} has no tab ${lost} that something is added to`)
  return tabs
    .map((tab): Tab => {
      const more = additions.flatMap(({ commands = {} }) => commands[tab.name] ?? [])
      const below = additions.flatMap(({ below: lists = {} }) => lists[tab.name] ?? [])
      const whole = more.length > 0 ? { ...tab, commands: [...(tab.commands ?? []), ...more] } : tab
      return whole.kind === 'fields' && below.length > 0 ? { ...whole, below } : whole
    })
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/** The modules, with what each adds to the panels of other modules. Panels that are already composed are not changed. */
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
