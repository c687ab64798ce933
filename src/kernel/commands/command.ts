/**
 * A command: the route, the button, the form and the change, written once. `access` says who may, when and with which form;
 * the browser greys its button by the same `when` that the server checks on the locked row. `run` is given the input in the
 * type of the form's schema. How a command runs is explained in `execute.ts`; what a role receives of it, in `metadata/`.
 *
 * - `defineCommand(resource, …)` acts on rows of a resource: one, some, or all of a call together.
 * - `defineCreation(resource, …)` makes one: its answer is the row, and its history begins with it.
 * - `defineAction(…)` has an answer of its own, such as signing in.
 * - `defineSystemCommand` (`system.ts`) is what the application does by itself.
 * - `defineLink` is a button without a route of its own: it opens, leads elsewhere, fetches a file, or fills in a creation's form.
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
import type { Resource, RowOf } from '../resources/resource.ts'
import type { Services } from '../services.ts'
import type { FormDefinition } from './form.ts'
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

type Values<S> = S extends TObject ? Readonly<Static<S>> : Record<never, never>

type KeyOfAny<U> = U extends unknown ? keyof U : never
type At<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
type Required<U, K = keyof U> = K extends PropertyKey ? (undefined extends At<U, K> ? never : K) : never
type Merged<U> = { readonly [K in Required<U>]: At<U, K> } & {
  readonly [K in Exclude<KeyOfAny<U>, Required<U>>]?: At<U, K>
}

/** The input of a command: what the forms of all its audiences ask; required is what each of them requires. */
export type InputOf<A> = Merged<{ [K in keyof A]: Values<A[K]> }[keyof A]>

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
  /** The number under a name of the path; what is no number is a 404. */
  param(name: string): number
  /** The text under a name of the path. */
  textParam(name: string): string
  /** Of the request: what the caller reads its answer in. */
  readonly language: Language
  /** Address of the caller, to slow password guessing down. */
  readonly address: string
  /** The browser or program that calls, as it names itself. */
  readonly device: string | null
  readonly host: string
  /** Adds to what history says of this change: `{ reason }`. With an id, of that row alone: what differs from row to row. */
  addAuditParams(params: Readonly<Record<string, string | number>>, id?: number): void
  /** What this run does is not for clients: they get neither its hints nor its entry in the history. */
  hideFromClients(): void
  /** Gives the caller a secret; for a command that `reveals`. */
  reveal(secret: string): void
  /** Records this command in the history of a thing that is not among its own rows; `by` names whose account did it. */
  recordEvent(resource: Resource, id: number, by?: number | null): Promise<void>
  /** Whose command it is, for the audit, where nobody is signed in yet: the account that signs in. */
  actsAs(accountId: number): void
  /** A hint about other things than the command's own rows, sent after commit. */
  hint(resourceType: string, ids: readonly number[], companyId?: number | null): void
  /** Runs a system command in this transaction; history names the caller. Gives the rows that it changed. */
  runAsSystem<Row, I>(command: SystemCommand<Row, I>, ids: readonly number[], input: I): Promise<readonly Row[]>
}

/** What a command knows before its transaction begins. */
export type BeforeTransactionContext = Pick<
  CommandContext,
  'services' | 'now' | 'caller' | 'audience' | 'address' | 'host' | 'param' | 'textParam' | 'language'
>

/** What a command on rows knows then: their ids as they were sent. Nobody has looked yet whether the caller may see them. */
export interface BeforeRowsContext extends BeforeTransactionContext {
  readonly ids: readonly number[]
}

type Letters<S extends string> = S extends `${infer First}${infer Rest}` ? First | Letters<Rest> : never

/**
 * The letter that runs it while nobody types; `g` begins the keys of pages. Commands of one page that suit the same selection have
 * different ones. One slip of the finger runs it, so it needs a form, a confirmation or an undo, or changes nothing.
 */
export type CommandKey = Letters<'abcdefhijklmnopqrstuvwxyz'>

