/** Links: buttons without a route of their own. They open something, lead elsewhere, fetch a file, or fill in a creation's form. */
import type { Settings } from '../../../config/settings.ts'
import type { CommandUi, Selection } from '../../contract/command.ts'
import type { When } from '../../contract/when.ts'
import type { Audience } from '../access/caller.ts'
import type { Resource, RowOf } from '../resources/resource.ts'
import { type AccessRule, type AnyCommand, type Creation, plainUi, type RowCommand, type Ui } from './command.ts'

/**
 * Where a link leads: a panel (on a tab); a registered view, whose `title` is a message of the row's fields; another page; a file,
 * by its own path or by the link that a path answers (`{ url }`); or the form of a creation, which then starts from the selected
 * row and is sent by the creation's call. `:id` is the selected row's.
 */
type Target =
  | { readonly open: string; readonly tab?: string; readonly title?: string }
  | { readonly navigate: string }
  | { readonly download: string }
  | { readonly link: string }
  | { readonly creates: Creation }

/** What of a command's look a button has that sends nothing. */
type LinkUi = Partial<Pick<Ui, 'icon' | 'tone' | 'key' | 'onCard'>>

interface LinkBase<Row> {
  readonly name: string
  readonly selection: Selection
  /** `all`: an opened view shows all chosen rows, and the button is grey as soon as one row forbids it. */
  readonly bulk?: 'each' | 'all'
  /** The form whose values are the query of a download, or the body of a creation. */
  readonly access: { readonly [A in Audience]?: AccessRule<Row> }
  readonly ui?: LinkUi
  /** Whether this installation has the link. */
  enabledIf?(settings: Settings): boolean
}

/** A button without a route of its own. */
export type Link = Omit<LinkBase<Record<string, unknown>>, 'ui'> &
  Target & { readonly kind: 'link'; readonly ui: CommandUi }

/** A link that fills in a creation's form ends as the creation does; the others change nothing. */
export const defineLink = <R extends Resource>(_resource: R, link: LinkBase<RowOf<R>> & Target): Link => {
  const effects = 'creates' in link ? link.creates.ui.effects : []
  return { ...link, kind: 'link', ui: { ...plainUi, effects, ...link.ui } } as unknown as Link
}

/** What a command bar may contain. */
export type Button = (RowCommand | Creation | Link) & {
  /** The button that this is one of for some rows of a page only. */
  readonly narrows?: RowCommand | Creation | Link
}

/**
 * The button as a page shows it for some of its rows only, for a list whose rows have different ones; its form is a dialog there. What the
 * server allows stays what the command says.
 */
export function shownFor<R extends Resource>(_resource: R, button: Button, when: When<RowOf<R>>): Button {
  const access = Object.entries(button.access).map(([audience, rule]) => [
    audience,
    { ...rule, shown: { ...rule.shown, ...when } }
  ])
  const ui = { ...button.ui, inline: false }
  return { ...button, access: Object.fromEntries(access), ui, narrows: button.narrows ?? button } as Button
}

export const isCommand = (button: Button | AnyCommand): button is Exclude<Button, Link> => button.kind !== 'link'
