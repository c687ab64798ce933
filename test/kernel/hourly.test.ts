import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginHourly } from '../../src/kernel/jobs/hourly.ts'
import type { Services } from '../../src/kernel/services.ts'

const warn = vi.fn()
const services = (roles: string[]) => ({ settings: { roles }, log: { warn } }) as unknown as Services

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs at once and every hour in a worker, also after a failure, until it is stopped', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('the database is away')).mockResolvedValue(undefined)
  const end = await beginHourly(services(['web', 'worker']), 'sweeping', work)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(work).toHaveBeenCalledTimes(3)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, 'sweeping could not be done')
  await end()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(work).toHaveBeenCalledTimes(3)
})

it('does not run in other roles', async () => {
  const work = vi.fn()
  const end = await beginHourly(services(['web', 'ingest']), 'sweeping', work)
  await end()
  expect(work).not.toHaveBeenCalled()
})
