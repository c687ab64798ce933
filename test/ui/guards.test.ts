import { describe, expect, it } from 'vitest'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { roles } from '../../src/contract/roles.ts'
import type { Area, SessionState, Verdict } from '../../ui/guards.ts'
import { addressOf, destination, guard, returnAddress } from '../../ui/guards.ts'

const known = (role: number | null, isActivated = true, hasAllRequiredData = true): SessionState => ({
  kind: 'known',
  role,
  isActivated,
  hasAllRequiredData
})
const none: SessionState = { kind: 'none' }
const admin = known(roles.ADMIN)
const client = known(roles.CLIENT)
const clientAdmin = known(roles.CLIENT_ADMIN)
const driver = known(roles.DRIVER)
const technician = known(roles.SERVICE_TECHNICAN)

type Row = readonly [who: string, area: Area, state: SessionState, path: string, verdict: Verdict]
const rows: readonly Row[] = [
  ['nobody', 'admin', none, '/orders/new', { to: '/authorization' }],
  ['nobody', 'portal', none, '/', { to: '/authorization' }],
  ['nobody', 'portal', none, '/inactive', { to: '/authorization' }],
  ['nobody', 'portal', none, '/authorization', 'stay'],
  ['nobody', 'portal', none, '/setnewPassword', 'stay'],
  ['nobody', 'portal', none, '/unavailable', 'stay'],
  ['an expired token', 'portal', { kind: 'expired' }, '/client/orders', { to: '/authorization', signOut: true }],
  ['an expired token', 'portal', { kind: 'expired' }, '/setnewPassword', 'stay'],
  ['a profile that is loading', 'admin', { kind: 'loading' }, '/orders/new', 'wait'],
  ['a profile that is loading', 'admin', { kind: 'loading' }, '/authorization', 'wait'],
  ['a profile that failed', 'portal', { kind: 'failed' }, '/client/orders', { to: '/unavailable' }],
  ['a profile that failed', 'portal', { kind: 'failed' }, '/unavailable', 'stay'],
  ['an account not activated', 'portal', known(roles.CLIENT, false), '/client/orders', { to: '/inactive' }],
  ['an account not activated', 'admin', known(roles.ADMIN, false), '/orders/new', { to: '/inactive' }],
  ['an account not activated', 'admin', known(roles.ADMIN, false), '/inactive', 'stay'],
  ['an account without a role', 'admin', known(null), '/', { to: '/inactive' }],
  ['an account without its data', 'portal', known(roles.CLIENT_ADMIN, true, false), '/', { to: '/inactive' }],
  ['an account without its data', 'admin', known(roles.ADMIN, true, false), '/orders/new', { to: '/inactive' }],
  ['a deactivated driver', 'portal', known(roles.DRIVER, false), '/', { to: '/inactive' }],
  ['a driver', 'portal', driver, '/client/orders', { to: '/driver/app' }],
  ['a driver', 'admin', driver, '/orders/new', { to: '/driver/app' }],
  ['a driver', 'admin', driver, '/driver/app', 'stay'],
  ['a driver without data', 'portal', known(roles.DRIVER, true, false), '/', { to: '/driver/app' }],
  ['a client', 'portal', client, '/client/orders', 'stay'],
  ['a client', 'portal', client, '/CLIENT/Orders/', 'stay'],
  ['a client', 'portal', client, '/orders/new', { to: '/client/orders' }],
  ['a client', 'portal', client, '/store/map', { to: '/client/orders' }],
  ['a client', 'portal', client, '/client/users', { to: '/client/dashboard' }],
  ['a client', 'portal', client, '/Client/Users/', { to: '/client/dashboard' }],
  ['a client', 'portal', client, '/inactive', { to: '/' }],
  ['a client', 'portal', client, '/driver/app', { to: '/' }],
  ['a client', 'portal', client, '/authorization', { to: '/' }],
  ['a client', 'admin', client, '/orders/new', { to: '/authorization', signOut: true }],
  ['a client admin', 'portal', clientAdmin, '/client/users', 'stay'],
  ['a client admin', 'portal', clientAdmin, '/config/admins', { to: '/client/orders' }],
  ['an administrator', 'admin', admin, '/orders/new', 'stay'],
  ['an administrator', 'admin', admin, '/', 'stay'],
  ['an administrator', 'admin', admin, '/TEMP', 'stay'],
  ['an administrator', 'admin', admin, '/client/orders', { to: '/' }],
  ['an administrator', 'admin', admin, '/inactive', { to: '/' }],
  ['an administrator', 'portal', admin, '/client/orders', { to: '/authorization', signOut: true }],
  ['a technician', 'admin', technician, '/store/containers', 'stay'],
  ['a technician', 'admin', technician, '/store/map', 'stay'],
  ['a technician', 'admin', technician, '/store/rejected-readings', 'stay'],
  ['a technician', 'admin', technician, '/store/round', 'stay'],
  ['a technician', 'admin', technician, '/orders/new', { to: '/store/service' }],
  ['a technician', 'admin', technician, '/inactive', { to: '/' }]
]

