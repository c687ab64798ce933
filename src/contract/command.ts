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
 * What follows a command in the browser: the list is asked again, or its rows go from it and their panel closes. Either
 * clears the selection.
 */
export type Effect = 'reload' | 'remove'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Action =
  /**
   * Calls the API. `:id` is the selected row's; with `ids`, the selected ids travel in the body under that name; with
   * `idFrom`, the row's id travels in the body or the query; with its `field`, that field of the row instead. With `creates`, the
   * selected row is only what the form starts from, and the answer is the new one.
   */
  | {
      readonly kind: 'call'
      readonly method: Method
      readonly path: string
      readonly ids?: string
      /** The step of the form that has the ids of those of the selected rows that are sent; without it, all are. */
      readonly idsFrom?: string
      readonly idFrom?: { readonly body: string; readonly field?: string } | { readonly query: string }
      readonly creates?: true
    }
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
 * Turns one command into a submenu: one entry a word of the vocabulary. Its code is sent as `field` of the body, or fills the
 * path where that names it: `POST /api/Admin/OrderTypes/:id/add-item` with the field `id`.
 */
export interface CommandMenu {
  readonly field: string
  readonly vocabulary: string
  readonly except: readonly number[]
}

export interface CommandMetadata {
  /** `orders.cancel`. Messages: `{name}.label`, `{name}.done`, `{name}.{field}` (why it is grey), `{name}.confirm`. */
  readonly name: string
  readonly icon: string
  /** The letter that runs it, while nobody types. */
  readonly key?: string
  readonly tone: Tone
  readonly selection: Selection
  readonly action: Action
  /** Greys the button; checked again by the server on the locked row. */
  readonly when: WhenMetadata
  /** Hides the button instead. */
  readonly shown: WhenMetadata
  readonly form?: FormMetadata
  /** Asks `{name}.confirm` first. */
  readonly confirm: boolean
  /** For a command on many rows: row by row, showing each refusal, or all in one call. */
  readonly bulk: 'each' | 'all'
  readonly menu?: CommandMenu
  readonly effects: readonly Effect[]
  /** Message key of why this installation cannot do it: the button is grey, whatever is selected. */
  readonly disabled?: string
  /** What it asks for is done later: `{name}.done` is an information, and how it ended comes over the hub. */
  readonly queued?: boolean
  /** Its answer has a `secret`, which is shown until it is closed, and cannot be had again. */
  readonly reveals?: boolean
  /** On a list its form is open in a bar under the commands, and acts on the rows chosen there; elsewhere in a dialog. */
  readonly inline: boolean
  /** It needs no rows, and may be begun while some are selected. */
  readonly always?: boolean
  /** On a phone it is a button on the card of each row that it may be done with. */
  readonly onCard?: true
  /** Its form opens at the side, as high as the window; by default in a dialog. */
  readonly opensIn?: 'panel'
  /** Its form stays after it was sent, empty again: what it began can be watched there. */
  readonly staysOpen?: boolean
  /** Its form has a title of its own: the message `{name}.title`. */
  readonly titled?: true
  /**
   * What a refusal does besides its sentence, which stays in an alert: the list is asked again, the selection is cleared, and
   * the form closes. What was typed is kept as a draft.
   */
  readonly onFailure?: 'reload'
  /** The routes of the lists where its rows stand afterwards, of each role its own: the success message leads there. */
  readonly leadsTo?: readonly string[]
  /** The command's call that takes it back, offered with the success message. */
  readonly undo?: string
  /** What is done next as a rule: a command without a form, offered with the success message for the same rows. */
  readonly next?: CommandMetadata
}

/** Does the selection suit the command? */
export function fitsSelection(selection: Selection, count: number): boolean {
  if (selection === 'none') return count === 0
  if (selection === 'one') return count === 1
  return selection === 'many' ? count > 1 : count > 0
}

/** The message key of the sentence that says why a command is grey on a row, or of the refusal on the locked row. */
export const refusalKey = (command: { readonly name: string }, field: string): string => `${command.name}.${field}`
