/**
 * Calls that never become a request of Fastify: a path that cannot be decoded is refused by the router, before any hook;
 * headers that are too long, too slow or no HTTP are refused by Node. Both are answered like every other refusal. Any client
 * can cause them as often as it likes, so they are logged for debugging only.
 */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { defaultLanguage } from '../../contract/languages.ts'
import { ApiError } from '../errors/errors.ts'
import { problemOf, problemType } from '../errors/problem.ts'
import type { Messages } from '../i18n/messages.ts'
import { languageFor } from './authenticate.ts'
import { commonHeaders } from './headers.ts'
import { logCall } from './request-log.ts'

const codes: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'kernel.timeout',
  HPE_HEADER_OVERFLOW: 'kernel.headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'kernel.tooLarge'
}

function answerOf(messages: Messages, cause: string | undefined): string {
  const refusal = new ApiError(codes[cause ?? ''] ?? 'kernel.malformed')
  const body = JSON.stringify(problemOf(messages, { language: defaultLanguage }, refusal))
  const headers = {
    ...commonHeaders,
    connection: 'close',
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body))
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The options of Fastify that answer such calls. */
export const answerClientErrors = (
  messages: Messages
): Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'> => ({
  frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    // No hook has run for it.
    request.language = languageFor(request.host, request.headers['accept-language'], undefined)
    reply.headers(commonHeaders).header('x-request-id', request.id)
    request.server.errorHandler(error, request, reply)
    request.beganAt = performance.now()
    logCall(request, reply.statusCode)
  },
  clientErrorHandler(this: FastifyInstance, error: Error & { code?: string }, socket: Socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    this.log.debug({ code: error.code }, 'no request')
    if (socket.writable) socket.write(answerOf(messages, error.code))
    socket.destroy(error)
  }
})
