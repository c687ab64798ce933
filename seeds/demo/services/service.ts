/** A service of others as the demo has it: a function from a call to its answer. */

export interface Call {
  readonly method: string
  /** Below the service's own address, beginning with `/`. */
  readonly path: string
  readonly query: URLSearchParams
  /** What was sent, where that is JSON. */
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly json: unknown
}

/** Answers a call, or gives undefined for one that it does not have. */
export type DemoService = (call: Call) => Answer | undefined
