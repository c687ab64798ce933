/** A change that somebody made: when, who, the sentence for history, and the changed fields with their values before and after. */
export interface PastChange {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly fields?: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

/** RFC 9457 problem+json, as this API returns it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** A sentence fit to show, in the caller's language. */
  readonly detail: string
  /** Stable code of the catalogue: `orders.stale`. */
  readonly code: string
  readonly instance?: string
  readonly Errors?: readonly { readonly PropertyName: string; readonly ErrorMessage: string }[]
  /** With 409: the row as it is now. */
  readonly current?: Readonly<Record<string, unknown>>
  /** With 409 on a stale version: who changed what since, newest first. */
  readonly changes?: readonly PastChange[]
  /** Where in the application, for this caller, stands what the refusal is about: `/clients/inactive?panel=7`. */
  readonly see?: string
  /** With 422 on a read: the part of the answer that can be given all the same, under the same names. */
  readonly data?: Readonly<Record<string, unknown>>
}
