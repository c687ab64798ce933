/**
 * The metadata of a command, as the browser gets it. The server defines a command once (kernel/commands/command.ts) with its
 * route, rule and change; from that definition the metadata is derived for the caller's role.
 */
import type { FormMetadata } from './form.ts'
import type { Tone } from './vocabulary.ts'
import type { WhenMetadata } from './when.ts'

/** How many selected rows a command needs: none at all, exactly one, two or more, or any number from one. */
export type Selection = 'none' | 'one' | 'many' | 'some'

/**
 * What the browser does after a command: `reload` asks for the list again; `remove` takes the rows from it and closes their panel.
 * Both clear the selection; after a command without effects it stays.
 */
export type Effect = 'reload' | 'remove'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Where the row's id is sent when the path has no `:id`. With `field`, the body names the row by that text field, which is unique
 * in any letter case: `{ body: 'email', field: 'email' }`.
 */
export type IdFrom = { readonly body: string; readonly field?: string } | { readonly query: string }

/** How a call names its rows, where not by `:id` in its path. */
export interface RowIds {
  /** The body field with the ids of all rows of one call. */
  readonly ids?: string
  /** The form's step that holds the ids to send, of those selected; without it, all selected ids are sent. */
  readonly idsFrom?: string
  readonly idFrom?: IdFrom
}

/** Calls the API. `:id` of the path is the id of the selected row. */
export interface CallAction extends RowIds {
  readonly kind: 'call'
  readonly method: Method
  readonly path: string
  /** The form starts from the selected row, and the answer is a new one. */
  readonly creates?: true
  /** A field of the answered rows: the success message says how many different values it has, `{different}`. */
  readonly counts?: string
  /** A list in the body: each of its members becomes a row, which the success message counts. The answer is the last of these. */
  readonly oneEach?: string
}

export type Action =
  | CallAction
  /**
   * Opens the list's panel (on a tab), or a registered view such as the container's trail. `title` is a message key of the view's
   * heading, whose arguments are the row's fields; by default the command's label.
   */
  | { readonly kind: 'open'; readonly what: string; readonly tab?: string; readonly title?: string }
  | { readonly kind: 'navigate'; readonly to: string }
  /** Fetches a file; the values of the form, where there is one, are its query. */
  | { readonly kind: 'download'; readonly path: string }
  /** Asks for a link (`{ url }`) and fetches the file that it leads to. */
  | { readonly kind: 'link'; readonly path: string }

/**
 * Turns the command into a submenu with an entry for each member of the vocabulary. Its code is sent as the body's `field`, or
 * fills that name in the path: `POST /api/Admin/OrderTypes/:id/add-item` with the field `id`.
 */
export interface CommandMenu {
  readonly field: string
  readonly vocabulary: string
  readonly except: readonly number[]
}

/** What usually follows, on another list: the form of a command, for all rows that belong together with those just done. */
export interface LeadsOn {
  readonly command: string
  /** The letter of that command; while the success message is shown, it leads there, too. */
  readonly key?: string
  /** Address of that list, with its view. */
  readonly to: string
  /** GET of the API that answers the rows. */
  readonly call: string
  /** Query keys that are sent with it. */
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  /** Filters that take a field's value from the rows just done, where it is the same in all of them. */
  readonly shared: Readonly<Record<string, string>>
  /** It is offered only if all rows just done satisfy the rule. */
  readonly when?: WhenMetadata
}

/** What people see of a command, before and after it. Its definition says it in these words, and it is sent as it stands there. */
export interface CommandUi {
  readonly icon: string
  /** The letter that runs it, while nobody types. */
  readonly key?: string
  readonly tone: Tone
  /** Asks `{name}.confirm` first. */
  readonly confirm: boolean
  readonly effects: readonly Effect[]
  readonly menu?: CommandMenu
  /** On a list, its form is always open in a bar under the commands and acts on the selected rows; elsewhere it is a dialog. */
  readonly inline: boolean
  /** Needs no rows, and can be started even while some are selected, unless the specification forbids it. */
  readonly always?: true
  /** For what people often do with a row: on a phone it is a button on the card of each row that allows it. */
  readonly onCard?: true
  /** Its form opens in a side panel of the window's full height; by default in a dialog. */
  readonly opensIn?: 'panel'
  /** Its form stays open after sending, emptied, so that people can watch what it started. */
  readonly staysOpen?: true
  /** Its form can be filled in for row after row: for all that were selected, or from one row on through the list. */
  readonly series?: true
  /** Its form has a title of its own, the message `{name}.title`; by default the label with what it acts on. */
  readonly titled?: true
  /** Above its form, if that is about one row, the message `{name}.about`, whose arguments are the row's fields. */
  readonly about?: true
  /** The work is done later: `{name}.done` is shown as information, and a notice over the hub tells how it ended. */
  readonly queued?: true
  /**
   * What happens after a refusal, besides the alert: the list is loaded again, the selection is cleared and the form closes. What
   * was typed is kept as a draft.
   */
  readonly onFailure?: 'reload'
  /** The lists that have the rows afterwards, one route for each role; the success message links there. */
  readonly leadsTo?: readonly string[]
  /** The call that undoes the command; offered with the success message. */
  readonly undo?: string
}

/** A command as one caller gets it: what its definition says, and what follows from the definition for the caller's role. */
export interface CommandMetadata extends CommandUi {
  /** `orders.cancel`. Messages: `{name}.label`, `{name}.done`, `{name}.{field}` (why it is grey), `{name}.confirm`. */
  readonly name: string
  readonly selection: Selection
  readonly action: Action
  /** Greys the button; checked again by the server on the locked row. */
  readonly when: WhenMetadata
  /** Hides the button instead. */
  readonly shown: WhenMetadata
  readonly form?: FormMetadata
  /** For several rows: `each` calls once a row and shows each refusal; `all` sends one call for all. */
  readonly bulk: 'each' | 'all'
  /** Message key that says why this installation cannot do it; the button is then always grey. */
  readonly disabled?: string
  /** The field of its answer that is shown until a person closes it; it cannot be read again. */
  readonly reveals?: string
  /** Offered with the success message, in the words `{name}.next`. */
  readonly leadsOn?: LeadsOn
  /** What usually follows: a command without a form, offered with the success message for the same rows. */
  readonly next?: CommandMetadata
}

/** Does the selection suit the command? */
export function fitsSelection(selection: Selection, count: number): boolean {
  if (selection === 'none') return count === 0
  if (selection === 'one') return count === 1
  return selection === 'many' ? count > 1 : count > 0
}

/** Message key of the sentence that says why a command is grey on a row; the server's refusal uses it, too. */
export const refusalKey = (command: { readonly name: string }, field: string): string => `${command.name}.${field}`
