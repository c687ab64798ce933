/** How a command is called and answers, beside its path and the schema of its form. */
import type { CallAction, RowIds } from '../../contract/command.ts'
import type { Scope } from '../access/api-keys.ts'
import type { RateLimit } from '../access/rate-limit.ts'

/** The call and its answer, as far as they differ from those of most commands. */
export interface Wire {
  /** The scope by which API keys may call it; without it they may not. */
  readonly scope?: Scope
  /** Devices of drivers may call it (`access/devices.ts`). */
  readonly device?: true
  /** Machines call it, which try again by themselves: it is answered a few calls at a time (`serve/overload.ts`). */
  readonly patient?: true
  /** Its body may be as large as what a device has gathered without a connection (`limits.ts`). */
  readonly batch?: true
  /** Other names of the body's fields: `{ numberOptima: 'optimaNumber' }`. If both names are sent, their values must be equal. */
  readonly aliases?: Readonly<Record<string, string>>
  /**
   * Its answer contains a secret (of a command on rows and of a creation: by `context.reveal`; a creation's is beside the row's fields),
   * which is stored nowhere, so the call must not have an idempotency key. A text names the field of the answer; `secret` by default.
   */
  readonly reveals?: true | string
  /** Status of success; 200, or 201 for a creation. */
  readonly status?: 200 | 201 | 202
  /**
   * At most so many calls in a time: of one address where strangers may call, else of one account. Without it accounts of clients have
   * the limit `clientCalls` (`access/rate-limit.ts`).
   */
  readonly rateLimit?: RateLimit
  /** Its sentence in the API's description; by default the label. */
  readonly summary?: string
}

export type CreationWire = Wire & Pick<CallAction, 'oneEach'>

/** With `ids`, one call is for all chosen rows together: all of them or none. */
export interface RowWire extends Wire, RowIds, Pick<CallAction, 'counts'> {
  /** The body field that may repeat the path's id; another value is refused at that field. */
  readonly repeatsId?: string
  /** A call may have no body: `run` then gets `{}` and uses what is stored already. */
  readonly allowEmptyBody?: boolean
  /** The answer has `success: true` beside its data. */
  readonly success?: true
}
