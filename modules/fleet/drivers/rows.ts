import { raw } from '../../../src/kernel/database/sql.ts'
import { defineRows } from '../../../src/kernel/resources/rows.ts'
import { DriverRow } from '../schema.ts'

/** A person as the documents wrap it, over an alias of accounts. */
export const personData = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name,
    'phone', ${alias}.phone, 'email', ${alias}.email)`

const rows = defineRows({
  type: 'fleet.driver',
  schema: DriverRow,
  table: 'fleet.drivers',
  alias: 'p',
  fields: {
    id: 'p.id',
    version: 'p.version',
    lastName: { sql: 'p.last_name', sort: ['p.last_name', 'p.first_name'] },
    firstName: 'p.first_name',
    phone: 'p.phone',
    email: { sql: 'p.email', sort: ['lower(p.email)'] },
    userData: personData('p')
  },
  visibleTo: () => raw('false')
})

/** Accounts with the role of a driver that are not erased. History keeps none of their fields: a name may have to go for good. */
export const driverRows: typeof rows = { ...rows, history: { rows, fields: [] } }
