/** Links: buttons without a route of their own. They open something, lead elsewhere, fetch a file, or fill in a creation's form. */
import type { Settings } from '../../../config/settings.ts'
import type { Selection } from '../../contract/command.ts'
import type { Tone } from '../../contract/vocabulary.ts'
import type { Audience } from '../access/caller.ts'
import type { Resource, RowOf } from '../resources/resource.ts'
import type { AccessRule, AnyCommand, CommandKey, Creation } from './command.ts'

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

interface LinkBase<Row> {
  readonly name: string
  readonly icon?: string
  readonly key?: CommandKey
  readonly tone?: Tone
  readonly selection: Selection
  /** For what people often do with a row: on a phone it is a button on each card, too. */
  readonly onCard?: true
  /** `all`: an opened view shows all chosen rows, and the button is grey as soon as one row forbids it. */
  readonly bulk?: 'each' | 'all'
  /** The form whose values are the query of a download, or the body of a creation. */
  readonly access: { readonly [A in Audience]?: AccessRule<Row> }
  /** Whether this installation has the link. */
  enabledIf?(settings: Settings): boolean
}

/** A button without a route of its own. */
export type Link = LinkBase<Record<string, unknown>> & Target & { readonly kind: 'link' }

export const defineLink = <R extends Resource>(_resource: R, link: LinkBase<RowOf<R>> & Target): Link =>
  ({ ...link, kind: 'link' }) as unknown as Link

/** What a command bar may contain. */
export type Button = AnyCommand | Link

export const isCommand = (button: Button): button is AnyCommand => button.kind !== 'link'
