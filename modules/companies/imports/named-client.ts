/** The client that a row names, by its tax number or else by its name. */
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { ImportRow } from '../../../src/kernel/imports/kind.ts'
import type { OrderTypeCode } from '../order-types/sets.ts'
import type { CountryCode } from '../schema.ts'

export interface NamedClient {
  readonly id: number
  readonly country: CountryCode
  /** The oldest department. */
  readonly departmentId: number
  /** The newest first. */
  readonly orderTypes: readonly OrderTypeCode[]
  readonly hasAdministrator: boolean
}

/** @throws kernel.invalid (400) at the field by which the row names it */
export async function clientOf({ trx }: CommandContext, { values }: ImportRow): Promise<NamedClient> {
  const { taxNumber, name } = values
  const number = typeof taxNumber === 'string' ? taxNumber.replaceAll(/\s/g, '').toUpperCase() : null
  if (number === null && typeof name !== 'string') return refuseField('taxNumber', 'check.required')
  const [found, other] = await query<NamedClient>(
    trx,
    sql`select c.id, c.country,
        (select min(d.id) from companies.departments d where d.company_id = c.id) as "departmentId",
        array(select t.order_type_id::int from companies.company_order_types t where t.company_id = c.id
          order by t.assigned_at desc, t.order_type_id) as "orderTypes",
        exists (select from companies.users u where u.company_id = c.id and u.role = 2
          and u.deactivated_at is null and u.confirmed_at is not null) as "hasAdministrator"
      from companies.companies c
      where c.tax_number = ${number} or (${number}::text is null and lower(c.name) = lower(${String(name ?? '')}))
      order by c.id limit 2`
  )
  const field = number === null ? 'name' : 'taxNumber'
  if (!found) return refuseField(field, 'companies.import.noClient')
  return other ? refuseField('taxNumber', 'companies.import.severalClients') : found
}
