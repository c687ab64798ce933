/** A device reports what has happened at its stops; it repeats until it has an answer. */
import { Type } from '@sinclair/typebox'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { orderResources } from '../../orders/resources.ts'
import { EventId, EventsAnswer, maxEvents } from '../contract.ts'
import { events } from './resource.ts'
import { type Given, takeEvents } from './take.ts'

/** Only the id is required here: what else is wrong is answered for the event alone (`judge.ts`). */
const Sent = Type.Object(
  { id: EventId },
  {
    additionalProperties: true,
    description:
      'also orderId, type, at, sentAt, position and data; what is wrong in one of them is said of this event alone'
  }
)

export const reportEvents = defineAction({
  name: 'driver.reportEvents',
  call: 'POST /api/Driver/events',
  wire: {
    device: true,
    patient: true,
    batch: true,
    rateLimit: { max: 120, timeWindow: 60_000 },
    summary: `What a driver reports for his stops: each event once by its id, at most ${maxEvents} a call`
  },
  access: {
    DRIVER: {
      form: defineForm({
        schema: Type.Object({ events: Type.Array(Sent, { minItems: 1, maxItems: maxEvents }) }),
        messagePrefix: 'driver'
      })
    }
  },
  answer: EventsAnswer,
  async run(context, { events: given }) {
    const caller = context.caller ?? throwProblem('unauthorized')
    const { answers, orderIds, conflicts } = await takeEvents(context, caller, given as readonly Given[])
    if (orderIds.length > 0) context.hint(orderResources.orders.subjectType, orderIds)
    if (orderIds.length > 0) context.hint(events.type, conflicts)
    const { messages } = context.services
    return answers.map(answer =>
      answer.result === 'refused'
        ? { ...answer, detail: messages.say(context.language, `driver.refused.${answer.reason}`) }
        : answer
    )
  }
})
