/**
 * A command: the route, the button, the form and the change, written once. `access` says who may, when and with which form;
 * the browser greys its button by the same `when` that the server checks on the locked row. `run` is given the input in the
 * type of the form's schema. How a command runs is explained in `execute.ts`; what a role receives of it, in `metadata/`.
 *
 * - `defineCommand(resource, …)` acts on rows of a resource: one, some, or all of a call together.
 * - `defineCreation(resource, …)` makes one: its answer is the row, and its history begins with it.
 * - `defineAction(…)` has an answer of its own, such as signing in.
 * - `defineSystemCommand` (`system.ts`) is what the application does by itself.
 * - `defineLink` (`link.ts`) is a button without a route of its own.
 *
 * A module names its commands in its index.ts; a page or panel may show only those.
 */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Knex } from 'knex'
import type { Settings } from '../../../config/settings.ts'
import type { Effect, Method, Selection } from '../../contract/command.ts'
import type { Language } from '../../contract/languages.ts'
import type { Tone, Vocabulary } from '../../contract/vocabulary.ts'
import type { When } from '../../contract/when.ts'
import type { Audience, Caller, Reader } from '../access/caller.ts'
import type { RateLimit } from '../access/rate-limit.ts'
import type { Resource, RowOf } from '../resources/resource.ts'
import type { SecurityEvent } from '../security/events.ts'
import type { SecurityKind } from '../security/kinds.ts'
import type { Services } from '../services.ts'
import type { FormDefinition } from './form.ts'
import type { InputOf } from './input.ts'
import type { SystemCommand } from './system.ts'

/** What an audience may do: `when` greys the button, `shown` hides it, and both are checked on the locked row. */
export interface AccessRule<Row = Record<string, unknown>, S = TObject> {
  readonly when?: When<Row>
  readonly shown?: When<Row>
  readonly form?: FormDefinition<S>
}

type AccessRules<Row, A> = { readonly [K in keyof A]: AccessRule<Row, A[K]> }
/** Schemas of the forms by audience; unknown where there is no form. */
type Forms = { readonly [A in Audience]?: unknown }

export interface CommandContext {
  readonly trx: Knex.Transaction
  /** Undefined on a command for anyone, called without a session. */
  readonly caller: Caller | undefined
  /** Who reads the rows: the caller, or the application itself. */
  readonly reader: Reader
  /** Whom history names; null for the application itself and for callers who are not signed in. */
  readonly accountId: number | null
  readonly audience: Audience
  readonly now: Date
  readonly services: Services
  /** The number of a named part of the path; 404 if it is not a number. */
  param(name: string): number
  /** The text of a named part of the path. */
  textParam(name: string): string
  /** The language of the request, in which the caller reads its answer. */
  readonly language: Language
  /** Address of the caller, to slow password guessing down. */
  readonly address: string
  /** The browser or program that calls, as it names itself. */
  readonly device: string | null
  readonly host: string
  /**
   * Adds parameters to the history entry of this change: `{ reason }`. With an id, only to that row's entry, for values that differ
   * from row to row.
   */
  addAuditParams(params: Readonly<Record<string, string | number>>, id?: number): void
  /** Hides this change from clients: they get neither its hints nor its history entry. */
  hideFromClients(): void
  /** Gives the caller a secret; for a command that `reveals`. */
  reveal(secret: string): void
  /** Records this command in the history of a thing that is not one of its own rows; `by` names the account shown as its author. */
  recordEvent(resource: Resource, id: number, by?: number | null): Promise<void>
  /** Names the account for the audit where nobody is signed in yet: the account that signs in. */
  actsAs(accountId: number): void
  /** Records, after the commit, a security event of who calls; `targetId` names the account that it concerns, if another. */
  securityEvent(kind: SecurityKind, details?: Pick<SecurityEvent, 'targetId' | 'email' | 'code'>): void
  /** Sends, after the commit, a hint about things other than the command's own rows. */
  hint(resourceType: string, ids: readonly number[], companyId?: number | null): void
  /** Runs a system command in this transaction; history names the caller. Returns the rows that it changed. */
  runAsSystem<Row, I>(command: SystemCommand<Row, I>, ids: readonly number[], input: I): Promise<readonly Row[]>
}

/** What a command knows before its transaction begins. */
export type BeforeTransactionContext = Pick<
  CommandContext,
  'services' | 'now' | 'caller' | 'audience' | 'address' | 'host' | 'param' | 'textParam' | 'language'
>

/** The same for a command on rows, with their ids as they were sent: it is not yet checked whether the caller may see them. */
export interface BeforeRowsContext extends BeforeTransactionContext {
  readonly ids: readonly number[]
}

/** A call of a command, as it came by HTTP. */
export interface CommandCall {
  readonly ids: readonly number[]
  /** The values in the path, the query and the whole body, as they came: what the idempotency key stands for. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly input: Record<string, unknown>
  readonly caller: Caller | undefined
  readonly audience: Audience
  /** The number under a name of the path. */
  param(name: string): number
  readonly language: Language
  readonly version?: number | undefined
  readonly key?: string | undefined
  readonly address: string
  readonly device: string | null
  readonly host: string
  readonly requestId: string
}

