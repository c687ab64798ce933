/** Where clients are reached, and what they may see. */
import { languageOf } from '../../src/contract/languages.ts'
import { roleOf } from '../../src/contract/roles.ts'
import type { ClientContact, ClientContacts } from '../../src/kernel/access/identity.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { isActiveClient } from './fragments.ts'
import { hasOwnData } from './identify.ts'
import { ownDepartmentOnly } from './points.ts'

interface Found extends Omit<ClientContact, 'caller'> {
  readonly id: number
  readonly role: number
  readonly companyId: number | null
  readonly departmentId: number | null
  readonly ownDepartmentOnly: boolean
  readonly hasAllRequiredData: boolean
  readonly language: number
}

export const clientContactsOf: ClientContacts = async (services, database, accountIds) => {
  const found = await query<Found>(
    database,
    sql`select a.id, a.email, nullif(btrim(a.phone), '') as phone, a.language, a.password_hash is not null as "hasPassword",
        a.role, a.company_id as "companyId", a.department_id as "departmentId",
        (${hasOwnData(services)}) as "hasAllRequiredData",
        (${ownDepartmentOnly.of(services.extensions)}) as "ownDepartmentOnly"
      from users.accounts a where a.id = any(${[...accountIds]}::int[]) and ${raw(isActiveClient('a'))}`
  )
  return new Map(
    found.map(({ id, email, phone, hasPassword, role, language, ...rights }) => [
      id,
      {
        ...{ email, phone, hasPassword },
        caller: {
          ...rights,
          accountId: id,
          sessionId: '',
          role: roleOf(role),
          language: languageOf(language),
          isActivated: true,
          isDeactivated: false
        }
      }
    ])
  )
}
