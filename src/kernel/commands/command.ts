/**
 * A command: the route, the button, the form and the change, written once.
 *
 * - `call` and `wire` say how it is called and answers.
 * - `access` says who may, when and with which form; the browser greys its button by the same `when` that the server checks on the
 *   locked row.
 * - `ui` says what people see, in the words of `contract/command.ts`: it is sent as it stands.
 * - `run` changes; it is given the input in the type of the form's schema.
 *
 * How a command runs is explained in `execute.ts`; what a role receives of it, in `metadata/`.
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
import type { CommandMenu, CommandUi, LeadsOn, Method, Selection } from '../../contract/command.ts'
import type { Language } from '../../contract/languages.ts'
import { metadataOf, type Vocabulary } from '../../contract/vocabulary.ts'
import type { When } from '../../contract/when.ts'
import type { Audience, Caller, Reader } from '../access/caller.ts'
import type { Resource, RowOf } from '../resources/resource.ts'
import type { SecurityEvent } from '../security/events.ts'
import type { SecurityKind } from '../security/kinds.ts'
import type { Services } from '../services.ts'
import type { PartCall } from './call.ts'
import type { FormDefinition } from './form.ts'
import type { InputOf } from './input.ts'
import type { SystemCommand } from './system.ts'
import type { CreationWire, RowWire, Wire } from './wire.ts'

/** What an audience may do: `when` greys the button, `shown` hides it, and both are checked on the locked row. */
export interface AccessRule<Row = Record<string, unknown>, S = TObject> {
  readonly when?: When<Row>
  readonly shown?: When<Row>
  readonly form?: FormDefinition<S>
}

type AccessRules<Row, A> = { readonly [K in keyof A]: AccessRule<Row, A[K]> }
/** Schemas of the forms by audience; unknown where there is no form. */
type Forms = { readonly [A in Audience]?: unknown }

/** Who calls, when and from where: what is known before the transaction begins. */
export interface BeforeTransactionContext {
  /** Undefined on a command for anyone, called without a session. */
  readonly caller: Caller | undefined
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
  readonly host: string
}

/** The same for a command on rows, with their ids as they were sent: it is not yet checked whether the caller may see them. */
export interface BeforeRowsContext extends BeforeTransactionContext {
  readonly ids: readonly number[]
}

/** The same within the transaction, and what may be done there. */
export interface CommandContext extends BeforeTransactionContext {
  readonly trx: Knex.Transaction
  /** Who reads the rows: the caller, or the application itself. */
  readonly reader: Reader
  /** Whom history names; null for the application itself and for callers who are not signed in. */
  readonly accountId: number | null
  /** The browser or program that calls, as it names itself. */
  readonly device: string | null
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
  /**
   * Runs another command in this transaction, as a call of the same caller: its rules are checked, and its history, audit and hints are
   * its own. A refusal of it refuses the whole call.
   * @returns `data` of its answer
   */
  runCommand(command: RowCommand | Creation, part: PartCall): Promise<unknown>
}

type Letters<S extends string> = S extends `${infer First}${infer Rest}` ? First | Letters<Rest> : never

/**
 * The key that runs it while nobody types; `g` is reserved for keys of pages. Commands of one page for the same selection have
 * different keys. Since it can be pressed by mistake, the command must have a form, a confirmation or an undo, or change nothing.
 */
export type CommandKey = Letters<'abcdefhijklmnopqrstuvwxyz'>

/** What people see: `CommandUi` as it is sent. The commands that it names are sent to those who may use them, too. */
export interface Ui<Row = Record<string, unknown>> extends CommandUi {
  readonly key?: CommandKey
  /** It must not have a form. */
  readonly next?: RowCommand
  readonly leadsOn?: Pick<LeadsOn, 'to' | 'fixed'> & {
    /** A command or a link of the same resource's lists. */
    readonly command: Pick<RowCommand, 'name' | 'access'> & { readonly ui: Pick<CommandUi, 'key'> }
    readonly shared: Readonly<Record<string, keyof Row & string>>
    readonly when?: When<Row>
  }
}

/** A submenu with an entry for each member of the vocabulary but those of the codes in `except`. */
export const menuOf = (field: string, options: Vocabulary, except: readonly number[] = []): CommandMenu => ({
  field,
  vocabulary: metadataOf(options).name,
  except
})

interface CommandBase {
  readonly name: string
  /** `PUT /api/Admin/Orders/:id/cancel`, the specification's path. */
  readonly call: `${Method} /${string}`
  /** Why this installation cannot do it, as an error code: the button is grey and the call is refused, with the same sentence. */
  disabledIf?(settings: Settings): string | undefined
  /** Whether the pages of this installation show it; what a call answers, `disabledIf` says. */
  enabledIf?(settings: Settings): boolean
}

