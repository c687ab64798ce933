/**
 * Which person may open which route, as one pure table. The first row whose `area`, `who` and `at` all match decides; if
 * none does, the person stays. The page metadata name the home page of each role.
 */
import type { PagesMetadata } from '../src/contract/page.ts'
import { pagePath } from '../src/contract/paths.ts'
import { roles } from '../src/contract/roles.ts'
import { pageAt } from './metadata.ts'

export type Area = 'admin' | 'portal'

export type SessionState =
  | { readonly kind: 'none' | 'expired' | 'loading' | 'failed' }
  | {
      readonly kind: 'known'
      readonly role: number | null
      readonly isActivated: boolean
      readonly hasAllRequiredData: boolean
    }

export type Verdict = 'stay' | 'wait' | { readonly to: string; readonly signOut?: true }

type RouteKind = 'signIn' | 'open' | 'inactive' | 'driver' | 'home' | 'client' | 'clientUsers' | 'containers' | 'admin'
type PersonKind =
  | 'none'
  | 'expired'
  | 'loading'
  | 'failed'
  | 'inactive'
  | 'incomplete'
  | 'driver'
  | 'technician'
  | 'client'
  | 'clientAdmin'
  | 'admin'

const technicianRoutes = [
  '/store/containers',
  '/store/service',
  '/store/round',
  '/store/map',
  '/store/container/map',
  '/store/rejected-readings'
]

/** The kind of a path. Letter case and a trailing slash do not matter. */
export function routeKindOf(path: string): RouteKind {
  const route = pagePath(path)
  if (route === '/authorization') return 'signIn'
  if (route === '/setnewpassword' || route === '/unavailable' || route === '/price-list') return 'open'
  if (route === '/inactive') return 'inactive'
  if (route === '/driver/app') return 'driver'
  if (route === '/' || route === '/temp') return 'home'
  if (route === '/client/users' || route.startsWith('/client/users/')) return 'clientUsers'
  if (route === '/client' || route.startsWith('/client/')) return 'client'
  return technicianRoutes.includes(route) ? 'containers' : 'admin'
}

const withoutPages: readonly RouteKind[] = ['signIn', 'open', 'inactive', 'driver']
/** Whether the route shows a page of the metadata. */
export const needsPages = (path: string): boolean => !withoutPages.includes(routeKindOf(path))

const byRole: Readonly<Record<number, PersonKind>> = {
  [roles.ADMIN]: 'admin',
  [roles.CLIENT_ADMIN]: 'clientAdmin',
  [roles.CLIENT]: 'client',
  [roles.DRIVER]: 'driver',
  [roles.SERVICE_TECHNICAN]: 'technician'
}

function personKindOf(state: SessionState): PersonKind {
  if (state.kind !== 'known') return state.kind
  const who = byRole[state.role ?? 0]
  if (!state.isActivated || !who) return 'inactive'
  if (who === 'driver') return who
  return state.hasAllRequiredData ? who : 'incomplete'
}

interface Row {
  readonly area?: Area
  readonly who: readonly PersonKind[]
  readonly at?: readonly RouteKind[]
  readonly verdict: Verdict
}

const clients: readonly PersonKind[] = ['client', 'clientAdmin']
const active: readonly PersonKind[] = [...clients, 'admin', 'technician']

const table: readonly Row[] = [
  {
    who: ['none', 'expired', 'loading', 'failed', 'inactive', 'incomplete', 'driver', ...active],
    at: ['open'],
    verdict: 'stay'
  },
  { who: ['none'], at: ['signIn'], verdict: 'stay' },
  { who: ['none'], verdict: { to: '/authorization' } },
  { who: ['expired'], verdict: { to: '/authorization', signOut: true } },
  { who: ['loading'], verdict: 'wait' },
  { who: ['failed'], verdict: { to: '/unavailable' } },
  { who: ['inactive', 'incomplete'], at: ['inactive'], verdict: 'stay' },
  { who: ['inactive', 'incomplete'], verdict: { to: '/inactive' } },
  { who: ['driver'], at: ['driver'], verdict: 'stay' },
  { who: ['driver'], verdict: { to: '/driver/app' } },
  { who: active, at: ['home'], verdict: 'stay' },
  { who: active, at: ['signIn', 'inactive', 'driver'], verdict: { to: '/' } },
  { who: ['technician'], at: ['containers'], verdict: 'stay' },
  { who: ['technician'], verdict: { to: '/store/service' } },
  { area: 'portal', who: clients, at: ['admin', 'containers'], verdict: { to: '/client/orders' } },
  { area: 'portal', who: ['client'], at: ['clientUsers'], verdict: { to: '/client/dashboard' } },
  { area: 'portal', who: clients, verdict: 'stay' },
  { area: 'admin', who: ['admin'], at: ['client', 'clientUsers'], verdict: { to: '/' } },
  { area: 'admin', who: ['admin'], verdict: 'stay' },
  // an account of the other area cannot have signed in on this host: its token comes from elsewhere
  { who: active, verdict: { to: '/authorization', signOut: true } }
]

/** Whether the person of this session stays on `path`, waits, or is sent to another route. */
export function guard(area: Area, state: SessionState, path: string): Verdict {
  const person = personKindOf(state)
  const route = routeKindOf(path)
  const match = table.find(
    row => (!row.area || row.area === area) && row.who.includes(person) && (!row.at || row.at.includes(route))
  )
  return match?.verdict ?? 'stay'
}

/** Paths that lead to the home page of the role, unless they have a page of their own. The table leads to some of them. */
const homePaths = ['/', '/temp', '/client', '/client/dashboard']

/** Whether a path may lead home, which the page metadata must say first. */
export const isDoor = (path: string): boolean => homePaths.includes(pagePath(path))

/** The verdict of `guard`, and where a person who stays at a path without a page is led home. */
export function destination(area: Area, state: SessionState, pages: PagesMetadata | undefined, path: string): Verdict {
  const verdict = guard(area, state, path)
  if (verdict !== 'stay' || !pages || !isDoor(path)) return verdict
  return pageAt(pages, path) || !pageAt(pages, pages.home) ? 'stay' : { to: pages.home }
}

/** The address that a verdict leads to from the path and query of another: after signing in, the one that was asked for before. */
export function addressOf({ to }: Exclude<Verdict, string>, path: string, query: string): string {
  if (to === '/') return returnAddress(query) ?? to
  return to === '/authorization' && path !== '/' ? `${to}?next=${encodeURIComponent(path + query)}` : to
}

/** The path to return to after signing in (`?next=`). URLs of other sites are ignored. */
export function returnAddress(query: string): string | undefined {
  const next = new URLSearchParams(query).get('next')
  return next && /^\/(?![/\\])/.test(next) ? next : undefined
}
