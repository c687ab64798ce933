/**
 * Spans of what the process does: calls, the statements of the database within them, calls to other systems, jobs. Nothing is recorded,
 * and no package for it is loaded, unless `src/traces.ts` gives a tracer, which it does where OTEL_EXPORTER_OTLP_ENDPOINT is set.
 *
 * The spans are made where our own code already passes (hooks of Fastify, `aroundQueries`, `requestJson`), and not by packages that
 * replace functions of `http` and `pg` when those are loaded: ES modules would need a loader for that, which every start would pay for.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Attributes of a span. Never values of paths, queries, bodies or statements. */
export type Facts = Readonly<Record<string, string | number | undefined>>

export interface Span {
  readonly traceId: string
  /** Calls it so that what it begins is within the span. */
  run(work: () => void): void
  rename(name: string): void
  end(facts?: Facts, error?: unknown): void
}

export interface Tracer {
  /** A span of a call that has arrived, within the caller's trace where its headers name one. */
  call(headers: IncomingHttpHeaders): Span
  /** A statement; undefined outside of every span, where it would be one of thousands that lead nowhere. */
  statement(text: string): Span | undefined
  /** Work as a span. What calls nobody is `work`, what calls another system `call`. */
  within<T>(kind: 'work' | 'call', name: string, facts: Facts, work: () => Promise<T>): Promise<T>
}

let present: Tracer | undefined

/** Has the process record spans by the tracer; undefined: none any more. */
export function recordSpans(tracer: Tracer | undefined): void {
  present = tracer
}

export const tracer = (): Tracer | undefined => present

/** Work as a span, where spans are recorded. */
export const spanOf: Tracer['within'] = (kind, name, facts, work) =>
  present ? present.within(kind, name, facts, work) : work()
