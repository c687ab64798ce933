/**
 * A panel that higher modules add to: `extends: [clientPanelTabs.fill({ tabs: [resourceTab('files', …)] })]`. The owner of the
 * panel states the order of all tabs, because the order of the modules is not the order of people's work.
 */
import type { Button } from '../commands/link.ts'
import { defineExtensionPoint, type ExtensionPoint } from '../extension-points.ts'
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
  /** The command after which further ones stand, in the tabs that have it; in others they come last. */
  readonly commandsAfter: string | undefined
}

/** A panel's extension point; pages with the panel name it as their `panelPoint`. */
export const definePanelPoint = (
  name: string,
  order: readonly string[],
  { commandsAfter }: { readonly commandsAfter?: string } = {}
): PanelPoint => Object.assign(defineExtensionPoint<PanelAddition>(name), { order, commandsAfter })
