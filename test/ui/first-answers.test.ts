/** Answers that were asked for before the scripts had come. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FirstOfPage } from '../../src/contract/first.ts'
import { call, get } from '../../ui/api.ts'
import { answerTo, ask, forgetFirst, takeFirst } from '../../ui/earlyAnswers.ts'
import { callsOf } from '../../ui/firstAnswers.ts'
import { askOfForm } from '../../ui/firstOfForm.ts'
import { handleMessage } from '../../ui/hub.ts'
import { makeQueryClient } from '../../ui/queries.ts'

const list = {
  call: '/api/Admin/Orders',
  fixed: { OrderStatus: 1 },
  sort: '-createdAt',
  pageSize: 35,
  search: { found: 'f', placeholder: 'p', debounce: 500 },
  filters: [{ key: 'PostalCode' }],
  columns: [{ key: 'number', sortable: true }]
}
const first = (address: string): FirstOfPage => ({ page: 'orders.accepted', roles: [1], address, list })
const fetched = vi.fn()
/** Of the calls that were made before the scripts had come, those that were given up: their answers hold no connection. */
const givenUp = (): string[] =>
  fetched.mock.calls.filter(([, init]) => init?.signal?.aborted).map(([url]) => String(url).split('?', 1)[0] ?? '')
const userinfo = '/api/Authorization/userinfo'
const asked = [userinfo, '/api/ui/pages', ...callsOf(first('/orders/accepted'))]

beforeEach(() => {
  fetched.mockImplementation(async (url: string) => new Response(url))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  forgetFirst()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('the first rows are asked for as the list will ask for them', () => {
  const rows = 'OrderBy=createdAt&Desc=true'
  expect(callsOf(first('/orders/accepted'))).toEqual([
    '/api/ui/pages/orders.accepted',
    `/api/Admin/Orders?page=1&limit=35&${rows}&OrderStatus=1`
  ])
  expect(callsOf(first('/orders/accepted?q=Kowal&sort=number&f.PostalCode=22-100'))[1]).toBe(
    '/api/Admin/Orders?page=1&limit=35&OrderBy=number&Desc=false&allFields=Kowal&PostalCode=22-100&OrderStatus=1'
  )
  // of a named view, and of a list that begins deep down, the HTML does not know the rows
  expect(callsOf(first('/orders/accepted?view=day'))).toHaveLength(1)
  expect(callsOf(first('/orders/accepted?at=120'))).toHaveLength(1)
  // the rows of a page of one day are those of a view
  const ofDay = {
    ...first('/orders/day?f.RealizationDate=2026-05-04'),
    list: { ...list, day: { filter: 'RealizationDate' } }
  }
  expect(callsOf(ofDay)).toHaveLength(1)
})

describe('of a form that is open', () => {
  const kept = new Map<string, string>()
  const form = {
    calls: ['/prices/{item}?place={place}'],
    choices: [
      { field: 'department', call: '/departments?company={companyId}', value: 'id', autoSelectSingle: true },
      {
        field: 'place',
        call: '/places?of={department}',
        one: '/places?of={department}&one={place}',
        value: 'id',
        remember: 'place',
        firstBy: 'isDefault',
        enabledWhen: { when: { isActive: [true] }, mark: 'inactive' }
      },
      { field: 'item', call: '/items?place={place}', value: 'id', remember: 'item', firstChoice: 1 }
    ]
  }
  const places = [
    { id: 4, isActive: true },
    { id: 5, isActive: true, isDefault: true },
    { id: 6, isActive: false }
  ]
  const answers: Record<string, unknown> = {
    '/departments?company=3': { data: [{ id: 9 }] },
    '/places?of=9': { data: places, total: 3 },
    '/items?place=5': [{ id: 1 }, { id: 2 }],
    '/items?place=4': [{ id: 2 }]
  }
  /** The calls in the order of their sending. `answerTo` sends one only once. */
  const asked = async (person: Record<string, unknown>): Promise<string[]> => {
    const calls = new Set<string>()
    await askOfForm(form, person, async call => {
      calls.add(call)
      return answers[call]
    })
    return [...calls]
  }
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  })
  const before = ['/departments?company=3', '/places?of=9']

  test('the value of each automatic choice is a part of the next call', async () => {
    expect(await asked({ companyId: 3 })).toEqual([...before, '/items?place=5', '/prices/1?place=5'])
  })
  test('the last choice is taken if it is offered, also by a call of its own', async () => {
    kept.set('opony.remembered.place', '4').set('opony.remembered.item', '2')
    answers['/places?of=9&one=4'] = { data: [{ id: 4, isActive: true }], total: 1 }
    expect(await asked({ companyId: 3 })).toEqual([
      ...before,
      '/places?of=9&one=4',
      '/items?place=4',
      '/prices/2?place=4'
    ])
    kept.set('opony.remembered.place', '77')
    answers['/places?of=9&one=77'] = { data: [{ id: 77, isActive: true }], total: 1 }
    expect(await asked({ companyId: 3 })).toContain('/items?place=77')
  })
  test('a value that is no longer offered is not sent', async () => {
    kept.set('opony.remembered.place', '6').set('opony.remembered.item', '8')
    expect(await asked({ companyId: 3 })).toEqual([...before, '/places?of=9&one=6', '/items?place=5'])
  })
  test('what needs no choice is asked for before any answer has come', async () => {
    const calls: string[] = []
    void askOfForm(form, { companyId: 3, department: 9 }, call => {
      calls.push(call)
      return new Promise(() => undefined)
    })
    expect([...new Set(calls)]).toEqual(before)
  })
  test('no further call follows a choice that the person must make', async () => {
    answers['/departments?company=3'] = { data: [{ id: 9 }, { id: 10 }] }
    expect(await asked({ companyId: 3 })).toEqual(['/departments?company=3'])
    expect(await asked({})).toEqual([])
  })
})

