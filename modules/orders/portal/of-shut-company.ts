/**
 * The orders of a company that may not order any more, for its people: they have no page but the notice, which shows them. They are read,
 * and nothing can be done with them.
 */
import { Type } from '@sinclair/typebox'
import { metadataFor, type VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import { isClient } from '../../../src/kernel/access/caller.ts'
import { queryOne } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { answerList } from '../../../src/kernel/lists/answer-list.ts'
import { viewSchema } from '../../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { shutCompany } from '../../companies/public.ts'
import { orders } from '../resource.ts'
import { OrderStatus } from '../schema.ts'

const pageSize = 20

/** What the rows' codes mean: whoever has no pages has no vocabularies either, which come with them. */
const vocabularies = [OrderStatus, OrderType]

export const ordersOfShutCompany = defineRoute({
  url: '/api/Dashboard/client/orders',
  access: ['waiting'],
  summary: `Orders of the caller's company, the newest first, ${pageSize} a page, once it was deactivated or all its places were`,
  query: Type.Object({ page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }) }),
  answer: ItemResponse(
    Type.Object({
      rows: Type.Array(viewSchema(orders, 'list')),
      total: Type.Integer({ minimum: 0 }),
      vocabularies: Type.Array(Type.Unsafe<VocabularyMetadata>(Type.Object({}, { additionalProperties: true })))
    })
  ),
  async run({ services, caller, query: { page } }) {
    const mayRead = caller.isActivated && isClient(caller)
    if (!mayRead || !(await queryOne(services.db, shutCompany(caller.companyId)))) throwProblem('inactive')
    const found = JSON.parse(await answerList(services.db, orders, { page, limit: pageSize, filters: {} }, caller))
    const words = vocabularies.map(vocabulary => metadataFor(vocabulary, caller.role))
    return { data: { rows: found.data, total: found.total, vocabularies: words } }
  }
})