export interface CommandAnswer {
  readonly status: number
  /** JSON text. */
  readonly body: string
}

type Letters<S extends string> = S extends `${infer First}${infer Rest}` ? First | Letters<Rest> : never

/**
 * The key that runs it while nobody types; `g` is reserved for keys of pages. Commands of one page for the same selection have
 * different keys. Since it can be pressed by mistake, the command must have a form, a confirmation or an undo, or change nothing.
 */
export type CommandKey = Letters<'abcdefhijklmnopqrstuvwxyz'>

interface CommandBase {
  readonly name: string
  /** `PUT /api/Admin/Orders/:id/cancel`, the specification's path. */
  readonly call: `${Method} /${string}`
  readonly icon?: string
  readonly key?: CommandKey
  readonly tone?: Tone
  /** What the browser does afterwards; by default it asks for the list again. */
  readonly effects?: readonly Effect[]
  readonly confirm?: boolean
  /** Other names of the body's fields: `{ numberOptima: 'optimaNumber' }`. If both names are sent, their values must be equal. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly menu?: { readonly field: string; readonly options: Vocabulary; readonly except?: readonly number[] }
  /** The lists that have the rows afterwards, one route for each role; the success message links there. */
  readonly leadsTo?: readonly string[]
  /** The call that undoes it, offered with the success message. */
  readonly undo?: string
  /** What usually follows, offered with the success message for the same rows. It must not have a form. */
  readonly next?: RowCommand
  /**
   * What usually follows on another list, for all of its rows that belong together with those just done: `shared` names filters and
   * the fields of the done rows that give their values, `fixed` gives further filters. Offered with the success message, in the
   * words `{name}.next`.
   */
  readonly leadsOn?: {
    readonly command: RowCommand
    readonly to: string
    readonly fixed: Readonly<Record<string, string | number | boolean>>
    readonly shared: Readonly<Record<string, string>>
  }
  /** On a list, its form is always open in a bar under the commands. */
  readonly inline?: boolean
  /** For a command without rows: it can be started even while some are selected, unless the specification forbids it. */
  readonly always?: boolean
  /** For what people often do with a row: on a phone it is a button on each card, too. */
  readonly onCard?: true
  /** Its form opens in a side panel; by default in a dialog. */
  readonly opensIn?: 'panel'
  /** Its form stays open after sending, emptied, so that people can watch what it started. */
  readonly staysOpen?: boolean
  /**
   * Its answer contains a secret (of a command on rows and of a creation: by `context.reveal`; a creation's is beside the row's fields),
   * which is stored nowhere, so the call must not have an idempotency key. The browser shows it until a person closes it.
   */
  readonly reveals?: boolean
  /** Its form has a title of its own, `{name}.title`; by default the label with what it acts on. */
  readonly titled?: boolean
  /** After a refusal the list is loaded again, the selection is cleared and the form closes; the sentence stays in an alert. */
  readonly onFailure?: 'reload'
  /** Why this installation cannot do it, as an error code: the button is grey and the call is refused, with the same sentence. */
  disabledIf?(settings: Settings): string | undefined
  /** The result of `disabledIf` for the settings of this installation; set at start. */
  readonly disabled?: string
  /** Names a list of its form: each member becomes a row, and the success message says how many. The answer is the last of them. */
  readonly oneEach?: string
  /** The work is done later: `{name}.done` is shown as information, and `notifyAccount` tells how it ended. */
  readonly queued?: boolean
  readonly summary?: string
  /** Status of success; 200, or 201 for a creation. */
  readonly status?: 200 | 201 | 202
  /**
   * At most so many calls in a time: of one address where strangers may call, else of one account. Without it accounts of clients have
   * the limit `clientCalls` (`access/rate-limit.ts`).
   */
  readonly rateLimit?: RateLimit
}

/**
 * Where the row's id is sent when the path has no `:id`. With `field`, the body names the row by that text field, which is unique
 * in any letter case: `{ body: 'email', field: 'email' }`.
 */
export type IdFrom = { readonly body: string; readonly field?: string } | { readonly query: string }

interface RowCommandBase extends CommandBase {
  readonly bulk?: 'each' | 'all'
  /** The body field with the ids of all rows of one call. */
  readonly ids?: string
  /** The form's step that holds the ids to send, of those selected; without it, all are sent. */
  readonly idsFrom?: string
  readonly idFrom?: IdFrom
  /** The body field that may repeat the path's id; another value is refused at that field. */
  readonly repeatsId?: string
  /** A call may have no body: `run` then gets `{}` and uses what is stored already. */
  readonly allowEmptyBody?: boolean
  /** Its form can be filled in for row after row: for all that were selected, or from one row on through the list. */
  readonly series?: true
  /** The answer has `success: true` beside its data. */
  readonly success?: boolean
}

