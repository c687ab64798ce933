/**
 * How a command runs. One transaction, in this order:
 *
 * 1. The idempotency key, when there is one, is claimed. A second call under the same key waits for the first, and is
 *    then given the first one's answer; another body under it is refused.
 * 2. The rows are locked in the order of their ids, seen through `visibleTo`: another company's row is a 404.
 * 3. In a second statement the rows are read through the list's own map, and the rule judges that JSON: the same shape
 *    the browser judged. (One joined `for update` would return stale joined fields after a wait.)
 * 4. The command changes what it changes.
 * 5. The rows are read again; what differs becomes history (compare.ts), and the answer.
 *
 * After the commit the browsers get hints. A refusal says the same sentence as the grey button.
 */
import type { Knex } from 'knex'
import { refusalKey } from '../../contract/command.ts'
import type { Schema } from '../../contract/schema.ts'
import { refusedBy, type WhenMetadata } from '../../contract/when.ts'
import type { Audience, Caller } from '../access/caller.ts'
import { query } from '../database/sql.ts'
import { type Change, changesOf, recordChanges } from '../history/history.ts'
import { changesBetween, creationEvents, type Row, readSnapshot, type Snapshot } from '../history/snapshot.ts'
import { throwProblem } from '../http/errors.ts'
import type { Hint } from '../realtime/hints.ts'
import { lockByIds, type Rows } from '../resources/rows.ts'
import type { Services } from '../services.ts'
import {
  type AccessRule,
  type AnyCommand,
  actsOnRows,
  type CommandContext,
  type FreeCommand,
  type RowCommand
} from './command.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import { checkFaults } from './validation.ts'

export interface CommandCall {
  readonly ids: readonly number[]
  /** The whole body, as it came: what the idempotency key stands for. */
  readonly body: unknown
  readonly input: Record<string, unknown>
  readonly caller: Caller | undefined
  readonly audience: Audience
  /** The number under a name of the path. */
  param(name: string): number
  readonly version?: number | undefined
  readonly key?: string | undefined
  readonly address: string
  readonly host: string
}

export interface CommandAnswer {
  readonly status: number
  /** JSON text. */
  readonly body: string
}

/** Runs a command to its end, or throws a refusal and leaves nothing behind. */
export async function execute(services: Services, command: AnyCommand, call: CommandCall): Promise<CommandAnswer> {
  const hints: Hint[] = []
  const prepared = await prepare(services, command, call)
  const answer = await services.db.transaction(async trx => {
    const replayed = await claimKey(trx, services.now(), call, command)
    if (replayed) return replayed
    const fresh = await runWithin(trx, services, command, call, hints, prepared)
    await keepAnswer(trx, call, fresh)
    return fresh
  })
  for (const hint of hints) services.hints.send(hint)
  return answer
}

async function prepare(services: Services, command: AnyCommand, call: CommandCall): Promise<unknown> {
  if (actsOnRows(command) || !command.beforeTransaction) return undefined
  const { caller, audience, address, host, input } = call
  return command.beforeTransaction({ services, now: services.now(), caller, audience, address, host }, input as never)
}

async function runWithin(
  trx: Knex.Transaction,
  services: Services,
  command: AnyCommand,
  call: CommandCall,
  hints: Hint[],
  prepared: unknown
): Promise<CommandAnswer> {
  const { caller, audience, input } = call
  const judgement = command.access[audience]
  if (!judgement) return throwProblem('forbidden')
  let params: Record<string, string | number> = {}
  const context: CommandContext = {
    trx,
    caller,
    accountId: caller?.accountId ?? null,
    audience,
    now: services.now(),
    services,
    param: name => call.param(name),
    address: call.address,
    host: call.host,
    addAuditParams: more => {
      params = { ...params, ...more }
    },
    hint: (resourceType, ids, companyId = null) => hints.push({ kind: 'changed', resourceType, ids, companyId }),
    revalidateAccount: accountId => hints.push({ kind: 'account', accountId })
  }
  if (!actsOnRows(command)) return runFree(command, context, input, prepared, () => params)

  const before = await lockAndJudge(context, command, judgement, call)
  for (const row of before.rows) await command.run?.(context, row, input as never)
  await command.runAll?.(context, before.rows, input as never)
  const after = await readSnapshot(trx, command.rows, call.ids, callerOf(context))
  await recordChanges(
    trx,
    context.accountId,
    context.now,
    changesBetween(command.rows, before, after, { code: command.name, params })
  )
  hintAt(context, command.rows, [...before.rows, ...after.rows])
  const data = command.ids ? after.rows : (after.rows[0] ?? null)
  const answer = command.success ? { success: true, data } : { data }
  return { status: command.status ?? 200, body: JSON.stringify(answer) }
}

