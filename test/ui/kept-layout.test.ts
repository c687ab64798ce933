/** Where the browser keeps how a list is arranged: for ever on the page, for the visit in a saved view. */
import { beforeEach, expect, it } from 'vitest'

const aStorage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    get length() {
      return kept.size
    }
  } as unknown as Storage
}
Object.assign(globalThis, {
  location: { hostname: 'admin.localhost' },
  localStorage: aStorage(),
  sessionStorage: aStorage()
})
const { forgetLayoutOfView, keepLayout, keyOfLayout, layoutKept } = await import(
  '../../ui/parts/list/columns/useLayout.ts'
)

const page = keyOfLayout(7, { name: 'orders.new' })
const inView = keyOfLayout(7, { name: 'orders.new', arranged: { view: 's12', layout: {} } })
const begin = { hidden: ['place'] }
beforeEach(() => {
  for (const key of [page, inView]) keepLayout(key, undefined)
})

it('begins with the layout of the page or the view', () => {
  expect(layoutKept(page, {})).toEqual({})
  expect(layoutKept(inView, begin)).toBe(begin)
})

it('is stored in the browser for a page and in the session for a view, separately and for each account', () => {
  keepLayout(page, { density: 'compact' })
  expect([localStorage.length, sessionStorage.length]).toEqual([1, 0])
  keepLayout(inView, { hidden: ['client'] })
  expect([localStorage.length, sessionStorage.length]).toEqual([1, 1])
  expect(layoutKept(page, {})).toEqual({ density: 'compact' })
  expect(layoutKept(inView, begin)).toEqual({ hidden: ['client'] })
  expect(layoutKept(keyOfLayout(8, { name: 'orders.new' }), {})).toEqual({})
})

it('of a view is forgotten once it is saved or chosen again', () => {
  keepLayout(inView, {})
  expect(layoutKept(inView, begin)).toEqual({})
  forgetLayoutOfView(7, 's12')
  expect(layoutKept(inView, begin)).toBe(begin)
  expect(sessionStorage.length).toBe(0)
})
