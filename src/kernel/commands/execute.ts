/**
 * How a command runs. One transaction, in this order:
 *
 * 1. The idempotency key, when there is one, is claimed. A second call under the same key waits for the first, and is
 *    then given the first one's answer, and the change is announced again; another call under it is refused.
 * 2. The rows are locked in the order of their ids, as far as `visibleTo` lets the caller see them: another company's row
 *    is a 404.
 * 3. In a second statement the rows are read through the list's view, and the rule is checked on that JSON: the same shape
 *    the browser checked. (One joined `for update` would return stale joined fields after a wait.)
 * 4. The command changes what it changes.
 * 5. The rows are read again; what differs becomes history (history/snapshot.ts), and the answer. An edit (PUT, PATCH) that
 *    leaves its rows as they were writes no history and keeps the version, and the answer says so: `unchanged`. A POST adds
 *    something, such as a comment, and always writes history.
 *
 * After the commit the browsers get hints. A refusal says the same sentence as the grey button.
 */
import type { Knex } from 'knex'
import { check } from '../../contract/check.ts'
import { refusalKey } from '../../contract/command.ts'
import type { Schema } from '../../contract/schema.ts'
import { refusedBy, type WhenMetadata } from '../../contract/when.ts'
import { type Audience, type Caller, system } from '../access/caller.ts'
import { recordAudit } from '../audit/audit.ts'
import { queryOne, queryPrepared, raw, sql } from '../database/sql.ts'
import { ApiError, throwProblem, toApiError } from '../errors/errors.ts'
import { type AddedParams, addedParams, type Change, staffOnly } from '../history/history.ts'
import { recordAndFollow } from '../history/on-changes.ts'
import { changesBetween, creationEvents, type Row, readSnapshot, type Snapshot } from '../history/snapshot.ts'
import { type Hint, hintsAbout } from '../realtime/hints.ts'
import type { Resource } from '../resources/resource.ts'
import { lockByIds } from '../resources/select.ts'
import type { SecurityEvent } from '../security/events.ts'
import type { Services } from '../services.ts'
import type { CommandAnswer, CommandCall, PartCall } from './call.ts'
import type { AccessRule, Action, AnyCommand, CommandContext, Creation, RowCommand } from './command.ts'
import { isEdit } from './command.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import { callOfPart, refusalOfPart } from './part.ts'
import { hintsAgain } from './replay.ts'
import { eventsOf, originOf } from './security-events.ts'
import { refuseStale } from './stale.ts'
import { runWithin } from './system.ts'
import { inputOf } from './validation.ts'

/** What a run leaves for after the commit, and for its history. */
interface Run {
  readonly context: CommandContext
  readonly hints: Hint[]
  readonly params: AddedParams
  secret(): string | undefined
  /** For the audit: whose command it is, and the rows that it is about. */
  readonly about: { accountId: number | null; readonly subjectIds: number[] }
  readonly events: SecurityEvent[]
}

/** Runs a command to its end, or throws a refusal and leaves nothing behind. */
export async function execute(services: Services, command: AnyCommand, call: CommandCall): Promise<CommandAnswer> {
  const hints: Hint[] = []
  const events: SecurityEvent[] = []
  const prepared = await beforeTransaction(services, command, call)
  const takesKey = !command.wire.reveals
  const announce = (): void => {
    for (const hint of hints) services.hints.send(hint)
  }
  const answer = await services.db
    .transaction(async trx => {
      const replayed = takesKey ? await claimKey(trx, services.now(), call, command) : undefined
      if (replayed) {
        hints.push(...(await hintsAgain(trx, command, call, replayed)))
        return replayed
      }
      const fresh = await runWhole(services, trx, command, call, { prepared, hints, events })
      if (takesKey) await keepAnswer(trx, call, fresh)
      return fresh
    })
    .catch((error: unknown) => {
      // the commit may have been made, and its answer lost
      if (toApiError(error).code === 'kernel.unavailable') announce()
      throw error
    })
  announce()
  for (const event of events) services.security.record(event)
  return answer
}

interface Leaves {
  readonly prepared: unknown
  /** What is to be sent after the commit is added here. */
  readonly hints: Hint[]
  readonly events: SecurityEvent[]
}

/** Runs a command with its rule, history and audit in the transaction. */
async function runWhole(
  services: Services,
  trx: Knex.Transaction,
  command: AnyCommand,
  call: CommandCall,
  leaves: Leaves
): Promise<CommandAnswer> {
  const run = begin(services, trx, command, call, leaves)
  const answer = await runCommand(run, command, call, leaves.prepared)
  const { audience, now: at } = run.context
  const resourceType = command.kind === 'action' ? null : command.resource.subjectType
  const act = { at, audience, command: command.name, resourceType }
  await recordAudit.of(services.extensions)(trx, { ...act, ...originOf(call), ...run.about })
  leaves.events.push(...eventsOf(command, call, run))
  return answer
}

