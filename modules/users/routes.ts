import { type Static, Type } from '@sinclair/typebox'
import type { Fact } from '../../src/kernel/access/sessions.ts'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { externalOffer } from './external/commands.ts'
import { ownCredentials } from './external/identities.ts'
import { hasAllRequiredData, isActivated, needsSecondFactor, roleWhenConfirmed } from './identify.ts'
import { validLink } from './links.ts'
import { Account } from './models.ts'
import { leastOf } from './passwords.ts'
import {
  accountCountry,
  accountHasReceptionPlace,
  arePlacesDeactivated,
  companyAddress,
  companyBdoNumber,
  companyDeactivationReason,
  isCompanyActive
} from './points.ts'
import { hasSecondFactor } from './resource.ts'
import { UserInfo } from './schema.ts'
import { secondFactorState } from './second-factor/commands.ts'
import { sessionRoutes } from './session-list.ts'

type Info = Static<typeof UserInfo>

/**
 * The profile of the signed-in person. It is a fact kept in memory, because every page needs it; its tables announce their
 * changes.
 */
export const userInfo: Fact<Info | undefined> = {
  read: (services, { accountId, sessionId }) =>
    queryOne<Info>(
      services.db,
      sql`select a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.phone, a.language,
          ${roleWhenConfirmed} as role, ${isActivated} as "isActivated",
          (${hasAllRequiredData(services)}) as "hasAllRequiredData",
          a.company_id as "companyId", a.department_id as "departmentId",
          (${accountCountry.of(services.extensions)}) as country,
          (${accountHasReceptionPlace.of(services.extensions)}) as "hasReceptionPlace",
          (${companyDeactivationReason.of(services.extensions)}) as "companyDeactivationReason",
          (${isCompanyActive.of(services.extensions)}) as "isCompanyActive",
          (${companyBdoNumber.of(services.extensions)}) as "companyBdoNumber",
          (${companyAddress.of(services.extensions)}) as "companyAddress",
          (${arePlacesDeactivated.of(services.extensions)}) as "placesDeactivated",
          ${raw(hasSecondFactor('a'))} as "hasSecondFactor", ${needsSecondFactor(services)} as "needsSecondFactor"
        from users.sessions s join users.accounts a on a.id = s.account_id
        where s.id = ${sessionId} and s.account_id = ${accountId}`
    )
}

/** Whether the link of an e-mail can still set a password. The token is in a header, because URLs are logged. */
const passwordLink = defineRoute({
  url: '/api/Authorization/SetNewPassword/link',
  access: ['anyone'],
  summary: 'Whether the link of an e-mail, whose token is the header Link-Token, is still valid',
  rateLimit: { max: 60, timeWindow: 60_000 },
  answer: ItemResponse(
    Type.Object({
      valid: Type.Boolean(),
      email: Type.Optional(
        Type.String({
          description: 'of a valid link: the e-mail of its account, to sign in with once the password is set'
        })
      ),
      passwordMin: Type.Optional(
        Type.Integer({ description: 'of a valid link: fewest characters of the password of its account' })
      ),
      isFirst: Type.Optional(Type.Boolean({ description: 'of a valid link: its account has no password yet' }))
    })
  ),
  run: async ({ services, request }) => {
    const link = await validLink(services.db, String(request.headers['link-token'] ?? ''), services.now())
    const account = link && (await Account.query(services.db).findById(link.accountId))
    if (!account) return { data: { valid: false } }
    const { email, passwordHash } = account
    const passwordMin = leastOf(services.settings, account)
    return { data: { valid: true, email, passwordMin, isFirst: passwordHash === null } }
  }
})

export const routes = [
  passwordLink,
  ...sessionRoutes,
  secondFactorState,
  externalOffer,
  ownCredentials,
  defineRoute({
    url: '/api/Authorization/userinfo',
    access: ['signedIn', 'deactivated'],
    summary: 'Who is signed in, and what is still missing',
    answer: ItemResponse(UserInfo),
    run: async ({ services, caller }) => ({ data: orNotFound(await services.sessions.factOf(caller, userInfo)) })
  })
]
