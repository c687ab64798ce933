/** What `npm run doctor` has found out about one part. */
export interface Finding {
  /** `fault`: something does not work, and the command ends with 1; `warning`: it works, and somebody should know. */
  readonly level: 'ok' | 'warning' | 'fault'
  readonly text: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const fault = (text: string): Finding => ({ level: 'fault', text })

/** A part that is tried. */
export interface Probe {
  readonly name: string
  /** Whoever throws has a fault, with the message as its sentence. */
  run(signal: AbortSignal): Promise<readonly Finding[]>
}

const limitMs = 15_000

/** Tries all parts at once, each for so long, and gives what was found in their order. */
export const tryAll = (
  probes: readonly Probe[],
  timeoutMs = limitMs
): Promise<readonly { readonly name: string; readonly findings: readonly Finding[] }[]> =>
  Promise.all(
    probes.map(async ({ name, run }) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const late = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error(`no answer within ${timeoutMs / 1_000} s`)))
      )
      const findings = await Promise.race([run(signal), late]).catch((error: Error) => [fault(reasonOf(error))])
      return { name, findings }
    })
  )

/** The words of an error, or of the first that it wraps; never empty. */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; cause?: unknown; errors?: unknown[] }
  if (errors?.[0]) return reasonOf(errors[0])
  if (cause && (message === '' || message === 'fetch failed')) return reasonOf(cause)
  return message || code || 'failed without a word'
}
