/** Composes panels: the tabs of their owners together with what higher modules fill into their points (`pages/panel-point.ts`). */

import type { Module } from './module.ts'
import type { ListPage } from './pages/pages.ts'
import type { PanelAddition, PanelPoint } from './pages/panel-point.ts'
import type { Tab } from './pages/tabs.ts'

/** The tabs of a page's panel together with those that modules added, in the point's order. */
function composedPanel(
  { id, panel = [] }: ListPage,
  { order, commandsAfter }: PanelPoint,
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
      const own = tab.commands ?? []
      const at = own.findIndex(({ name }) => name === commandsAfter) + 1 || own.length
      const whole = more.length > 0 ? { ...tab, commands: own.toSpliced(at, 0, ...more) } : tab
      return whole.kind === 'fields' && below.length > 0 ? { ...whole, below } : whole
    })
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/** The modules, with what each adds to the panels of other modules. */
export function withPanelAdditions(modules: readonly Module[]): Module[] {
  const extensions = modules.flatMap(module => module.extends ?? [])
  const composed = (page: ListPage): ListPage => {
    const { panelPoint } = page
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
