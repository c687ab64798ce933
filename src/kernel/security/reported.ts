/**
 * Which calls are security events, said in tables. Of refusals every 401, 403 and 429, by status, and those that a module names by
 * their code, or by the message at a field (`reportRefusals`). Of commands those that a module names (`reportCommands`), once they are committed; what depends on
 * more than the command is recorded by `context.securityEvent`.
 */
import type { ApiError } from '../errors/errors.ts'
import type { SecurityEvent } from './events.ts'
import type { SecurityKind } from './kinds.ts'

const byStatus: Readonly<Record<number, SecurityKind>> = { 401: 'unauthorized', 403: 'forbidden', 429: 'throttled' }

interface Reported {
  readonly kind: SecurityKind
  /** The field of the body with the e-mail that was tried; only its hash is kept. */
  readonly emailField?: string
}

interface ReportedCommand extends Reported {
  /** Its rows are the accounts that it concerns, an event each. */
  readonly target?: 'row'
}

const refusals = new Map<string, Reported>()
const commands = new Map<string, ReportedCommand>()

/** By code or by the message of a field: `reportRefusals({ 'users.credentials': { kind: 'signInFailed', emailField: 'email' } })` */
export function reportRefusals(table: Readonly<Record<string, Reported>>): void {
  for (const [code, reported] of Object.entries(table)) refusals.set(code, reported)
}

/** `reportCommands({ 'users.endSessions': { kind: 'sessionsEnded', target: 'row' } })` */
export function reportCommands(table: Readonly<Record<string, ReportedCommand>>): void {
  for (const [name, reported] of Object.entries(table)) commands.set(name, reported)
}

/** Names of all commands that are security events; for the test that they exist. */
export const reportedCommands = (): readonly string[] => [...commands.keys()]

/** An e-mail in a body. */
const emailIn = (body: unknown, field: string | undefined): { readonly email?: string } => {
  const value =
    field === undefined ? undefined : (body as Readonly<Record<string, unknown>> | null | undefined)?.[field]
  return typeof value === 'string' && value.length <= 254 ? { email: value } : {}
}

/** What to record of a refusal; undefined for one that says nothing about security. */
export function ofRefusal(refusal: ApiError, body: unknown): SecurityEvent | undefined {
  const { status, event, fieldErrors } = refusal
  const kind = byStatus[status]
  const code =
    [refusal.code, ...fieldErrors.map(({ message }) => message)].find(one => refusals.has(one)) ?? refusal.code
  const reported = refusals.get(code) ?? (kind && { kind })
  return reported && { kind: reported.kind, code, ...emailIn(body, reported.emailField), ...event }
}

/** What to record of a command: of its input, and the rows that it was about. */
export function ofCommand(name: string, input: unknown, ids: readonly number[]): SecurityEvent[] {
  const reported = commands.get(name)
  if (!reported) return []
  const { kind, emailField, target } = reported
  const event = { kind, ...emailIn(input, emailField) }
  return target ? ids.map(targetId => ({ ...event, targetId })) : [event]
}
