/**
 * By what a call is found again: its id, and the trace that it is part of. A proxy or a connector that sends `X-Request-Id` or `traceparent`
 * has its own in our log, audit and answers; what has another form is not taken, so that nothing else gets into them.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** As proxies make them: letters, digits, `-`, `_`, `.` and `:`. */
const given = /^[\w.:-]{8,100}$/
const parent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/

/** The id that the caller gave, else one that is unique over all processes and starts: a person quotes it, an operator finds it in the log. */
export function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string {
  return typeof id === 'string' && given.test(id) ? id : randomUUID()
}

/** The 32 digits of the caller's trace (W3C Trace Context); undefined where none was sent. */
export function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? parent.exec(traceparent)?.[1] : undefined
}