interface RowCommandDefinition<Row, A, E, P> extends RowCommandBase {
  /** How many rows it wants; one by default. */
  readonly selection?: Exclude<Selection, 'none'>
  readonly access: AccessRules<Row, A>
  readonly allowEmptyBody?: E & boolean
  /** Slow work that must not hold a connection. Its result is given to `run`. */
  beforeTransaction?(context: BeforeRowsContext, input: InputOf<A>): Promise<P>
  /** Takes locks that must be held before the rows' own: calls that took them afterwards would deadlock. */
  lockFirst?(context: CommandContext, ids: readonly number[]): Promise<void>
  /** The change of one row. */
  run?(
    context: CommandContext,
    row: Row,
    input: E extends true ? Partial<InputOf<A>> : InputOf<A>,
    prepared: P
  ): Promise<void>
  /** Work for all rows of the call together, after `run` for each; they are in the order of their ids. */
  runAll?(context: CommandContext, rows: readonly Row[], input: InputOf<A>): Promise<void>
}

interface FreeDefinition<A, P> extends CommandBase {
  readonly access: AccessRules<Record<string, never>, A>
  /**
   * Slow work that must not hold a connection (hashing a password), or that must persist when the command is refused (counting a
   * failed sign-in). Its result is passed to `run`, which checks again under lock.
   */
  beforeTransaction?(context: BeforeTransactionContext, input: InputOf<A>): Promise<P>
}

/**
 * What a creation made. With `accepted` the answer has only its fields, whether or not there is a row: for callers who must not find out
 * that none was made.
 */
type Created =
  | { readonly id: number; readonly accepted?: undefined }
  | { readonly id?: number | undefined; readonly accepted: Readonly<Record<string, unknown>> }

interface CreationDefinition<A, P> extends FreeDefinition<A, P> {
  run(context: CommandContext, input: InputOf<A>, prepared: P): Promise<Created>
}

interface ActionDefinition<A, P, T extends TSchema> extends FreeDefinition<A, P> {
  /** Shape of the answer's `data`. */
  readonly answer: T
  run(context: CommandContext, input: InputOf<A>, prepared: P): Promise<Static<NoInfer<T>>>
}

type Rules = { readonly [A in Audience]?: AccessRule }
type Input = Readonly<Record<string, unknown>>
type Row = Record<string, unknown> & { id: number; version: number }

/** A command on rows, as the kernel runs it. */
export interface RowCommand extends RowCommandBase {
  readonly kind: 'rows'
  readonly selection: Exclude<Selection, 'none'>
  readonly resource: Resource
  readonly access: Rules
  beforeTransaction?(context: BeforeRowsContext, input: Input): Promise<unknown>
  lockFirst?(context: CommandContext, ids: readonly number[]): Promise<void>
  run?(context: CommandContext, row: Row, input: Input, prepared: unknown): Promise<void>
  runAll?(context: CommandContext, rows: readonly Row[], input: Input): Promise<void>
}

interface FreeBase extends CommandBase {
  readonly selection: 'none'
  readonly access: Rules
  beforeTransaction?(context: BeforeTransactionContext, input: Input): Promise<unknown>
}

export interface Creation extends FreeBase {
  readonly kind: 'creation'
  readonly resource: Resource
  run(context: CommandContext, input: Input, prepared: unknown): Promise<Created>
}

export interface Action extends FreeBase {
  readonly kind: 'action'
  readonly answer: TSchema
  run(context: CommandContext, input: Input, prepared: unknown): Promise<unknown>
}

/** A command that is a call of the API. */
export type AnyCommand = RowCommand | Creation | Action

/** A command on rows of a resource. */
export const defineCommand = <R extends Resource, A extends Forms, E = false, P = undefined>(
  resource: R,
  command: RowCommandDefinition<RowOf<R>, A, E, P>
): RowCommand => ({ selection: 'one', ...command, kind: 'rows', resource }) as unknown as RowCommand

/** A command that creates a thing of the resource: its answer is the row, and its history begins with it. */
export const defineCreation = <A extends Forms, P = undefined>(
  resource: Resource,
  command: CreationDefinition<A, P>
): Creation =>
  ({ icon: 'plus', tone: 'info', ...command, kind: 'creation', selection: 'none', resource }) as unknown as Creation

/** A command with an answer of its own. */
export const defineAction = <A extends Forms, T extends TSchema, P = undefined>(
  command: ActionDefinition<A, P, T>
): Action => ({ ...command, kind: 'action', selection: 'none' }) as unknown as Action

export const methodOf = (command: AnyCommand): Method => command.call.split(' ')[0] as Method
/** Whether it is an edit, which may change nothing; other calls add or remove something. */
export const isEdit = (command: AnyCommand): boolean => ['PUT', 'PATCH'].includes(methodOf(command))
export const pathOf = (command: AnyCommand): string => command.call.slice(command.call.indexOf(' ') + 1)
export const audiencesOf = (command: AnyCommand): Audience[] => Object.keys(command.access) as Audience[]
