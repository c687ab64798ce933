/** A service of others as the demo has it: a function from a call to its answer. */

export interface Call {
  readonly method: string
  /** Below the service's own address, beginning with `/`. */
  readonly path: string
  readonly query: URLSearchParams
  /** What was sent, where that is JSON. */
  readonly body: unknown
  /** The token that the call is made with; empty if there is none. */
  readonly token: string
}

export interface Answer {
  readonly status: number
  /** Undefined: the answer has no body. */
  readonly json?: unknown
  /** Instead of `json`. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a call, or gives undefined for one that it does not have. */
export type DemoService = (call: Call) => Answer | undefined | Promise<Answer | undefined>
