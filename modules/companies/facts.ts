/** What this module adds to accounts: expressions over the alias `a` of users.accounts. */
import { roles } from '../../src/contract/roles.ts'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import {
  accountCompanyName,
  accountCountry,
  accountFacts,
  accountHasReceptionPlace,
  arePlacesDeactivated,
  companyAddress,
  companyBdoNumber,
  companyDeactivationReason,
  isCompanyActive,
  isDepartmentOf,
  ownDepartmentOnly,
  provenCompanyName
} from '../users/public.ts'
import { ClientType, Country, RegisterCheck } from './schema.ts'

const isClient = raw(`a.role in (${roles.CLIENT_ADMIN}, ${roles.CLIENT})`)

/** A client may act once its company is verified, active, and has at least one active reception place. */
const clientMayAct = sql`not coalesce(${isClient}, false) or exists (
  select from companies.companies c where c.id = a.company_id and c.verified and c.active
    and exists (select from companies.reception_places p where p.company_id = c.id and p.is_active))`

/** The comparisons with a register that names companies. `nameAgrees` is not among them: a register without names (Germany) never differs. */
const namesThatAgree = [RegisterCheck.addressDiffers, RegisterCheck.addressAgrees]

export const accountExtensions = [
  accountFacts.fill(clientMayAct),
  ownDepartmentOnly.fill(sql`a.role = ${roles.CLIENT} and coalesce(
    (select c.multi_department from companies.companies c where c.id = a.company_id), false)`),
  accountCountry.fill(raw('(select c.country from companies.companies c where c.id = a.company_id)')),
  accountCompanyName.fill(raw('(select c.name from companies.companies c where c.id = a.company_id)')),
  provenCompanyName.fill(
    raw(`(select c.name from companies.companies c where c.id = a.company_id
      and (c.verified or c.register_check in (${namesThatAgree.join(', ')})))`)
  ),
  companyDeactivationReason.fill(
    raw(`(select c.deactivation_reason from companies.companies c
      where c.id = a.company_id and c.verified and not c.active)`)
  ),
  isCompanyActive.fill(
    raw('coalesce((select c.verified and c.active from companies.companies c where c.id = a.company_id), false)')
  ),
  companyBdoNumber.fill(
    raw(`(select coalesce(c.bdo_number,
        case when c.country = ${Country.polish} and c.client_type = ${ClientType.company} then '' end)
      from companies.companies c where c.id = a.company_id)`)
  ),
  companyAddress.fill(
    raw(`(select json_build_object('city', c.city, 'street', c.street, 'postalCode', c.postal_code)
      from companies.companies c where c.id = a.company_id and a.role = ${roles.CLIENT_ADMIN})`)
  ),
  arePlacesDeactivated.fill(
    raw(`coalesce((select bool_and(not p.is_active and p.approved_at is not null)
      from companies.reception_places p where p.company_id = a.company_id), false)`)
  ),
  isDepartmentOf.fill(async (trx, departmentId, companyId) => {
    const found = await queryOne(
      trx,
      sql`select d.id from companies.departments d where d.id = ${departmentId} and d.company_id = ${companyId} for key share`
    )
    return found !== undefined
  }),
  accountHasReceptionPlace.fill(
    raw('exists (select from companies.reception_places p where p.company_id = a.company_id)')
  )
]
