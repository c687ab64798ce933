import type { Services } from '../services.ts'

/** Regular work of a module. */
export type Work = (services: Services) => Promise<void>

/**
 * Runs regular work of a module in the worker, now and again and again, `everyMs` milliseconds after each beginning, but never twice at
 * once. Returns the function that stops it and waits for work in progress.
 */
export async function beginRegular(
  services: Services,
  what: string,
  everyMs: number,
  work: Work
): Promise<() => Promise<void>> {
  const { settings, log } = services
  if (!settings.roles.includes('worker')) return async () => undefined
  let running: Promise<void> | undefined
  const run = (): void => {
    running ??= work(services)
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be done`))
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
