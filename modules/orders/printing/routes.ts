import { Type } from '@sinclair/typebox'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { PrintSheet } from './schema.ts'
import { idsOf, maxSheets, sheetsOf } from './sheets.ts'

const Ids = Type.String({ maxLength: 3000 })

export const printRoute = defineRoute({
  url: '/api/Admin/Orders/print',
  access: ['ADMIN'],
  summary: `What is printed of the chosen orders, at most ${maxSheets}`,
  query: Type.Object({
    ids: Type.Union([Ids, Type.Array(Ids, { maxItems: 1000 })], { description: '`1,2,3`, or repeated' })
  }),
  answer: ItemResponse(Type.Array(PrintSheet)),
  run: async ({ services, caller, query: { ids } }) => ({
    data: orNotFound(await sheetsOf(services, idsOf(ids), caller))
  })
})
