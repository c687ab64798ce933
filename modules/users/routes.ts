import type { Static } from '@sinclair/typebox'
import type { Fact } from '../../src/kernel/access/sessions.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { hasAllRequiredData, isActivated, roleWhenConfirmed } from './identify.ts'
import { accountCountry, accountHasReceptionPlace } from './public.ts'
import { UserInfo } from './schema.ts'

type Info = Static<typeof UserInfo>

/** Asked for by every page that opens; from tables that announce their changes. */
export const userInfo: Fact<Info | undefined> = {
  read: ({ db, extensions }, { accountId }) =>
    queryOne<Info>(
      db,
      sql`select a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.phone, a.language,
          ${roleWhenConfirmed} as role, ${isActivated} as "isActivated",
          (${hasAllRequiredData({ extensions })}) as "hasAllRequiredData",
          a.company_id as "companyId", a.department_id as "departmentId",
          (${accountCountry.of(extensions)}) as country, (${accountHasReceptionPlace.of(extensions)}) as "hasReceptionPlace"
        from users.accounts a where a.id = ${accountId}`
    )
}

export const routes = [
  defineRoute({
    url: '/api/Authorization/userinfo',
    access: ['signedIn'],
    summary: 'Who is signed in, and what is still missing',
    answer: ItemResponse(UserInfo),
    run: async ({ services, caller }) => ({ data: orNotFound(await services.sessions.factOf(caller, userInfo)) })
  })
]
