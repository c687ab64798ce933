import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { dayOf as businessDayOf } from '../../../src/contract/days.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { Day } from '../../../src/kernel/schema.ts'
import { names } from '../../../src/kernel/serve/etag.ts'
import { DriverDay } from '../contract.ts'
import { dayOf } from './day.ts'

export const dayRoute = defineRoute({
  url: '/api/Driver/day',
  access: ['DRIVER'],
  device: true,
  patient: true,
  summary: 'The own routes of a day with their stops, and what was reported for them; 304 while nothing has changed',
  rateLimit: { max: 600, timeWindow: 3_600_000 },
  query: Type.Object({ date: Type.Optional(Type.String({ ...Day, description: 'today, if left out' })) }),
  answer: ItemResponse(DriverDay),
  async run({ services, caller, query: { date }, request, reply }) {
    const data = await dayOf(services, caller, date ?? businessDayOf(services.now()))
    const body = JSON.stringify({ data })
    // weak, because each encoding of the answer has it
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    reply.headers({ etag: `W/${tag}`, 'cache-control': 'private, no-cache' })
    if (names(request.headers['if-none-match'], tag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    return body
  }
})
