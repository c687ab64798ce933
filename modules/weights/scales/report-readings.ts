/** The agent of a scale reports stable readings, with an API key. What it sends twice is stored once; it sends until it has an answer. */
import { Type } from '@sinclair/typebox'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Instant, Text } from '../../../src/kernel/schema.ts'

/** More than the heaviest road train. */
export const heaviest = 100_000
const atOnce = 100

const Reading = Type.Object({
  key: Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', maxLength: 36 }),
  weight: Type.Integer({ minimum: 0, maximum: heaviest }),
  at: Instant,
  raw: Text(200)
})

export const reportReadings = defineAction({
  name: 'weights.reportReadings',
  call: 'POST /api/Scales/:id/readings',
  wire: { scope: 'weights:write', summary: 'Store stable readings of a scale: each key once, whatever is repeated' },
  access: {
    ADMIN: {
      form: defineForm({
        schema: Type.Object({ readings: Type.Array(Reading, { minItems: 1, maxItems: atOnce }) }),
        messagePrefix: 'weights.reading'
      })
    }
  },
  answer: Type.Object({
    stored: Type.Integer({ description: 'how many of them were new' }),
    known: Type.Integer({ description: 'how many were stored before' })
  }),
  async run({ trx, now, param, hint }, { readings }) {
    const id = param('id')
    const scale = await queryOne(
      trx,
      sql`select id from weights.scales where id = ${id} and removed_at is null for key share`
    )
    if (!scale) throwProblem('notFound')
    const stored = await query<{ id: number }>(
      trx,
      sql`insert into weights.readings (scale_id, key, weight, at, received_at, raw)
        select ${id}, given.key, given.weight, given.at, ${now}, given.raw
        from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as given (key uuid, weight integer, at timestamptz, raw text)
        on conflict (scale_id, key) do nothing returning id`
    )
    if (stored.length > 0) hint('weights.scale', [id])
    return { stored: stored.length, known: readings.length - stored.length }
  }
})