interface RowCommandDefinition<Row, A, E, P> extends CommandBase {
  readonly wire?: RowWire & { readonly allowEmptyBody?: E & boolean }
  /** How many rows it wants; one by default. */
  readonly selection?: Exclude<Selection, 'none'>
  readonly access: AccessRules<Row, A>
  readonly ui?: Partial<Ui<Row>>
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
  readonly wire?: CreationWire
  readonly ui?: Partial<Omit<Ui, 'series'>>
  run(context: CommandContext, input: InputOf<A>, prepared: P): Promise<Created>
}

interface ActionDefinition<A, P, T extends TSchema> extends FreeDefinition<A, P> {
  readonly wire?: Wire
  /** Shape of the answer's `data`. */
  readonly answer: T
  /** Another program calls it, which has no account: message key of the name by which the audit calls it. */
  readonly calledBy?: string
  run(context: CommandContext, input: InputOf<A>, prepared: P): Promise<Static<NoInfer<T>>>
}

type Rules = { readonly [A in Audience]?: AccessRule }
type Input = Readonly<Record<string, unknown>>
type Row = Record<string, unknown> & { id: number; version: number }

/** What all commands have once the application has started. */
interface Defined extends CommandBase {
  readonly access: Rules
  /** The result of `disabledIf` for the settings of this installation. */
  readonly disabled?: string
}

/** A command on rows, as the kernel runs it. */
export interface RowCommand extends Defined {
  readonly kind: 'rows'
  readonly wire: RowWire
  readonly selection: Exclude<Selection, 'none'>
  readonly ui: Ui
  readonly resource: Resource
  beforeTransaction?(context: BeforeRowsContext, input: Input): Promise<unknown>
  lockFirst?(context: CommandContext, ids: readonly number[]): Promise<void>
  run?(context: CommandContext, row: Row, input: Input, prepared: unknown): Promise<void>
  runAll?(context: CommandContext, rows: readonly Row[], input: Input): Promise<void>
}

interface FreeBase extends Defined {
  readonly selection: 'none'
  beforeTransaction?(context: BeforeTransactionContext, input: Input): Promise<unknown>
}

export interface Creation extends FreeBase {
  readonly kind: 'creation'
  readonly wire: CreationWire
  readonly ui: Ui
  readonly resource: Resource
  run(context: CommandContext, input: Input, prepared: unknown): Promise<Created>
}

export interface Action extends FreeBase {
  readonly kind: 'action'
  readonly wire: Wire
  readonly answer: TSchema
  readonly calledBy?: string
  run(context: CommandContext, input: Input, prepared: unknown): Promise<unknown>
}

/** A command that is a call of the API. */
export type AnyCommand = RowCommand | Creation | Action

/** How a button looks and ends where its definition does not say otherwise. */
export const plainUi = {
  icon: 'circle',
  tone: 'neutral',
  confirm: false,
  effects: ['reload'],
  inline: false
} as const satisfies CommandUi

/** A command on rows of a resource. */
export const defineCommand = <R extends Resource, A extends Forms, E = false, P = undefined>(
  resource: R,
  { wire = {}, selection = 'one', ui, ...command }: RowCommandDefinition<RowOf<R>, A, E, P>
): RowCommand =>
  ({ ...command, kind: 'rows', resource, wire, selection, ui: { ...plainUi, ...ui } }) as unknown as RowCommand

/** A command that creates a thing of the resource: its answer is the row, and its history begins with it. */
export const defineCreation = <A extends Forms, P = undefined>(
  resource: Resource,
  { wire = {}, ui, ...command }: CreationDefinition<A, P>
): Creation => {
  const whole: Ui = { ...plainUi, icon: 'plus', tone: 'info', ...ui }
  return { ...command, kind: 'creation', selection: 'none', resource, wire, ui: whole } as unknown as Creation
}

/** A command with an answer of its own. No page shows it as a button. */
export const defineAction = <A extends Forms, T extends TSchema, P = undefined>({
  wire = {},
  ...command
}: ActionDefinition<A, P, T>): Action => ({ ...command, kind: 'action', selection: 'none', wire }) as unknown as Action

export const methodOf = (command: AnyCommand): Method => command.call.split(' ')[0] as Method
/** Whether it is an edit, which may change nothing; other calls add or remove something. */
export const isEdit = (command: AnyCommand): boolean => ['PUT', 'PATCH'].includes(methodOf(command))
export const pathOf = (command: AnyCommand): string => command.call.slice(command.call.indexOf(' ') + 1)
export const audiencesOf = (command: AnyCommand): Audience[] => Object.keys(command.access) as Audience[]
