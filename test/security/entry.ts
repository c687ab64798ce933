/** What an entry of the table says, and the usual kinds of it. */
import type { Asked, Who, World } from './world.ts'

export interface Entry {
  readonly may: readonly Who[]
  /** A call that is answered; fresh for each caller. */
  readonly own: (world: World, who: Who) => Asked | Promise<Asked>
  /** What the call above answers; 200 by default. */
  readonly status?: number
  /** Calls for another company's thing, by path, query and body: 404 for those who may call the route for their own. */
  readonly another?: (world: World, who: Who) => readonly Asked[]
  /** Calls for what is not there: 404. */
  readonly absent?: (who: Who) => readonly Asked[]
  /** Callers that the route is for, and that have nothing there. */
  readonly without?: readonly Who[]
  /** Mounted only where the browser's part is built. */
  readonly built?: true
}

export const everyone: readonly Who[] = [
  'nobody',
  'ADMIN',
  'CLIENT_ADMIN',
  'CLIENT',
  'DRIVER',
  'SERVICE_TECHNICAN',
  'inactive'
]
export const signedIn = everyone.filter(who => who !== 'nobody')
export const active = signedIn.filter(who => who !== 'inactive')
export const admin: readonly Who[] = ['ADMIN']
export const seers: readonly Who[] = ['ADMIN', 'SERVICE_TECHNICAN']
export const orderers: readonly Who[] = ['ADMIN', 'CLIENT_ADMIN', 'CLIENT']
export const clients: readonly Who[] = ['CLIENT_ADMIN', 'CLIENT']

export type Entries = Readonly<Record<string, Entry>>

/** No thing has it. */
export const none = 2_000_000_000
/** What names nothing: too big for an id, no number, and a number with something behind it. */
export const absentIds = [String(none), '2147483648', '0', '-1', 'x', '1%20or%201=1', '1e0']

export const open = (url: string, status = 200): Entry => ({ may: everyone, own: () => ({ url }), status })
export const read = (may: readonly Who[], url: string): Entry => ({ may, own: () => ({ url }) })

/** A read of one thing that no client has. */
export const readOne = (
  may: readonly Who[],
  url: (id: number | string) => string,
  id: (world: World) => number
): Entry => ({
  may,
  own: world => ({ url: url(id(world)) }),
  absent: () => absentIds.map(id => ({ url: url(id) }))
})

export const ofCompany = (url: (id: number | string) => string): Entry => ({
  may: orderers,
  own: world => ({ url: url(world.own.company.id) }),
  another: world => [{ url: url(world.other.company.id) }],
  absent: () => absentIds.map(id => ({ url: url(id) }))
})

export const ofOrder = (url: (id: number | string) => string): Entry => ({
  may: orderers,
  own: world => ({ url: url(world.own.orderId) }),
  another: (world, who) => world.strange(who).map(({ orderId }) => ({ url: url(orderId) })),
  absent: () => absentIds.map(id => ({ url: url(id) }))
})

export const byPlace = (url: (id: number | string) => string): Pick<Entry, 'another' | 'absent'> => ({
  another: (world, who) => world.strange(who).map(({ placeId }) => ({ url: url(placeId) })),
  absent: () => [{ url: url(none) }]
})

export const withBody = (method: Asked['method'], url: (id: number | string) => string, body?: object) => ({
  absent: () => absentIds.map((id): Asked => ({ method, url: url(id), ...(body ? { body } : {}) }))
})
