/**
 * The catalogue of errors. A code is stable, has one status for ever and a message `errors.{code}` in six languages.
 * Modules add theirs by `defineErrors`, and one place (fastify.ts) turns them into problem+json. Nobody writes a status by
 * hand.
 */
import type { FieldError } from '../../contract/check.ts'
import type { Problem } from '../../contract/problem.ts'

const catalogue = new Map<string, number>()

export type Params = Readonly<Record<string, string | number>>

export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** Message key of the sentence to say. */
  override readonly message: string
  readonly params: Params
  readonly fieldErrors: readonly FieldError[]
  readonly extra: Pick<Problem, 'current' | 'changes' | 'data' | 'see'>
  readonly retryAfter: number | undefined
  readonly asked: Asked | undefined
  readonly event: RefusalEvent | undefined

  constructor(code: string, details: ApiErrorDetails = {}) {
    const status = catalogue.get(code)
    if (status === undefined) throw new Error(`The error ${code} is not in the catalogue`)
    super()
    this.code = code
    this.status = status
    this.message = details.message ?? `errors.${code}`
    this.params = details.params ?? {}
    this.fieldErrors = details.fieldErrors ?? []
    this.extra = details.extra ?? {}
    this.retryAfter = details.retryAfter
    this.asked = details.asked
    this.event = details.event
  }
}

/** The rows that a 404 was asked for. If they exist and the caller may not see them, that is a security event. */
export interface Asked {
  readonly resource: {
    readonly table: string
    readonly alias: string
    readonly subjectType: string
    readonly isPersonal: boolean
  }
  readonly ids: readonly number[]
}

/** What the security event of a refusal says besides its code. It is never part of the answer. */
export interface RefusalEvent {
  readonly targetId?: number | null | undefined
  readonly email?: string | undefined
  readonly subject?: string | undefined
}

export interface ApiErrorDetails {
  readonly params?: Params
  readonly fieldErrors?: readonly FieldError[]
  /** Message key in place of the code's own, such as the sentence shown by a grey button. */
  readonly message?: string
  readonly extra?: Pick<Problem, 'current' | 'changes' | 'data' | 'see'>
  /** Seconds. */
  readonly retryAfter?: number
  readonly asked?: Asked
  readonly event?: RefusalEvent
}

export interface ThrowError<Name extends string> {
  (name: Name, details?: ApiErrorDetails): never
  /** The error at a field of the form: the same sentence beside the field and in `Errors`. */
  at(path: string, name: Name, params?: Params): never
}

/**
 * Adds codes to the catalogue and gives the function that throws them. A code defined twice is a fault of the build.
 *
 *     export const throwOrderError: ThrowError<…> = defineErrors('orders', { noPrice: 422 })
 *     throwOrderError('noPrice')                    // throws orders.noPrice
 *     throwOrderError.at('netPrice', 'noPrice')     // the same, at the field netPrice
 */
export function defineErrors<const T extends Record<string, number>>(
  module: string,
  table: T
): ThrowError<keyof T & string> {
  for (const [name, status] of Object.entries(table)) {
    const code = `${module}.${name}`
    if (catalogue.has(code)) throw new Error(`The error ${code} is defined twice`)
    catalogue.set(code, status)
  }
  const throwError = (name: keyof T & string, details?: ApiErrorDetails): never => {
    throw new ApiError(`${module}.${name}`, details)
  }
  const at = (path: string, name: keyof T & string, params: Params = {}): never =>
    throwError(name, { params, fieldErrors: [{ path, code: 'rule', params, message: `errors.${module}.${name}` }] })
  return Object.assign(throwError, { at })
}

/** All codes with their statuses, for the tests and the API's description. */
export const errorCatalogue = (): ReadonlyMap<string, number> => catalogue

export const throwProblem = defineErrors('kernel', {
  malformed: 400,
  invalid: 400,
  unauthorized: 401,
  expired: 401,
  /** The API key is none, has ended, or is not for this network. */
  keyRefused: 401,
  /** The device is none, was revoked, or its driver may not act any more. */
  deviceRevoked: 401,
  forbidden: 403,
  inactive: 403,
  /** The API key lacks the scope. */
  keyScope: 403,
  /** No API key may call this. */
  keyShut: 403,
  /** Devices of drivers may not call this. */
  deviceShut: 403,
  notFound: 404,
  noRoute: 404,
  methodNotAllowed: 405,
  timeout: 408,
  state: 409,
  stale: 409,
  inUse: 409,
  taken: 409,
  concurrent: 409,
  tooLarge: 413,
  mediaType: 415,
  unknownHost: 421,
  keyReused: 422,
  tooMany: 429,
  tooManyFiles: 429,
  headersTooLarge: 431,
  unexpected: 500,
  unavailable: 503
})

/** Database constraints whose violation is a refusal by a business rule and not a fault of ours, by name. */
const constraints = new Map<string, string>()

/** A violation of the named constraint is reported as the code: `{ vehicles_driver: 'fleet.driverHasVehicle' }`. */
export function mapConstraints(table: Readonly<Record<string, string>>): void {
  for (const [name, code] of Object.entries(table)) constraints.set(name, code)
}

interface DatabaseFault {
  readonly code?: string
  readonly constraint?: string
}

/** Codes of a database that cannot be reached or cannot take anything now: the same call may succeed later. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  // committed, and maybe on no other machine (`database/replicated.ts`)
  '08007',
  // no room on its disk, no memory, too many connections
  '53100',
  '53200',
  '53300',
  // a read-only standby, until it has taken over
  '25006',
  '57014',
  '55P03'
])

/** Codes of values that PostgreSQL cannot store: a NUL or half of a surrogate pair in a text, a number out of range. */
const unholdable = new Set(['22021', '22P05', '22003'])

const isLostConnection = (error: Error, code = ''): boolean =>
  unreachable.has(code) ||
  error.name === 'KnexTimeoutError' ||
  /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message
  )

/** Any error as a refusal of the catalogue. An unknown error is `kernel.unexpected`; its cause is kept for the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return new ApiError('kernel.unexpected')
  // objection wraps the driver's error.
  const { code, constraint } = ((error as { nativeError?: Error }).nativeError ?? error) as DatabaseFault
  const known = constraint ? constraints.get(constraint) : undefined
  if (known) return new ApiError(known)
  if (code === '23503') return new ApiError('kernel.inUse')
  if (code === '23505') return new ApiError('kernel.taken')
  if (code && unholdable.has(code)) return new ApiError('kernel.malformed')
  if (code === '40P01' || code === '40001') return new ApiError('kernel.concurrent')
  const { statusCode, code: fastifyCode } = error as { statusCode?: number; code?: string }
  if (fastifyCode?.startsWith('FST_ERR_CTP_INVALID_MEDIA_TYPE')) return new ApiError('kernel.mediaType')
  if (statusCode === 413) return new ApiError('kernel.tooLarge')
  if (statusCode === 429) return new ApiError('kernel.tooMany')
  // Also when a caller disconnects: that ECONNRESET is not about the database.
  if (statusCode !== undefined && statusCode < 500) return new ApiError('kernel.malformed')
  if (isLostConnection(error, code)) return new ApiError('kernel.unavailable', { retryAfter: 2 })
  return new ApiError('kernel.unexpected')
}
