/** Who may call a route: each route names its audiences, and only this function lets a caller through. */
import type { FastifyRequest } from 'fastify'
import { defaultLanguage, type Language } from '../../contract/languages.ts'
import { isOffice } from '../../contract/roles.ts'
import { type Audience, audienceOf, type Caller, hasFullAccess } from '../access/caller.ts'
import { throwProblem } from '../errors/errors.ts'
import { languageOfHeader } from '../i18n/messages.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    audience: Audience | undefined
    language: Language
  }
  interface FastifyContextConfig {
    /** The audiences of the route. The application does not start with a route that has none. */
    audiences?: readonly Audience[]
    command?: string
    /**
     * Shape of the body, for the API's description. It is no schema of Fastify's: bodies are checked by the contract's own
     * check (mount.ts), by the form of the caller's role and without coercion.
     */
    body?: object
  }
}

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i

/** The back office is always Polish; on the portal it is Accept-Language, else the account's language, else Polish. */
export function languageFor(host: string, header: string | undefined, caller: Caller | undefined): Language {
  if (isOffice(host)) return defaultLanguage
  return languageOfHeader(header) ?? caller?.language ?? defaultLanguage
}

/** Reads who calls, and refuses callers that the route is not for. */
export async function authenticate(services: Services, request: FastifyRequest): Promise<void> {
  const audiences = request.routeOptions.config.audiences ?? []
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  const now = services.now()
  const content = token ? await services.tokens.verify(token, now) : undefined
  const caller =
    content && content !== 'expired'
      ? await services.sessions.callerOf(content.sessionId, content.accountId, now)
      : undefined
  request.language = languageFor(request.host, request.headers['accept-language'], caller)
  request.caller = caller ? { ...caller, language: request.language } : undefined
  request.audience = audienceOf(request.caller, audiences)
  if (request.audience) return
  if (content === 'expired') throwProblem('expired')
  if (!caller) throwProblem('unauthorized')
  else throwProblem(hasFullAccess(caller) ? 'forbidden' : 'inactive')
}