/** Runs a command as a part of the one that was called. */
async function runPart(
  services: Services,
  trx: Knex.Transaction,
  command: RowCommand | Creation,
  whole: CommandCall,
  part: PartCall,
  after: Pick<Leaves, 'hints' | 'events'>
): Promise<unknown> {
  const input = inputOf(formSchema(command, whole.audience), part.body)
  try {
    const fieldErrors = bodyErrors(command, whole.audience, part.body)
    if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
    const leaves = { prepared: part.prepared, ...after }
    const answer = await runWhole(services, trx, command, callOfPart(whole, part, input), leaves)
    return (JSON.parse(answer.body) as { readonly data: unknown }).data
  } catch (error) {
    throw refusalOfPart(error, part)
  }
}

async function beforeTransaction(services: Services, command: AnyCommand, call: CommandCall): Promise<unknown> {
  const { caller, audience, address, host, param, language, input, ids } = call
  const context = { services, now: services.now(), caller, audience, address, host, param, language }
  const known = { ...context, textParam: textIn(call) }
  return command.kind === 'rows'
    ? command.beforeTransaction?.({ ...known, ids }, input)
    : command.beforeTransaction?.(known, input)
}

function begin(
  services: Services,
  trx: Knex.Transaction,
  command: AnyCommand,
  call: CommandCall,
  { hints, events: allEvents }: Leaves
): Run {
  const { caller, audience, address, device, host, param, language } = call
  const params = addedParams()
  let secret: string | undefined
  const now = services.now()
  const accountId = caller?.accountId ?? null
  const about = { accountId, subjectIds: [...call.ids] }
  const events: SecurityEvent[] = []
  const context: CommandContext = {
    trx,
    caller,
    reader: caller ?? system,
    accountId,
    audience,
    now,
    services,
    param,
    textParam: textIn(call),
    language,
    address,
    device,
    host,
    addAuditParams: params.add,
    hideFromClients: () => params.add({ [staffOnly]: 1 }),
    reveal: given => {
      secret = given
    },
    recordEvent: async (resource, subjectId, by = accountId) => {
      about.accountId ??= by
      about.subjectIds.push(subjectId)
      const version = await versionOf(trx, resource, subjectId)
      const event = { resourceType: resource.subjectType, subjectId, version, code: command.name }
      const changes = [{ ...event, params: params.shared(), before: {}, after: {} }]
      await recordAndFollow({ ...context, accountId: by, changes })
    },
    actsAs: id => {
      about.accountId ??= id
    },
    securityEvent: (kind, details = {}) => events.push({ kind, ...details }),
    hint: (resourceType, ids, companyId = null) => hints.push({ kind: 'changed', resourceType, ids, companyId }),
    runAsSystem: async (other, ids, input) => {
      const done = await runWithin(services, trx, now, other, ids, input, { accountId, requestId: call.requestId })
      hints.push(...done.hints)
      return done.rows
    },
    runCommand: (other, part) => runPart(services, trx, other, call, part, { hints, events: allEvents })
  }
  return { context, hints, params, secret: () => secret, about, events }
}

const textIn =
  ({ params }: CommandCall) =>
  (name: string): string =>
    params[name] ?? ''

async function versionOf(trx: Knex.Transaction, { table }: Resource, id: number): Promise<number> {
  const row = await queryOne<{ version: number }>(trx, sql`select version from ${raw(table)} where id = ${id}`)
  return row?.version ?? throwProblem('notFound')
}

async function runCommand(run: Run, command: AnyCommand, call: CommandCall, prepared: unknown): Promise<CommandAnswer> {
  const rule = command.access[call.audience]
  if (!rule) return throwProblem('forbidden')
  if (command.kind === 'rows') return runOnRows(run, command, rule, call, prepared)
  return command.kind === 'creation'
    ? runCreation(run, command, call, prepared)
    : runAction(run, command, call, prepared)
}

