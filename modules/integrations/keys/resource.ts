import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { leftJoinCompany } from '../../companies/public.ts'
import { ApiKeyRow, ApiKeyState } from './schema.ts'

const state = raw(`(case when api_key.revoked_at is not null then ${ApiKeyState.revoked}
  when api_key.expires_at <= now() then ${ApiKeyState.expired} else ${ApiKeyState.active} end)`)

export const apiKeys = defineResource({
  type: 'integrations.apiKey',
  title: 'API key',
  path: '/api/Admin/ApiKeys',
  access: ['ADMIN'],
  schema: ApiKeyRow,
  table: 'integrations.api_keys',
  alias: 'api_key',
  joins: { company: leftJoinCompany('company', 'api_key.company_id') },
  fields: {
    scopes: { sql: 'to_json(api_key.scopes)' },
    scopeNames: { sql: `array_to_string(api_key.scopes, ', ')` },
    companyName: { sql: 'company.name', join: 'company' },
    networks: { sql: `array_to_string(api_key.networks, ', ')` },
    state: { sql: state }
  },
  views: {
    history: ['name', 'scopeNames', 'companyName', 'networks', 'callsPerMinute', 'state', 'expiresAt']
  },
  filters: { State: filter(EnumOf(ApiKeyState), code => sql`${state} = ${code}`) },
  named: 'name',
  sort: '-createdAt'
})
