import type { Services } from '../services.ts'

/**
 * Runs a module's housekeeping in the worker, now and every hour. Returns the function that stops it and waits for work in
 * progress.
 */
export async function beginHourly(
  services: Services,
  what: string,
  work: (services: Services) => Promise<void>
): Promise<() => Promise<void>> {
  const { settings, log } = services
  if (!settings.roles.includes('worker')) return async () => undefined
  const run = (): Promise<void> =>
    work(services).catch((error: unknown) => log.warn({ err: error }, `${what} could not be done`))
  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, 3_600_000)
  return async () => {
    clearInterval(timer)
    await running
  }
}
