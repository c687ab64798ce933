/** The keys of the register that clients have given. What they are is never told again; the last characters say which they are. */
import { Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import type { Sql } from '../../../src/kernel/database/sql.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { ExactInstant, Id, Instant, Nullable, Version } from '../../../src/kernel/schema.ts'

export const clientKeys = defineResource({
  type: 'waste.clientKeys',
  title: 'keys of a client for the waste register',
  titles: 'keys of clients for the waste register',
  path: '/api/RegisterKeys',
  access: ['CLIENT_ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    hint: Type.String({ description: 'the last four characters of the ClientId' }),
    places: Type.Integer({ minimum: 0, description: 'of the firm in the register, when the keys were given' }),
    createdAt: Type.String(Instant),
    usedAt: Nullable(Type.String({ ...ExactInstant, description: 'when the register was last called with them' }))
  }),
  visibleTo: (reader: Reader): Sql => visibleTo(reader, 'keys.company_id'),
  table: 'waste.client_keys',
  alias: 'keys',
  fields: {
    places: { sql: 'jsonb_array_length(keys.places)' }
  },
  views: { history: ['hint', 'usedAt'] },
  named: 'hint',
  sort: '-createdAt'
})
