/**
 * A command: the route, the button, the form and the change, written once. `for` says who may, when and with which form;
 * the browser greys its button by the same `when` that the server judges on the locked row. How a command runs is told in
 * `execute.ts`; which face of it a role sees, in `faces.ts`.
 */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Knex } from 'knex'
import type { Settings } from '../../../config/settings.ts'
import type { Effect, Method, Selection } from '../../contract/command.ts'
import type { Tone, Vocabulary } from '../../contract/vocabulary.ts'
import type { When } from '../../contract/when.ts'
import type { Audience, Caller } from '../access/caller.ts'
import type { Rows } from '../resources/rows.ts'
import type { Services } from '../services.ts'
import type { FormDefinition } from './form.ts'

export interface AccessRule<Row> {
  readonly when?: When<Row>
  readonly shown?: When<Row>
  readonly form?: FormDefinition
}

export interface CommandContext {
  readonly trx: Knex.Transaction
  /** Undefined on a command for anyone, called without a session. */
  readonly caller: Caller | undefined
  /** Who made the call, when that is known. */
  readonly accountId: number | null
  readonly audience: Audience
  readonly now: Date
  readonly services: Services
  /** The number under a name of the path, for a command without rows; what is no number is a 404. */
  param(name: string): number
  /** Address of the caller, for the slow-down of guessing. */
  readonly address: string
  readonly host: string
  /** Adds to what history says of this change: `{ reason }`. */
  addAuditParams(params: Readonly<Record<string, string | number>>): void
  /** A hint about other things than the command's own rows, sent after commit. */
  hint(noun: string, ids: readonly number[], companyId?: number | null): void
  /** The account's sessions or rights have changed: its sockets are reviewed after commit, in every process. */
  revalidateAccount(accountId: number): void
}

/** What a command knows before its transaction begins. */
export type BeforeTransactionContext = Pick<
  CommandContext,
  'services' | 'now' | 'caller' | 'audience' | 'address' | 'host'
>

/** What a command without rows gives back: the id of what it made, or the answer itself. */
export type CreateResult = { readonly id: number } | { readonly answer: unknown }

interface CommandBase<Row> {
  readonly name: string
  /** `PUT /api/Admin/Orders/:id/cancel`, the specification's path. */
  readonly call: `${Method} /${string}`
  readonly icon?: string
  readonly tone?: Tone
  readonly access: { readonly [A in Audience]?: AccessRule<Row> }
  /** Opens the route to a signed-in account that is not active yet. */
  readonly effects?: readonly Effect[]
  readonly confirm?: boolean
  readonly menu?: { readonly field: string; readonly options: Vocabulary; readonly except?: readonly number[] }
  readonly undo?: string
  /** Its form stands open in a bar of the list. */
  readonly inline?: boolean
  /** Whether this installation offers it; a command that is not offered has neither button nor route. */
  enabledIf?(settings: Settings): boolean
  readonly summary?: string
  /** Status of success; 200, or 201 for what makes a thing by POST. */
  readonly status?: 200 | 201 | 202
  /** At most so many calls of one address in a time (milliseconds); for what strangers may call. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number }
}

/** Acts on one row or on many. `ids` names the body field that carries the ids of a call for all at once. */
export interface RowCommand<R extends Rows, Row> extends CommandBase<Row> {
  readonly rows: R
  readonly selection: Exclude<Selection, 'none'>
  readonly bulk?: 'each' | 'all'
  readonly ids?: string
  /** A call without a body is no empty form: `run` gets `{}` and takes what it needs from the thing itself. */
  readonly allowEmptyBody?: boolean
  /** The answer says `success: true` beside its data. */
  readonly success?: boolean
  /** The change of one row. */
  run?(context: CommandContext, row: Row, input: never): Promise<void>
  /** What concerns all rows of the call together, after each has run; they are in the order of their ids. */
  runAll?(context: CommandContext, rows: readonly Row[], input: never): Promise<void>
}

export interface FreeCommand<R extends Rows> extends CommandBase<Record<string, never>> {
  /** The rows that the made thing is read through; absent where the answer is the command's own. */
  readonly rows?: R
  readonly selection: 'none'
  /** Shape of `data`, where the answer is the command's own. */
  readonly answer?: TSchema
  /**
   * Slow work that must not hold a connection (a password's hash), or that must stay when the command is refused (a failed
   * sign-in is counted). Runs before the transaction; `run` gets what it gives and judges again under lock.
   */
  beforeTransaction?(context: BeforeTransactionContext, input: never): Promise<unknown>
  run(context: CommandContext, input: never, prepared: never): Promise<CreateResult>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of commands holds commands of every row type
export type AnyCommand = RowCommand<any, any> | FreeCommand<any>

/** Where a link leads: a panel (on a tab) or a registered view, another page, a file. `:id` is the selected row's. */
type Target =
  | { readonly open: string; readonly tab?: string }
  | { readonly navigate: string }
  | { readonly download: string }

interface LinkBase<Row> {
  readonly name: string
  readonly icon?: string
  readonly tone?: Tone
  readonly selection: Selection
  /** `all`: an opened view shows all chosen rows, and the button is grey as soon as one row forbids it. */
  readonly bulk?: 'each' | 'all'
  /** The form's values are the query of a download. */
  readonly access: { readonly [A in Audience]?: AccessRule<Row> }
}

/** A button that changes nothing and so has no route: it opens, leads elsewhere, or fetches a file. */
export type Link<Row> = LinkBase<Row> & Target

// biome-ignore lint/suspicious/noExplicitAny: a list of links holds links of every row type
export type AnyLink = Link<any>

/** What may stand in a command bar. */
export type Button = AnyCommand | AnyLink

export const isCommand = (button: Button): button is AnyCommand => 'call' in button

// biome-ignore lint/suspicious/noExplicitAny: of every row type
export const actsOnRows = (command: AnyCommand): command is RowCommand<any, any> => command.selection !== 'none'

type Given<D, K extends string> = Omit<D, K>

/** A command on rows: `defineCommand(orderRows)({ name: 'orders.accept', … })`. */
export const defineCommand =
  <S extends TObject>(rows: Rows<S>) =>
  (command: Given<RowCommand<Rows<S>, Static<S>>, 'rows'>): RowCommand<Rows<S>, Static<S>> => ({ ...command, rows })

/** A command that makes a thing of these rows: its answer is the row, its history begins with it. */
export const defineCreation =
  <S extends TObject>(rows: Rows<S>) =>
  (command: Given<FreeCommand<Rows<S>>, 'rows' | 'selection'>): FreeCommand<Rows<S>> => ({
    ...command,
    rows,
    selection: 'none'
  })

/** A command with an answer of its own, such as signing in. */
export const defineAction = (command: Given<FreeCommand<Rows>, 'rows' | 'selection'>): FreeCommand<Rows> => ({
  ...command,
  selection: 'none'
})

/** A button that only leads somewhere: `defineLink(orderRows)({ name: 'orders.see', open: 'orders.panel', … })`. */
export const defineLink =
  <S extends TObject>(_rows: Rows<S>) =>
  (link: Link<Static<S>>): Link<Static<S>> =>
    link

export const methodOf = (command: AnyCommand): Method => command.call.split(' ')[0] as Method
export const pathOf = (command: AnyCommand): string => command.call.slice(command.call.indexOf(' ') + 1)
export const audiencesOf = (command: AnyCommand): Audience[] => Object.keys(command.access) as Audience[]
