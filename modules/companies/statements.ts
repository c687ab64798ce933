/** Statements of companies and places for reports and the dashboard. Each docstring lists the columns. */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { startOfDay } from '../../src/kernel/resources/fields.ts'

/**
 * A statement for reports with one row for each place of every client, and one row for a client without places. It gives
 * `company_id, client, tax_number, company_bdo, verified, active, place_id, city, street, postal_code, phone, place_bdo,
 * place_active, order_types` (the sorted codes of the place's order types).
 */
export const clientPlaces: Sql = raw(`
  select c.id as company_id, c.name as client, c.tax_number, c.bdo_number as company_bdo, c.verified, c.active,
    p.id as place_id, p.city, p.street, p.postal_code, p.phone, p.bdo_number as place_bdo, p.is_active as place_active,
    array(select t.order_type_id::int from companies.place_order_types t
      where t.reception_place_id = p.id order by t.order_type_id) as order_types
  from companies.companies c left join companies.reception_places p on p.company_id = c.id`)

/** A statement of the companies that existed at the end of a day: `id, is_new`. New means registered on that day. */
export const companiesAtEndOf = (day: string): Sql => sql`
  select c.id, c.created_at >= ${startOfDay(day)} as is_new from companies.companies c where c.created_at < ${startOfDay(day, 1)}`

/** A statement of the reception places that existed at the end of a day: `id, is_new, order_types` (codes). */
export const placesAtEndOf = (day: string): Sql => sql`
  select p.id, p.created_at >= ${startOfDay(day)} as is_new,
    array(select t.order_type_id::int from companies.place_order_types t where t.reception_place_id = p.id) as order_types
  from companies.reception_places p where p.created_at < ${startOfDay(day, 1)}`

/** An expression: how many people ask to join the reader's company; 0 for who may not let them in. */
export const peopleWhoAsk = (reader: Reader): Sql =>
  reader.role === 'CLIENT_ADMIN'
    ? sql`(select count(*)::int from companies.users u
        where u.confirmed_at is null and u.deactivated_at is null and ${visibleTo(reader, 'u.company_id', 'u.department_id')})`
    : raw('0')

/** A statement that finds the company once nobody of it may order any more: the staff have deactivated it, or each of its places. */
export const shutCompany = (companyId: number | null): Sql => sql`
  select c.id from companies.companies c where c.id = ${companyId} and c.verified
    and (not c.active and c.deactivation_reason is not null or (select bool_and(not p.is_active and p.approved_at is not null)
      from companies.reception_places p where p.company_id = c.id))`

/** A statement that gives `id, postal_code` of every reception place. */
export const placePostalCodes: Sql = raw('select p.id, p.postal_code from companies.reception_places p')
