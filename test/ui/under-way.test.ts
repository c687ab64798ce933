/** A form that is closed or left while it is being sent. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patienceMs, underWay } from '../../ui/parts/command/underWay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('nothing waits where no call is being sent, nor after the answer', async () => {
  const call = underWay()
  expect(await call.answer()).toBe('none')
  expect(await call.during(Promise.resolve('done'))).toBe('done')
  expect(call.isUnderWay()).toBe(false)
  expect(await call.answer()).toBe('none')
})

it('a person who leaves the page waits for the answer', async () => {
  const call = underWay()
  let end: (result: string) => void = () => undefined
  const order: string[] = []
  const sending = call
    .during(
      new Promise<string>(resolve => {
        end = resolve
      })
    )
    .then(result => order.push(result))
  expect(call.isUnderWay()).toBe(true)
  const leaving = call.answer().then(answer => order.push(answer))
  await vi.advanceTimersByTimeAsync(patienceMs - 1)
  end('done')
  await leaving
  await vi.advanceTimersByTimeAsync(0)
  await sending
  expect(order).toEqual(['sent', 'done'])
})

it('a failed call ends the waiting, and fails for its sender', async () => {
  const call = underWay()
  const sending = call.during(Promise.reject(new Error('broken')))
  const leaving = call.answer()
  await expect(sending).rejects.toThrow('broken')
  expect(await leaving).toBe('refused')
})

it('waiting ends after a time', async () => {
  const call = underWay()
  void call.during(new Promise(() => undefined))
  const leaving = call.answer()
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(await leaving).toBe('late')
})