interface CommandBase {
  readonly name: string
  /** `PUT /api/Admin/Orders/:id/cancel`, the specification's path. */
  readonly call: `${Method} /${string}`
  readonly icon?: string
  readonly key?: CommandKey
  readonly tone?: Tone
  /** What follows in the browser; by default the list is asked again. */
  readonly effects?: readonly Effect[]
  readonly confirm?: boolean
  /** Other names of the body's fields: `{ numberOptima: 'optimaNumber' }`. Under both, the values must be the same. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly menu?: { readonly field: string; readonly options: Vocabulary; readonly except?: readonly number[] }
  /** The routes of the lists where its rows stand afterwards, of each role its own: the success message leads there. */
  readonly leadsTo?: readonly string[]
  /** The call that takes it back, offered with the success message. */
  readonly undo?: string
  /** What is done next as a rule, offered with the success message for the same rows. It asks for nothing. */
  readonly next?: RowCommand
  /** On a list its form stands open in a bar under the commands. */
  readonly inline?: boolean
  /** For what needs no rows: it may be begun while some are selected, where the specification does not forbid it. */
  readonly always?: boolean
  /** For what people do with a row again and again: on a phone it is a button on each card, too. */
  readonly onCard?: true
  /** Its form opens at the side; by default in a dialog. */
  readonly opensIn?: 'panel'
  /** Its form stays after it was sent, empty again: what it began can be watched there. */
  readonly staysOpen?: boolean
  /**
   * Its answer contains a secret (of a command on rows: by `context.reveal`), and is in nothing else: nothing keeps it, so the call takes
   * no idempotency key. The browser shows it until it is closed.
   */
  readonly reveals?: boolean
  /** Its form has a title of its own, `{name}.title`; by default the label with what it acts on. */
  readonly titled?: boolean
  /** A refusal reloads the list, clears the selection and closes the form; its sentence stays in an alert. */
  readonly onFailure?: 'reload'
  /**
   * Why this installation cannot do it, as a code of the catalogue of errors: the button is grey, and the call refused, with
   * the same sentence.
   */
  disabledIf?(settings: Settings): string | undefined
  /** What `disabledIf` gave for the settings of this installation; filled in at start. */
  readonly disabled?: string
  /** What it asks for is done later: `{name}.done` is an information, and `notifyAccount` tells how it ended. */
  readonly queued?: boolean
  readonly summary?: string
  /** Status of success; 200, or 201 for a creation. */
  readonly status?: 200 | 201 | 202
  /** At most so many calls of one address in a time (milliseconds); for what may be called without signing in. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number }
}

/**
 * Where the id of the row travels when the path has no `:id`. With `field`, the body names the row by that text field, which no
 * two rows share in any letter case: `{ body: 'email', field: 'email' }`.
 */
export type IdFrom = { readonly body: string; readonly field?: string } | { readonly query: string }

interface RowCommandBase extends CommandBase {
  readonly bulk?: 'each' | 'all'
  /** The body field that carries the ids of a call for all at once. */
  readonly ids?: string
  /** The step of the form that says which of the chosen rows are sent; without it, all. */
  readonly idsFrom?: string
  readonly idFrom?: IdFrom
  /** The body field that may repeat the path's id; another value is refused at that field. */
  readonly repeatsId?: string
  /** A call without a body is no empty form: `run` gets `{}` and takes what it needs from the thing itself. */
  readonly allowEmptyBody?: boolean
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
  /** Locks what other rows are changed under, before the rows: calls that did it after them would wait for each other. */
  lockFirst?(context: CommandContext, ids: readonly number[]): Promise<void>
  /** The change of one row. */
  run?(
    context: CommandContext,
    row: Row,
    input: E extends true ? Partial<InputOf<A>> : InputOf<A>,
    prepared: P
  ): Promise<void>
  /** What concerns all rows of the call together, after each has run; they are in the order of their ids. */
  runAll?(context: CommandContext, rows: readonly Row[], input: InputOf<A>): Promise<void>
}

interface FreeDefinition<A, P> extends CommandBase {
  readonly access: AccessRules<Record<string, never>, A>
  /**
   * Slow work that must not hold a connection (a password's hash), or that must stay when the command is refused (a failed
   * sign-in is counted). Its result is given to `run`, which checks again under lock.
   */
  beforeTransaction?(context: BeforeTransactionContext, input: InputOf<A>): Promise<P>
}

interface CreationDefinition<A, P> extends FreeDefinition<A, P> {
  run(context: CommandContext, input: InputOf<A>, prepared: P): Promise<{ readonly id: number }>
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
  run(context: CommandContext, input: Input, prepared: unknown): Promise<{ readonly id: number }>
}

export interface Action extends FreeBase {
  readonly kind: 'action'
  readonly answer: TSchema
  run(context: CommandContext, input: Input, prepared: unknown): Promise<unknown>
}

/** What the API offers as a call. */
export type AnyCommand = RowCommand | Creation | Action

/** A command on rows of a resource. */
export const defineCommand = <R extends Resource, A extends Forms, E = false, P = undefined>(
  resource: R,
  command: RowCommandDefinition<RowOf<R>, A, E, P>
): RowCommand => ({ selection: 'one', ...command, kind: 'rows', resource }) as unknown as RowCommand

/** A command that makes a thing of the resource: its answer is the row, its history begins with it. */
export const defineCreation = <A extends Forms, P = undefined>(
  resource: Resource,
  command: CreationDefinition<A, P>
): Creation =>
  ({ icon: 'plus', tone: 'info', ...command, kind: 'creation', selection: 'none', resource }) as unknown as Creation

/** A command with an answer of its own. */
export const defineAction = <A extends Forms, T extends TSchema, P = undefined>(
  command: ActionDefinition<A, P, T>
): Action => ({ ...command, kind: 'action', selection: 'none' }) as unknown as Action

/**
 * Where a link leads: a panel (on a tab) or a registered view (with a `title`, a message of the row's fields), another page, a file, by its own path or by the link that a path
 * answers (`{ url }`); or the form of a creation, which then starts
 * from the selected row and is sent by the creation's call. `:id` is the selected row's.
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
  /** For what people do with a row again and again: on a phone it is a button on each card, too. */
  readonly onCard?: true
  /** `all`: an opened view shows all chosen rows, and the button is grey as soon as one row forbids it. */
  readonly bulk?: 'each' | 'all'
  /** The form's values are the query of a download, or what a creation is sent. */
  readonly access: { readonly [A in Audience]?: AccessRule<Row> }
  /** Whether this installation has it. */
  enabledIf?(settings: Settings): boolean
}

/** A button without a route of its own. */
export type Link = LinkBase<Record<string, unknown>> & Target & { readonly kind: 'link' }

export const defineLink = <R extends Resource>(_resource: R, link: LinkBase<RowOf<R>> & Target): Link =>
  ({ ...link, kind: 'link' }) as unknown as Link

/** What may stand in a command bar. */
export type Button = AnyCommand | Link

export const isCommand = (button: Button): button is AnyCommand => button.kind !== 'link'

export const methodOf = (command: AnyCommand): Method => command.call.split(' ')[0] as Method
/** An edit may leave things as they are; other calls add something or take something away. */
export const isEdit = (command: AnyCommand): boolean => ['PUT', 'PATCH'].includes(methodOf(command))
export const pathOf = (command: AnyCommand): string => command.call.slice(command.call.indexOf(' ') + 1)
export const audiencesOf = (command: AnyCommand): Audience[] => Object.keys(command.access) as Audience[]
