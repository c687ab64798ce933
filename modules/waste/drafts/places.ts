/**
 * From which of the client's places in the register the waste of an order leaves: the one with the number of the order's place, else the one at its
 * address, else the only one. The number alone is not enough: firms with several places write that of the firm at each of them.
 */
import { type Static, Type } from '@sinclair/typebox'
import { allRows } from '../../../src/kernel/limits.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { type OrderToSend, orderToSend } from '../../orders/public.ts'
import { type ClientPlace, placesOfClient } from '../keys/use.ts'

type PlaceOfOrder = Pick<OrderToSend, 'placeNumber' | 'street' | 'city'>

/** Letters and digits alone, without the words that stand before the name of a street. */
const bare = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/(?<!\p{L})(?:ul|al|pl|os)\./gu, '')
    .replace(/[^\p{L}\d]+/gu, '')

/** The place; undefined where the client has none, or several may be meant. */
export function placeOf(places: readonly ClientPlace[], order: PlaceOfOrder): ClientPlace | undefined {
  const number = bare(order.placeNumber)
  const address = bare(`${order.street ?? ''}${order.city ?? ''}`)
  const candidates = [
    places.filter(place => number !== '' && bare(place.number) === number),
    places.filter(place => address !== '' && bare(place.address) === address),
    places
  ]
  return candidates.find(({ length }) => length === 1)?.[0]
}

const RegisterPlace = Type.Object({
  id: Type.String(),
  name: Type.String(),
  number: Type.String(),
  address: Type.String(),
  isOfOrder: Type.Boolean({ description: 'whether a card is made of it where none is chosen' })
})

export const placesOfOrderRoute = defineRoute({
  url: '/api/Admin/Orders/:id/register-places',
  access: ['ADMIN', 'CLIENT_ADMIN'],
  summary:
    'The places of the order’s client in the waste register, of which a card may be made; none where the client has given no keys',
  answer: ListResponse(RegisterPlace),
  run: async ({ services: { db }, caller, id }) => {
    const order = orNotFound((await orderToSend(db, id, caller)) ?? null)
    const places = (await placesOfClient(db, order.companyId)) ?? []
    const matched = placeOf(places, order)
    return allRows(
      places
        .map((place): Static<typeof RegisterPlace> => ({ ...place, isOfOrder: place === matched }))
        .toSorted((a, b) => Number(b.isOfOrder) - Number(a.isOfOrder))
    )
  }
})