async function runOnRows(
  run: Run,
  command: RowCommand,
  rule: AccessRule,
  call: CommandCall,
  prepared: unknown
): Promise<CommandAnswer> {
  const { context } = run
  const { resource } = command
  const caller = call.caller ?? throwProblem('unauthorized')
  await command.lockFirst?.(context, call.ids)
  const before = await lockAndJudge(context, caller, command, rule, call)
  for (const row of before.rows) await command.run?.(context, row, call.input, prepared)
  await command.runAll?.(context, before.rows, call.input)
  const after = await readSnapshot(context.trx, resource, call.ids, caller)
  const event = { code: command.name, paramsOf: run.params.of }
  const changes = changesBetween(resource, before, after, event)
  const unchanged = isEdit(command) ? unchangedIds(before, changes) : new Set<number>()
  const isChanged = ({ id }: { readonly id: number }): boolean => !unchanged.has(id)
  const changed = changes.filter(({ subjectId }) => !unchanged.has(subjectId))
  await recordAndFollow({ ...context, changes: changed })
  run.hints.push(...hintsOf(run, resource, [...before.rows, ...after.rows].filter(isChanged)))
  const { success, ids, reveals, status = 200 } = command.wire
  const data = ids ? after.rows : (after.rows[0] ?? null)
  const secret = reveals && run.secret()
  const unchangedAll = changed.length === 0 || undefined
  return { status, body: JSON.stringify({ success, data, secret, unchanged: unchangedAll }) }
}

/** Whether two rows have the same version and differ in no field that history keeps. */
function unchangedIds(before: Snapshot, changes: readonly Change[]): Set<number> {
  const versions = new Map(before.audited.map(({ id, version }) => [id, version]))
  const isSame = ({ subjectId, version, after, before: was }: Change): boolean =>
    versions.get(subjectId) === version && Object.keys({ ...was, ...after }).length === 0
  return new Set(changes.filter(isSame).map(({ subjectId }) => subjectId))
}

async function runCreation(
  run: Run,
  command: Creation,
  { input }: CommandCall,
  prepared: unknown
): Promise<CommandAnswer> {
  const { context } = run
  const { resource } = command
  const { id, accepted } = await command.run(context, input, prepared)
  const answer = (data: object | undefined) => ({ status: command.wire.status ?? 201, body: JSON.stringify({ data }) })
  if (id === undefined) return answer(accepted)
  run.about.subjectIds.push(id)
  const isForAnyone = context.audience === 'anyone'
  const created = await readSnapshot(context.trx, resource, [id], isForAnyone ? system : context.reader)
  const [row] = created.rows
  if (!row) return throwProblem('notFound')
  const events = creationEvents(resource, created, { code: command.name, paramsOf: run.params.of })
  await recordAndFollow({ ...context, changes: events })
  run.hints.push(...hintsOf(run, resource, [row]))
  // Callers without a role, signed in or not, get only the id of what was created.
  const data = accepted ?? (isForAnyone || context.audience === 'waiting' ? { id } : row)
  const secret = command.wire.reveals && run.secret()
  const field = command.wire.reveals === true ? 'secret' : command.wire.reveals
  return answer({ ...data, ...(field && secret ? { [field]: secret } : {}) })
}

async function runAction(
  { context }: Run,
  command: Action,
  { input }: CommandCall,
  prepared: unknown
): Promise<CommandAnswer> {
  const data = await command.run(context, input, prepared)
  return { status: command.wire.status ?? 200, body: JSON.stringify({ data }) }
}

/** A change for staff only sends no hint to anybody else. */
function hintsOf({ params }: Run, resource: Resource, rows: readonly Row[]): Hint[] {
  const isForStaff = params.shared()[staffOnly] !== undefined
  return hintsAbout(resource, rows).map(hint => (isForStaff ? { ...hint, companyId: null } : hint))
}

async function lockAndJudge(
  context: CommandContext,
  caller: Caller,
  { resource, name, disabled }: RowCommand,
  { when, shown }: AccessRule,
  { ids, version }: CommandCall
): Promise<Snapshot> {
  const wanted = [...new Set(ids)]
  const locked = await queryPrepared<{ id: number }>(context.trx, lockByIds(resource, wanted, caller))
  if (locked.length !== wanted.length) return throwProblem('notFound', { asked: { resource, ids: wanted } })
  if (disabled) throw new ApiError(disabled)
  const snapshot = await readSnapshot(context.trx, resource, wanted, caller)
  for (const row of snapshot.rows) {
    if (version !== undefined && version !== row.version) await refuseStale(context, caller, resource, row, version)
    const refused = refusedBy(shown as WhenMetadata, row) ?? refusedBy(when as WhenMetadata, row)
    if (refused) throwProblem('state', { message: refusalKey({ name }, refused), extra: { current: row } })
  }
  return snapshot
}

/** The schema of the audience's form; a command without a form takes no field. */
export const formSchema = (command: AnyCommand, audience: Audience): Schema =>
  (command.access[audience]?.form?.schema ?? { type: 'object', properties: {} }) as Schema

/** The errors of the body, by the form of the audience. */
export const bodyErrors = (command: AnyCommand, audience: Audience, body: Readonly<Record<string, unknown>>) =>
  check(formSchema(command, audience), body)
