/**
 * Who may stand on which route, as one pure table. The first row whose `on`, `who` and `at` all hold decides; no row
 * means stay. `/` is left to the page metadata, which knows the home of each role.
 */
import { roles } from '../src/contract/roles.ts'

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

type Place = 'signIn' | 'open' | 'inactive' | 'driver' | 'home' | 'client' | 'clientUsers' | 'containers' | 'admin'
type Who =
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

const technicianRoutes = ['/store/containers', '/store/map', '/store/container/map']

/** What kind of place a path is. Letter case and a trailing slash do not matter. */
export function placeOf(path: string): Place {
  const route = path.toLowerCase().replace(/\/+$/, '') || '/'
  if (route === '/authorization') return 'signIn'
  if (route === '/setnewpassword' || route === '/unavailable' || route === '/price-list') return 'open'
  if (route === '/inactive') return 'inactive'
  if (route === '/driver/app') return 'driver'
  if (route === '/' || route === '/temp') return 'home'
  if (route === '/client/users' || route.startsWith('/client/users/')) return 'clientUsers'
  if (route === '/client' || route.startsWith('/client/')) return 'client'
  return technicianRoutes.includes(route) ? 'containers' : 'admin'
}

const byRole: Readonly<Record<number, Who>> = {
  [roles.ADMIN]: 'admin',
  [roles.CLIENT_ADMIN]: 'clientAdmin',
  [roles.CLIENT]: 'client',
  [roles.DRIVER]: 'driver',
  [roles.SERVICE_TECHNICAN]: 'technician'
}

function whoIs(state: SessionState): Who {
  if (state.kind !== 'known') return state.kind
  const who = byRole[state.role ?? 0]
  if (!state.isActivated || !who) return 'inactive'
  if (who === 'driver') return who
  return state.hasAllRequiredData ? who : 'incomplete'
}

interface Row {
  readonly area?: Area
  readonly who: readonly Who[]
  readonly at?: readonly Place[]
  readonly verdict: Verdict
}

const clients: readonly Who[] = ['client', 'clientAdmin']
const active: readonly Who[] = [...clients, 'admin', 'technician']

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
  { who: ['technician'], verdict: { to: '/store/containers' } },
  { area: 'portal', who: clients, at: ['admin', 'containers'], verdict: { to: '/client/orders' } },
  { area: 'portal', who: ['client'], at: ['clientUsers'], verdict: { to: '/client/dashboard' } },
  { area: 'portal', who: clients, verdict: 'stay' },
  { area: 'admin', who: ['admin'], at: ['client', 'clientUsers'], verdict: { to: '/' } },
  { area: 'admin', who: ['admin'], verdict: 'stay' },
  // an account of the other area: the host's sign-in policy refuses it, so its token came from elsewhere
  { who: active, verdict: { to: '/authorization', signOut: true } }
]

/** Where the person of this session belongs who stands on `path`. */
export function guard(area: Area, state: SessionState, path: string): Verdict {
  const who = whoIs(state)
  const place = placeOf(path)
  const row = table.find(
    one => (!one.area || one.area === area) && one.who.includes(who) && (!one.at || one.at.includes(place))
  )
  return row?.verdict ?? 'stay'
}

/** An address of ours to return to after signing in; anything else is ignored. */
export function returnAddress(query: string): string | undefined {
  const next = new URLSearchParams(query).get('next')
  return next && /^\/(?![/\\])/.test(next) ? next : undefined
}