test('an answer is used once, by the same token and language', async () => {
  ask(asked, 'token', 'pl')
  expect(fetched).toHaveBeenCalledTimes(4)
  const page = '/api/ui/pages/orders.accepted'
  expect(await (await takeFirst(page, 'token', 'pl'))?.text()).toBe(page)
  expect(await takeFirst(page, 'token', 'pl')).toBeUndefined()
  expect(await takeFirst('/api/ui/pages', 'another', 'pl')).toBeUndefined()
  expect(await takeFirst(userinfo, 'token', 'de')).toBeUndefined()
  // whoever has another token or language reads none of it
  expect(givenUp()).toEqual([userinfo, '/api/ui/pages'])
})

describe('an unused answer', () => {
  const page = '/api/ui/pages/orders.accepted'
  const none = (): undefined => undefined
  const isKept = async (): Promise<boolean> => (await takeFirst(page, 'token', 'pl')) !== undefined
  beforeEach(() => {
    fetched.mockImplementation(async () => new Response('{}', { headers: { 'content-type': 'application/json' } }))
    ask(asked, 'token', 'pl')
  })

  test('is kept while calls only read', async () => {
    await get('/api/other', undefined, { open: true })
    expect(await isKept()).toBe(true)
  })
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is dropped when %s begins', async method => {
    const sent = call(method, '/api/other', {}, { open: true })
    expect(await isKept()).toBe(false)
    expect(givenUp()).toEqual([userinfo, '/api/ui/pages', page, '/api/Admin/Orders'])
    await sent
  })
  test('is discarded after half a minute', () => {
    vi.useFakeTimers()
    try {
      ask(
        asked.map(url => `${url}#`),
        'another',
        'pl'
      )
      vi.advanceTimersByTime(30_000)
      expect(givenUp()).toHaveLength(4)
    } finally {
      vi.useRealTimers()
    }
  })
  test('is forgotten once the hub says that something has changed', async () => {
    handleMessage({ kind: 'changed', resourceType: 'orders.order', ids: [1] }, makeQueryClient(), none, true)
    expect(await isKept()).toBe(false)
  })
})

test('a refusal is not reused', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 401 }))
  ask(['/api/ui/pages'], 'token', 'pl')
  expect(await takeFirst('/api/ui/pages', 'token', 'pl')).toBeUndefined()
  expect(givenUp()).toEqual(['/api/ui/pages'])
})

test('a call that has been sent is not sent again, and whoever only looks at its answer leaves it', async () => {
  fetched.mockImplementation(async () => Response.json({ data: 1 }))
  ask(['/one'], 'token', 'pl')
  expect(await answerTo('/one', 'token', 'pl')).toEqual({ data: 1 })
  expect(await answerTo('/two', 'token', 'pl')).toEqual({ data: 1 })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(await (await takeFirst('/one', 'token', 'pl'))?.json()).toEqual({ data: 1 })
})

test('what the sign-in begins with is asked for without a token, and used by the call that needs no session', async () => {
  fetched.mockImplementation(async () => Response.json({ data: 1 }))
  ask(['/api/ui/forms/users.signIn'], '', 'pl')
  expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization')
  expect(await get('/api/ui/forms/users.signIn', undefined, { open: true })).toEqual({ data: 1 })
  expect(fetched).toHaveBeenCalledTimes(1)
})
