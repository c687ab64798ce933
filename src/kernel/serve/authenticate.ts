/** Who may call a route: each route names its audiences, and only this function lets a caller through. */
import type { FastifyRequest } from 'fastify'
import { defaultLanguage, type Language } from '../../contract/languages.ts'
import { isOffice } from '../../contract/roles.ts'
import { type ApiKey, identifyKey, keyPrefix, type Scope, secondsToWait } from '../access/api-keys.ts'
import type { CallCounts } from '../access/call-counts.ts'
import { type Audience, audienceOf, type Caller, hasFullAccess } from '../access/caller.ts'
import { deviceCallsPerMinute, devicePrefix, identifyDevice } from '../access/devices.ts'
import { throwProblem } from '../errors/errors.ts'
import { languageOfHeader } from '../i18n/messages.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    audience: Audience | undefined
    /** The key that was called with. */
    apiKey: ApiKey | undefined
    language: Language
  }
  interface FastifyContextConfig {
    /** The audiences of the route. The application does not start with a route that has none. */
    audiences?: readonly Audience[]
    command?: string
    /** A replica of the database may answer. */
    replica?: true
    /** The scope by which API keys may call. */
    scope?: Scope
    /** Devices of drivers may call. */
    device?: true
    /** Most names of fields in the body, where it is another number than usual. */
    bodyNames?: number
    /**
     * Shape of the body, for the API's description. It is no schema of Fastify's: bodies are checked by the contract's own
     * check (mount-command.ts), by the form of the caller's role and without coercion.
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

const secretHeader = (prefix: string): RegExp => new RegExp(`^Bearer (${prefix}\\S{1,200})$`, 'i')
const keyHeader = secretHeader(keyPrefix)
const deviceHeader = secretHeader(devicePrefix)

/** The function that reads who calls, and refuses callers that the route is not for. */
export function authentication(services: Services, counts: CallCounts): (request: FastifyRequest) => Promise<void> {
  return async request => {
    const { authorization = '' } = request.headers
    const key = keyHeader.exec(authorization)?.[1]
    const device = deviceHeader.exec(authorization)?.[1]
    if (key !== undefined) await authenticateKey(services, counts, request, key)
    else if (device !== undefined) await authenticateDevice(services, counts, request, device)
    else await authenticatePerson(services, request)
  }
}

async function authenticatePerson(services: Services, request: FastifyRequest): Promise<void> {
  const { audiences = [], replica } = request.routeOptions.config
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  const now = services.now()
  const content = token ? await services.tokens.verify(token, now) : undefined
  const caller =
    content && content !== 'expired'
      ? await services.sessions.callerOf(content.sessionId, content.accountId, now, replica)
      : undefined
  takeCaller(request, caller, audiences)
  if (request.audience) return
  if (content === 'expired') throwProblem('expired')
  if (!caller) throwProblem('unauthorized')
  else throwProblem(hasFullAccess(caller) ? 'forbidden' : 'inactive')
}

function takeCaller(request: FastifyRequest, caller: Caller | undefined, audiences: readonly Audience[]): void {
  request.language = languageFor(request.host, request.headers['accept-language'], caller)
  request.caller = caller ? { ...caller, language: request.language } : undefined
  request.audience = audienceOf(request.caller, audiences)
}

/** A route is open to a key by its scope alone: also one that is for anyone is shut where it names none. */
async function authenticateKey(
  services: Services,
  counts: CallCounts,
  request: FastifyRequest,
  text: string
): Promise<void> {
  const { audiences = [], scope } = request.routeOptions.config
  const now = services.now()
  const found = await identifyKey.of(services.extensions)(services, text, request.ip, now)
  if (!found) return throwProblem('keyRefused')
  const { key, caller } = found
  const retryAfter = await secondsToWait(counts, `key ${key.id}`, key.callsPerMinute)
  request.apiKey = key
  takeCaller(request, caller, audiences)
  if (retryAfter !== undefined) throwProblem('tooMany', { retryAfter })
  if (scope === undefined) throwProblem('keyShut')
  else if (!key.scopes.includes(scope)) throwProblem('keyScope', { params: { scope } })
  if (!hasFullAccess(caller)) throwProblem('inactive')
  if (!request.audience) throwProblem('forbidden')
}

/** A route is open to a device by its mark alone: also one that is for anyone is shut where it has none. */
async function authenticateDevice(
  services: Services,
  counts: CallCounts,
  request: FastifyRequest,
  token: string
): Promise<void> {
  const { audiences = [], device } = request.routeOptions.config
  const found = await identifyDevice.of(services.extensions)(services, token, services.now())
  if (!found) return throwProblem('deviceRevoked')
  const retryAfter = await secondsToWait(counts, `device ${found.id}`, deviceCallsPerMinute)
  takeCaller(request, found.caller, audiences)
  if (retryAfter !== undefined) throwProblem('tooMany', { retryAfter })
  if (!device) throwProblem('deviceShut')
  if (!hasFullAccess(found.caller)) throwProblem('inactive')
  if (!request.audience) throwProblem('forbidden')
}
