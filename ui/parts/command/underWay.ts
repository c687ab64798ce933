/**
 * The call of a form while its answer is awaited. Whoever closes the form meanwhile, or leaves the page, has not given up what is just
 * being saved: they wait for the answer, which closes the form or says what was refused. On a line that has gone they do not wait
 * for ever.
 */

/** How the call ended: well, refused, or not in time; `none` is under way. */
export type Answer = 'sent' | 'refused' | 'late' | 'none'

export interface UnderWay {
  /**
   * The call begins; it fails where it is refused. Who waits to leave goes first, once it has ended well: what the answer changes of the
   * page would be changed on the one that they left for.
   */
  readonly during: <R>(call: Promise<R>) => Promise<R>
  readonly isUnderWay: () => boolean
  /** Waits for the answer, if a call is under way. */
  readonly answer: () => Promise<Answer>
}

/** Nobody is kept waiting longer. */
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
