/** The routes as a whole: where the guards lead, and what is fetched before a page is drawn. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { roles } from '../../../src/contract/roles.ts'
import { profileKey, signOut } from '../../../ui/account.ts'
import { makeQueryClient } from '../../../ui/queries.ts'
import { makeRouter, opened } from '../../../ui/router.tsx'
import { clearSession, storeToken } from '../../../ui/session.ts'
import type { FakeApi } from '../fixtures/parts/api.ts'
import { beginExample } from '../fixtures/parts/InApp.tsx'
import { list, pages } from '../fixtures/parts/metadata.ts'

const entryOf = (id: string, title: string) => ({
  id,
  route: `/client/${id}`,
  title,
  breadcrumb: [title],
  inMenu: true,
  views: []
})
const entries = [entryOf('orders', 'ui.home'), entryOf('places', 'ui.menu')]
const profile = { id: 1, role: roles.CLIENT, isActivated: true, hasAllRequiredData: true, email: 'a@example.com' }
let api: FakeApi

beforeEach(() => {
  api = beginExample()
  api.on('GET /api/ui/pages', () => ({
    data: {
      ...pages,
      home: '/client/orders',
      groups: [{ name: 'all', title: 'ui.menu', icon: 'list', collapsed: false, pages: entries }]
    }
  }))
  api.on('GET /api/Authorization/userinfo', () => ({ data: profile }))
  api.on('GET /api/ui/pages/:id', ({ path }) => ({
    data: { ...entries.find(({ id }) => path.endsWith(id)), list }
  }))
})

/** Draws the application at an address, as it starts. */
async function start(path: string) {
  const queries = makeQueryClient()
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = makeRouter(queries, history)
  const { code, data } = await opened(router)
  await Promise.all([code, data])
  const before = api.calls.length
  const box = document.createElement('div')
  document.body.append(box)
  const root = createRoot(box)
  root.render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  onTestFinished(() => {
    root.unmount()
    box.remove()
    clearSession()
    api.end()
  })
  return { queries, history, before }
}

const countOf = (path: string): number => api.calls.filter(call => call.path === path).length
const rows = () => page.getByRole('row', { name: 'Z/1/2026' })

test('a list has its rows before it is drawn, and asks for nothing twice', async () => {
  const { before } = await start('/client/orders?q=Kowal')
  await expect.element(rows()).toBeVisible()
  const asked = api.calls.slice(0, before).map(({ path }) => path)
  for (const path of ['/api/ui/pages', '/api/Authorization/userinfo', '/api/ui/pages/orders', '/api/Example/items']) {
    expect(asked).toContain(path)
    expect([path, countOf(path)]).toEqual([path, 1])
  }
  expect(api.calls.find(({ path }) => path === '/api/Example/items')?.query.get('allFields')).toBe('Kowal')
})

test('the bare host leads home', async () => {
  const { history } = await start('/')
  await expect.element(rows()).toBeVisible()
  expect(history.location.pathname).toBe('/client/orders')
  expect(history.length).toBe(1)
})

test('a page is fetched while the pointer rests on its link, and not once more by the click', async () => {
  const { history } = await start('/client/orders')
  await expect.element(rows()).toBeVisible()
  const link = page.getByRole('navigation').getByRole('link').nth(1)
  await userEvent.hover(link)
  await expect.poll(() => countOf('/api/ui/pages/places')).toBe(1)
  expect(history.location.pathname).toBe('/client/orders')
  await userEvent.click(link)
  await expect.poll(() => history.location.pathname).toBe('/client/places')
  await expect.element(rows()).toBeVisible()
  expect(countOf('/api/ui/pages/places')).toBe(1)
})

test('nobody sees a page without a session; signing in leads to it', async () => {
  clearSession()
  const { history } = await start('/client/orders?q=Kowal&row=5,6')
  expect(history.location.pathname).toBe('/authorization')
  expect(new URLSearchParams(history.location.search).get('next')).toBe('/client/orders?q=Kowal&row=5,6')
  expect(countOf('/api/ui/pages/orders')).toBe(0)
  storeToken({ accessToken: 'd.e.f', expiresAt: '2099-01-01T00:00:00.000Z' })
  await expect.poll(() => history.location.pathname).toBe('/client/orders')
  expect(history.location.search).toContain('q=Kowal')
  expect(history.length).toBe(1)
})

test('signing out leads to the sign-in at once, and so does a changed account to its notice', async () => {
  const { history, queries } = await start('/client/orders')
  await expect.element(rows()).toBeVisible()
  queries.setQueryData(profileKey, { ...profile, isActivated: false })
  await expect.poll(() => history.location.pathname).toBe('/inactive')
  queries.setQueryData(profileKey, profile)
  await expect.poll(() => history.location.pathname).toBe('/client/orders')
  signOut(queries)
  await expect.poll(() => history.location.pathname).toBe('/authorization')
  await expect.element(rows()).not.toBeInTheDocument()
})
