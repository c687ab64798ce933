/** What scales report. A reading is kept as it came, stored once whatever the agent repeats, and never changed. */
import { timeZone } from '../../../src/contract/days.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { ReadingRow } from '../schema.ts'

export const readings = defineResource({
  type: 'weights.reading',
  title: 'reading of a scale',
  path: '/api/Admin/ScaleReadings',
  access: ['ADMIN'],
  schema: ReadingRow,
  table: 'weights.readings',
  alias: 'reading',
  joins: { scale: raw('join weights.scales scale on scale.id = reading.scale_id') },
  fields: {
    scaleName: joined('scale', 'name'),
    storeId: { sql: 'scale.internal_store_id', join: 'scale' },
    label: {
      sql: `concat_ws(' · ', to_char(reading.at at time zone '${timeZone}', 'DD.MM HH24:MI'), reading.weight || ' kg', scale.name)`,
      join: 'scale'
    }
  },
  filters: {
    ScaleId: filter(Id, id => sql`reading.scale_id = ${id}`),
    StoreId: filter(Id, id => sql`scale.internal_store_id = ${id}`, 'scale')
  },
  sort: '-at'
})
