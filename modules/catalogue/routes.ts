import { Type } from '@sinclair/typebox'
import { languageOf } from '../../src/contract/languages.ts'
import { memberOf, metadataOf } from '../../src/contract/vocabulary.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { allRows, maxRows } from '../../src/kernel/limits.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { itemsOf } from './public.ts'
import { Dictionary, DictionaryValue, OrderType, OrderTypeItem, OrderTypeWithItems } from './schema.ts'

const Language = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 6, description: '1 pl, 2 en, 3 de, 4 sk, 5 et, 6 cs' })
)

export const routes = [
  defineRoute({
    url: '/api/Admin/OrderTypes/:id/items',
    access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
    summary: 'Items of an order type',
    query: Type.Object({ LangEnum: Language }),
    answer: ListResponse(OrderTypeItem),
    run: async ({ services, caller, id, query: { LangEnum } }) => {
      orNotFound(memberOf(OrderType, id))
      const data = await itemsOf(services.db, LangEnum ? languageOf(LangEnum) : caller.language, [id])
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/OrderTypes/:id',
    access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
    summary: 'An order type with its items',
    query: Type.Object({ LangEnum: Language }),
    answer: ItemResponse(OrderTypeWithItems),
    run: async ({ services, caller, id, query: { LangEnum } }) => {
      const type = orNotFound(memberOf(OrderType, id))
      const language = LangEnum ? languageOf(LangEnum) : caller.language
      const name = services.messages.say(language, `catalogue.orderType.${type}`)
      return { data: { id, name, items: await itemsOf(services.db, language, [id]) } }
    }
  }),
  defineRoute({
    url: '/api/Dictionaries/list',
    access: ['ADMIN'],
    summary: 'The dictionaries of reasons',
    answer: ListResponse(Type.Object({ id: Type.Integer(), name: Type.String() })),
    run: async ({ services, caller }) => {
      const data = metadataOf(Dictionary).members.map(({ code, name }) => ({
        id: code,
        name: services.messages.say(caller.language, `catalogue.dictionary.${name}`)
      }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Dictionaries/:key/values',
    access: ['ADMIN'],
    summary: 'Values of a dictionary: 0 deactivation reasons, 1 cancellation reasons',
    answer: ListResponse(DictionaryValue),
    run: async ({ services, param }) => {
      const key = Number(param('key'))
      orNotFound(memberOf(Dictionary, key))
      const data = await query(
        services.db,
        sql`select id, value from catalogue.dictionary_values where dictionary = ${key} order by value, id limit ${maxRows}`
      )
      return allRows(data)
    }
  })
]
