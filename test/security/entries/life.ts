import { absentIds, admin, type Entry, ofOrder, orderers, withBody } from '../fixtures/entry.ts'
import type { Asked, Who, World } from '../fixtures/world.ts'

const orders = '/api/Admin/Orders'
const said = { content: 'Brama od podwórza' }

/** A call that changes an order: for a new one of the own company, another's, and none. */
const change = (
  may: readonly Who[],
  method: Asked['method'],
  path: string,
  body?: (world: World) => object
): Pick<Entry, 'may' | 'own'> => ({
  may,
  own: async world => ({
    method,
    url: `${orders}/${await world.order()}${path}`,
    ...(body ? { body: body(world) } : {})
  })
})

const edited = (world: World) => ({ receptionPlace: world.own.placeId, orderTypeItemId: world.itemId })
const another = (method: Asked['method'], path: string, body?: (world: World) => object): Entry['another'] => {
  return (world, who) =>
    world.strange(who).map(({ orderId }) => ({
      method,
      url: `${orders}/${orderId}${path}`,
      ...(body ? { body: body(world) } : {})
    }))
}

export const lifeEntries: Readonly<Record<string, Entry>> = {
  'GET /api/Admin/Orders/:id/comments': ofOrder(id => `${orders}/${id}/comments`),
  'POST /api/Admin/Orders/:id/add-comment': {
    ...change(orderers, 'POST', '/add-comment', () => said),
    another: another('POST', '/add-comment', () => said),
    ...withBody('POST', id => `${orders}/${id}/add-comment`, said)
  },
  'PUT /api/Admin/Orders/:id': {
    ...change(orderers, 'PUT', '', edited),
    another: another('PUT', '', edited),
    ...withBody('PUT', id => `${orders}/${id}`, { receptionPlace: 1, orderTypeItemId: 1 })
  },
  // A new order has nothing to take back yet: 409 says so to whoever may ask.
  'PUT /api/Admin/Orders/:id/undo': {
    ...change(orderers, 'PUT', '/undo'),
    status: 409,
    another: another('PUT', '/undo'),
    absent: () => absentIds.map(id => ({ method: 'PUT', url: `${orders}/${id}/undo` }))
  },
  // Nor can it be finished.
  'PUT /api/Admin/Orders/:id/set-realized': {
    ...change(admin, 'PUT', '/set-realized'),
    status: 409,
    ...withBody('PUT', id => `${orders}/${id}/set-realized`)
  },
  'PUT /api/Admin/Orders/:id/correct': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/${await world.order(3)}/correct`,
      body: { tonnage: 1.5 }
    }),
    ...withBody('PUT', id => `${orders}/${id}/correct`, { tonnage: 1.5 })
  }
}
