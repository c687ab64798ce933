import type { Static } from '@sinclair/typebox'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { hasAllRequiredData, isActivated, roleWhenConfirmed } from './identify.ts'
import { UserInfo } from './schema.ts'

export const routes = [
  defineRoute({
    url: '/api/Authorization/userinfo',
    access: ['signedIn'],
    summary: 'Who is signed in, and what is still missing',
    answer: ItemResponse(UserInfo),
    run: async ({ services: { db, registries }, caller: { accountId } }) => {
      const { country, hasReceptionPlace } = registries.accountFields
      const data = await queryOne<Static<typeof UserInfo>>(
        db,
        sql`select a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.phone, a.language,
            ${roleWhenConfirmed} as role, ${isActivated} as "isActivated",
            (${hasAllRequiredData(registries)}) as "hasAllRequiredData",
            a.company_id as "companyId", a.department_id as "departmentId",
            (${country}) as country, (${hasReceptionPlace}) as "hasReceptionPlace"
          from users.accounts a where a.id = ${accountId}`
      )
      return { data: orNotFound(data) }
    }
  })
]
