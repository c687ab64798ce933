/** Who may call what of catalogue: one entry a route (see test/security/routes.test.ts). */
import {
  absentIds,
  admin,
  type Entries,
  none,
  orderers,
  read,
  resourceEntries,
  thingEntries,
  withBody
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

const dictionaries = '/api/Dictionaries'
const types = '/api/Admin/OrderTypes'
const item = (word: string) => ({ name: `${word} ${performance.now()}`, value: 3.5 })

/** A new item that nothing names. */
async function anUnused(world: World): Promise<string> {
  return `${types}/2/items/${await world.item()}`
}

export const entries: Entries = {
  'GET /api/Admin/OrderTypes/:id/items': {
    may: orderers,
    own: () => ({ url: '/api/Admin/OrderTypes/3/items?LangEnum=2' }),
    absent: () => absentIds.map(id => ({ url: `/api/Admin/OrderTypes/${id}/items` }))
  },
  'GET /api/Dictionaries/list': read(admin, `${dictionaries}/list`),
  'GET /api/Dictionaries/values': read(admin, `${dictionaries}/values?Dictionary=1`),
  'GET /api/Dictionaries/:key/values': {
    may: admin,
    own: () => ({ url: `${dictionaries}/1/values` }),
    absent: () => [{ url: `${dictionaries}/2/values` }, { url: `${dictionaries}/x/values` }]
  },
  ...thingEntries(admin, world => world.reason(), {
    'PUT /api/Dictionaries/:id/update-value': () => ({ value: 'Powódź' }),
    'DELETE /api/Dictionaries/:id/remove-value': null,
    'GET /api/Dictionaries/values/:id': null,
    'GET /api/Dictionaries/values/:id/history': null
  }),
  'GET /api/Admin/OrderTypes/:id': {
    may: orderers,
    own: () => ({ url: `${types}/3?LangEnum=2` }),
    absent: () => absentIds.map(id => ({ url: `${types}/${id}` }))
  },
  ...resourceEntries(admin, `${types}/items`, { id: world => world.itemId, list: '?limit=1000' }),
  'POST /api/Admin/OrderTypes/:id/add-item': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: `${types}/1/add-item`, body: item('Bus') }),
    ...withBody('POST', id => `${types}/${id}/add-item`, item('Bus'))
  },
  'PUT /api/Admin/OrderTypes/:orderTypeId/items/:id': {
    may: admin,
    own: async world => ({ method: 'PUT', url: await anUnused(world), body: item('Opony') }),
    absent: () => [
      ...absentIds.map(id => ({ method: 'PUT' as const, url: `${types}/2/items/${id}`, body: item('Opony') })),
      { method: 'PUT', url: `${types}/x/items/${none}`, body: item('Opony') }
    ]
  },
  'DELETE /api/Admin/OrderTypes/:orderTypeId/items/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: await anUnused(world) }),
    ...withBody('DELETE', id => `${types}/2/items/${id}`)
  },
  'POST /api/Dictionaries/:key/add-value': {
    may: admin,
    status: 201,
    own: () => ({
      method: 'POST',
      url: '/api/Dictionaries/0/add-value',
      body: { value: `Zaległe płatności ${performance.now()}` }
    }),
    absent: () =>
      [...absentIds.filter(id => id !== '0'), '2'].map(key => ({
        method: 'POST',
        url: `/api/Dictionaries/${key}/add-value`,
        body: { value: 'Brak dojazdu' }
      }))
  }
}
