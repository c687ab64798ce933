/** What the application does by itself: how often, by whom, after a failure, and until when. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSchedules, type Schedule } from '../../src/kernel/jobs/schedules.ts'
import { checkModules } from '../../src/kernel/module.ts'
import type { Services } from '../../src/kernel/services.ts'

const warn = vi.fn()
const open = (schedule: Partial<Schedule> & Pick<Schedule, 'run'>, roles = ['web', 'worker']) => {
  const services = { settings: { roles }, log: { warn } } as unknown as Services
  return openSchedules(services, [{ name: 'test.sweep', every: '1h', ...schedule }])
}
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const hour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  warn.mockClear()
})
afterEach(() => void vi.useRealTimers())

describe('a schedule', () => {
  it('runs at the start and a period after each end, until it is stopped', async () => {
    const run = vi.fn().mockResolvedValue(undefined)
    const schedules = open({ run })
    schedules.begin()
    await wait(0)
    expect(run).toHaveBeenCalledTimes(1)
    await wait(2 * hour)
    expect(run).toHaveBeenCalledTimes(3)
    await schedules.stop()
    await wait(hour)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('runs first after a period where it says so', async () => {
    const run = vi.fn().mockResolvedValue(undefined)
    open({ run, every: '2s', atStart: false }).begin()
    await wait(1_999)
    expect(run).not.toHaveBeenCalled()
    await wait(1)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('runs in processes of its role only', async () => {
    const run = vi.fn().mockResolvedValue(undefined)
    open({ run }, ['web', 'ingest']).begin()
    await wait(hour)
    expect(run).not.toHaveBeenCalled()
    open({ run, role: 'ingest' }, ['ingest']).begin()
    await wait(0)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('logs each failure with its code, and tries less and less often, but at least once a minute', async () => {
    const run = vi.fn().mockRejectedValue(new Error('the database is away'))
    const schedules = open({ run, every: '2s' })
    schedules.begin()
    await wait(0)
    const facts = { code: 'kernel.scheduleFailed', schedule: 'test.sweep', failures: 1, err: expect.any(Error) }
    expect(warn).toHaveBeenCalledExactlyOnceWith(facts, 'test.sweep failed')
    // After pauses of 2, 4, 8, 16 and 32 seconds, and then of a minute.
    await wait(62_000)
    expect(run).toHaveBeenCalledTimes(6)
    await wait(120_000)
    expect(run).toHaveBeenCalledTimes(8)
    run.mockResolvedValue(undefined)
    await wait(60_000)
    expect(run).toHaveBeenCalledTimes(9)
    await wait(2_000)
    expect(run).toHaveBeenCalledTimes(10)
    await schedules.stop()
  })

  it('runs at its period after a failure where that is longer than a minute', async () => {
    const run = vi.fn().mockRejectedValue(new Error('the database is away'))
    const schedules = open({ run })
    schedules.begin()
    await wait(3 * hour)
    expect(run).toHaveBeenCalledTimes(4)
    await schedules.stop()
  })

  it('never runs twice at once, and its stop awaits the run in progress, which is told', async () => {
    let end: (() => void) | undefined
    let aborted: boolean | undefined
    const run = vi.fn(
      (_: Services, signal: AbortSignal) =>
        new Promise<void>(resolve => {
          end = () => {
            aborted = signal.aborted
            resolve()
          }
        })
    )
    const schedules = open({ run, every: '2s' })
    schedules.begin()
    await wait(10_000)
    const byHand = schedules.run('test.sweep')
    await wait(10_000)
    expect(run).toHaveBeenCalledTimes(1)
    end?.()
    await wait(0)
    expect(run).toHaveBeenCalledTimes(2)
    const stopped = vi.fn()
    const stop = schedules.stop().then(stopped)
    await wait(10_000)
    expect(stopped).not.toHaveBeenCalled()
    end?.()
    await Promise.all([stop, byHand])
    expect([aborted, run.mock.calls.length]).toEqual([true, 2])
  })

  it('is run by tests once, now, and rejects as its run does', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined)
    const schedules = open({ run }, ['web'])
    await expect(schedules.run('test.sweep')).rejects.toThrow('no')
    await schedules.run('test.sweep')
    expect([run.mock.calls.length, warn.mock.calls.length]).toEqual([2, 0])
    await expect(schedules.run('test.other')).rejects.toThrow('There is no schedule test.other')
  })

  it('has a name of its own', () => {
    const schedule = { name: 'test.sweep', every: '1h', run: async () => undefined } as const
    expect(() => checkModules([{ name: 'test', schedules: [schedule, schedule] }], [])).toThrow(
      'Two schedules are called test.sweep'
    )
  })
})