async function runFree(
  command: FreeCommand<Rows>,
  context: CommandContext,
  input: Record<string, unknown>,
  prepared: unknown,
  params: () => Change['params']
): Promise<CommandAnswer> {
  const made = await command.run(context, input as never, prepared as never)
  if ('answer' in made) return { status: command.status ?? 200, body: JSON.stringify(made.answer) }
  const { rows } = command
  if (!rows) return { status: command.status ?? 201, body: JSON.stringify({ data: { id: made.id } }) }
  const born = await readSnapshot(context.trx, rows, [made.id], callerOf(context))
  const [row] = born.rows
  if (!row) return throwProblem('notFound')
  await recordChanges(
    context.trx,
    context.accountId,
    context.now,
    creationEvents(rows, born, { code: command.name, params: params() })
  )
  hintAt(context, rows, [row])
  return { status: command.status ?? 201, body: JSON.stringify({ data: row }) }
}

function hintAt(context: CommandContext, { type }: Rows, rows: readonly Row[]): void {
  for (const row of rows) context.hint(type, [row.id], (row.companyId as number | undefined) ?? null)
}

async function lockAndJudge(
  context: CommandContext,
  { rows, name }: RowCommand<Rows, Record<string, unknown>>,
  judgement: AccessRule<Record<string, unknown>>,
  call: CommandCall
): Promise<Snapshot> {
  const caller = callerOf(context)
  const wanted = [...new Set(call.ids)]
  const locked = await query<{ id: number; version: number }>(context.trx, lockByIds(rows, wanted, caller))
  if (locked.length !== wanted.length) return throwProblem('notFound')
  const seen = await readSnapshot(context.trx, rows, wanted, caller)
  for (const row of seen.rows) {
    if (call.version !== undefined && call.version !== row.version) await refuseStale(context, rows, row, call.version)
    const refused = refusedBy({ ...judgement.shown, ...judgement.when } as WhenMetadata, row)
    if (refused) throwProblem('state', { message: refusalKey({ name }, refused), extra: { current: row } })
  }
  return seen
}

async function refuseStale(context: CommandContext, rows: Rows, row: Row, version: number): Promise<never> {
  const { services, trx } = context
  const { language } = callerOf(context)
  const since = await changesOf(trx, rows.type, row.id, version)
  const names = await services.registries.names(
    trx,
    since.flatMap(({ accountId }) => accountId ?? [])
  )
  const changes = since.map(change => ({
    at: change.at.toISOString(),
    who: names.get(change.accountId ?? 0) ?? services.messages.say(language, 'kernel.unknownUser'),
    what: services.messages.say(language, `${change.code}.history`, change.params)
  }))
  return throwProblem('stale', { extra: { current: row, changes } })
}

const callerOf = ({ caller }: CommandContext): Caller => caller ?? throwProblem('unauthorized')

/** The body's faults by the form of the audience; a command without a form takes no field. */
export function bodyFaults(command: AnyCommand, audience: Audience, body: Record<string, unknown>) {
  const schema = (command.access[audience]?.form?.schema ?? { type: 'object', properties: {} }) as Schema
  return checkFaults(schema, body)
}
