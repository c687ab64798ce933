/** SQL that several files of the fleet share. */
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { personName } from '../users/public.ts'

/** A person as an object, in the shape of the specification, over an alias of accounts. */
export const personData = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name,
    'phone', ${alias}.phone, 'email', ${alias}.email)`

/** `Jan Nowak`, over an alias of accounts; empty for one without a name. */
export const driverName = (alias: string): string => `coalesce(${personName(alias)}, '')`

/** A plate in capitals and without spaces, for comparing plates. It is the expression of the unique index. */
export const barePlate = (text: Sql): Sql => sql`upper(replace(${text}, ' ', ''))`

/** Vehicles (alias `vehicle`, the driver `driver`) whose plate or driver's name, in either order, contains the text. */
export const byPlateOrDriver = (text: string): Sql => {
  const term = text.trim()
  const names = sql`kernel.fold(driver.first_name || ' ' || driver.last_name || ' ' || driver.first_name)`
  return sql`(strpos(${barePlate(raw('vehicle.register_number'))}, ${barePlate(sql`${term}::text`)}) > 0
    or strpos(${names}, kernel.fold(${term}::text)) > 0)`
}
