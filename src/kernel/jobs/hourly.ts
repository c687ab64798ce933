import type { Services } from '../services.ts'
import { beginRegular, type Work } from './regular.ts'

const hourMs = 3_600_000

/**
 * Runs a module's housekeeping in the worker, now and every hour. Returns the function that stops it and waits for work in
 * progress.
 */
export const beginHourly = (services: Services, what: string, work: Work): Promise<() => Promise<void>> =>
  beginRegular(services, what, hourMs, work)
