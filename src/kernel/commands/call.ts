/** A call of a command, and its answer. */
import type { Language } from '../../contract/languages.ts'
import type { Audience, Caller } from '../access/caller.ts'

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

/** The call of a command that runs as a part of another one. */
export interface PartCall {
  readonly ids?: readonly number[]
  /** The numbers that its path names. */
  readonly params?: Readonly<Record<string, number>>
  /** Its body, as the schema of its form has it. */
  readonly body: Readonly<Record<string, unknown>>
  /** What its `beforeTransaction` would give; the whole command asks for it before its own transaction. */
  readonly prepared?: unknown
  /** Its field's name in the whole command's body, for refusals at a field; by default the same. */
  fieldOf?(path: string): string
}

export interface CommandAnswer {
  readonly status: number
  /** JSON text. */
  readonly body: string
}
