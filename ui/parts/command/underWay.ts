/**
 * The call of a form while its answer is awaited. If the person closes the form or leaves the page meanwhile, this waits for the
 * answer first: the values may just have been saved, or refused. The wait is limited (`patienceMs`), because the connection may
 * be lost.
 */

/** How the call ended; `late`: no answer in time; `none`: no call was being made. */
export type Answer = 'sent' | 'refused' | 'late' | 'none'

export interface UnderWay {
  /**
   * Registers a call and returns its result, or throws its error. If somebody waits to leave the page, their navigation happens
   * before this returns: otherwise the caller would apply the result while the next page opens.
   */
  readonly during: <R>(call: Promise<R>) => Promise<R>
  readonly isUnderWay: () => boolean
  /** Waits for the answer to the current call, if there is one. */
  readonly answer: () => Promise<Answer>
}

/** The longest time to wait for an answer, in milliseconds. */
export const patienceMs = 5_000

export function underWay(): UnderWay {
  let present: Promise<Answer> | undefined
  let waiting = 0
  return {
    async during(call) {
      const answer = call.then(
        (): Answer => 'sent',
        (): Answer => 'refused'
      )
      present = answer
      try {
        const result = await call
        if (waiting > 0) await new Promise(resolve => setTimeout(resolve))
        return result
      } finally {
        if (present === answer) present = undefined
      }
    },
    isUnderWay: () => present !== undefined,
    async answer() {
      if (!present) return 'none'
      let timer: ReturnType<typeof setTimeout> | undefined
      waiting += 1
      const late = new Promise<Answer>(resolve => {
        timer = setTimeout(resolve, patienceMs, 'late')
      })
      try {
        return await Promise.race([present, late])
      } finally {
        clearTimeout(timer)
        waiting -= 1
      }
    }
  }
}