describe('who may open which route', () => {
  it.each(rows)('%s in the %s area: %j at %s → %j', (_who, area, state, path, verdict) => {
    expect(guard(area, state, path)).toEqual(verdict)
  })

  it('never redirects in a circle', () => {
    const paths = [...new Set(rows.map(([, , , path]) => path))]
    for (const [, area, state] of rows) {
      for (const start of paths) {
        let path = start
        let here = state
        let verdict = guard(area, here, path)
        for (let step = 0; step < 4 && typeof verdict === 'object'; step += 1) {
          path = verdict.to
          if (verdict.signOut) here = none
          verdict = guard(area, here, path)
        }
        expect(verdict, `${area} ${JSON.stringify(state)} from ${start}`).not.toBeTypeOf('object')
      }
    }
  })
})

const pagesWith = (home: string, ...routes: string[]) =>
  ({ home, groups: [{ pages: routes.map(route => ({ id: route, route })) }] }) as unknown as PagesMetadata
const office = pagesWith('/dashboard', '/dashboard', '/orders/new')
const portal = pagesWith('/client/dashboard', '/client/dashboard', '/client/orders')

describe('where a person who may stay is led home', () => {
  it.each([
    ['from the bare host', admin, office, '/', { to: '/dashboard' }],
    ['from a door, in any letters', admin, office, '/Temp/', { to: '/dashboard' }],
    ['not from a page', admin, office, '/orders/new', 'stay'],
    ['not from an address without a page', admin, office, '/nowhere', 'stay'],
    ['not before the pages are known', admin, undefined, '/', 'stay'],
    ['not where the home page is none of theirs', admin, pagesWith('/gone', '/orders/new'), '/', 'stay'],
    ['not by who is not known', none, office, '/', { to: '/authorization' }],
    ['not while the profile is loading', { kind: 'loading' }, office, '/', 'wait'],
    ['from the first part of its addresses', client, portal, '/client', { to: '/client/dashboard' }],
    ['not from the home page itself', client, portal, '/client/dashboard', 'stay']
  ] as const)('%s', (_when, state, pages, path, verdict) => {
    const area = pages === portal ? 'portal' : 'admin'
    expect(destination(area, state, pages, path)).toEqual(verdict)
  })
})

describe('the address that a verdict leads to', () => {
  it.each([
    ['/authorization', '/orders/new', '?q=12&row=5,6', '/authorization?next=%2Forders%2Fnew%3Fq%3D12%26row%3D5%2C6'],
    ['/authorization', '/', '?q=12', '/authorization'],
    ['/', '/authorization', '?next=%2Forders%2Fnew%3Fq%3D12', '/orders/new?q=12'],
    ['/', '/authorization', '?next=%2F%2Fevil.example', '/'],
    ['/inactive', '/orders/new', '?next=%2Forders', '/inactive']
  ])('%s from %s%s → %s', (to, path, query, address) => {
    expect(addressOf({ to }, path, query)).toBe(address)
  })
})

describe('the address to return to after signing in', () => {
  it.each([
    ['?next=%2Forders%2Fnew%3Fq%3D12', '/orders/new?q=12'],
    ['?next=https%3A%2F%2Fevil.example', undefined],
    ['?next=%2F%2Fevil.example', undefined],
    ['?next=%2F%5Cevil.example', undefined],
    ['', undefined]
  ])('%s → %s', (query, address) => {
    expect(returnAddress(query)).toBe(address)
  })
})
