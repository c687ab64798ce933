/** What a person asks for and does not get: the alert, and the repetition under the same key. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alerts, currentAlerts } from '../../ui/alerts.ts'
import { ApiProblem } from '../../ui/api.ts'
import { AttemptKeys, attempt } from '../../ui/attempt.ts'
import pl from '../../ui/i18n/pl.ts'
import { setCatalogue } from '../../ui/i18n.ts'

const problem = (status: number): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: 'x', status, detail: `status ${status}`, code: 'x' }, 'r-1')
const lastAlert = () => currentAlerts().at(-1)

beforeEach(() => {
  alerts.clear()
  setCatalogue('pl', pl)
})

describe('an attempt', () => {
  it('says nothing where it succeeds', async () => {
    const onFailure = vi.fn()
    await attempt(async () => 'done', { onFailure })
    expect([currentAlerts(), onFailure.mock.calls]).toEqual([[], []])
  })

  it('says the id of a request that failed, which somebody has to look into', async () => {
    await attempt(() => Promise.reject(problem(500)))
    expect(lastAlert()).toMatchObject({ tone: 'danger', text: 'status 500', requestId: 'r-1' })
  })

  it('says why it was refused, without an id, and is not offered again', async () => {
    const onFailure = vi.fn()
    await attempt(() => Promise.reject(problem(422)), { onFailure, sentence: () => 'Nie udało się' })
    expect(lastAlert()).toMatchObject({
      tone: 'danger',
      text: 'Nie udało się',
      requestId: undefined,
      action: undefined
    })
    expect(onFailure).toHaveBeenCalledTimes(1)
  })

  it('is offered again where it did not reach the server, under the same key', async () => {
    const keys: string[] = []
    const act = (key: string) => {
      keys.push(key)
      return keys.length < 3 ? Promise.reject(problem(0)) : Promise.resolve()
    }
    await attempt(act)
    await lastAlert()?.action?.run()
    expect(lastAlert()?.action?.label).toBe(pl['parts.retry'])
    alerts.clear()
    await attempt(act, { key: 'given' })
    expect(keys).toEqual([keys[0], keys[0], 'given'])
    expect(currentAlerts()).toEqual([])
  })
})

describe('the keys of a form', () => {
  it.each([
    ['an interruption, unchanged', problem(0), { a: 1 }, true],
    ['an interruption, with another content', problem(0), { a: 2 }, false],
    ['a refusal', problem(422), { a: 1 }, false],
    ['a success', undefined, { a: 1 }, false]
  ])('after %s', async (_what, error, content, isSame) => {
    const used: string[] = []
    const keys = new AttemptKeys()
    const send = (body: object, failure?: ApiProblem) =>
      keys.send(body, async key => {
        used.push(key)
        if (failure) throw failure
      })
    await send({ a: 1 }, error).catch(() => undefined)
    await send(content)
    expect(used[0] === used[1]).toBe(isSame)
  })
})
