/**
 * What people do with a card at the register: they confirm its receipt with the weighed mass, reject it, or confirm its transport. The command
 * keeps the act and enqueues the job that tells the register (`job.ts`), in one transaction; the card changes once the register has taken it.
 */
import { Type } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { cards } from '../cards/resource.ts'
import { CardMass, CardState } from '../cards/schema.ts'
import { hasRegister } from '../enabled.ts'
import { ActRecord, CardRecord, touched } from '../models.ts'
import { ActKind } from './schema.ts'

export const actQueue = 'waste.act'

const longestText = 500

const ReceiptForm = defineForm({
  schema: Type.Object({
    mass: Type.Number({
      ...CardMass,
      minimum: 0.0001,
      maximum: 9_999,
      messages: { required: 'waste.confirmReceipt.mass.required' }
    }),
    remarks: Type.Optional(Nullable(Type.String({ maxLength: longestText })))
  }),
  context: ['orderId'],
  // what the sender stated is not proposed: the mass comes from the weigh tickets of the card's order, or is typed
  derive: [
    { kind: 'fetched', call: '/api/Admin/Orders/{orderId}/finish-proposal', pick: 'data.weighedTonnage', to: 'mass' }
  ],
  fields: {
    mass: { label: 'waste.card.receivedMass', help: 'waste.confirmReceipt.mass.help', initial: 'empty' }
  }
})

const RejectForm = defineForm({
  schema: Type.Object({
    reason: Type.String({
      minLength: 1,
      maxLength: longestText,
      messages: { required: 'waste.reject.reason.required' }
    })
  })
})

const registerOff = (settings: Parameters<typeof hasRegister>[0]) =>
  hasRegister(settings) ? undefined : 'waste.registerOff'

/** Keeps the act, and enqueues the job. The card's version counts it, so that its readers see that something waits. */
async function keepAct(
  { trx, now, services, accountId }: CommandContext,
  cardId: number,
  act: { readonly kind: number; readonly mass?: number; readonly reason?: string | null }
): Promise<void> {
  const { kind, mass = null, reason = null } = act
  const { id: actId } = await ActRecord.query(trx).insert({
    cardId,
    kind,
    mass,
    reason,
    accountId,
    createdAt: now,
    dueAt: now
  })
  await services.jobs.send(trx, actQueue, { actId })
  await CardRecord.query(trx)
    .findById(cardId)
    .patch(touched as object)
}

const nothingWaits = { waitingAct: [null] } as const

export const confirmReceipt = defineCommand(cards, {
  name: 'waste.confirmReceipt',
  call: 'PUT /api/Admin/TransferCards/:id/confirm-receipt',
  access: {
    ADMIN: {
      when: { state: codes(CardState, ['confirmationGenerated']), isReceiver: [true], ...nothingWaits },
      form: ReceiptForm
    }
  },
  ui: { icon: 'verified', tone: 'success', key: 'c', queued: true, about: true, series: true },
  disabledIf: registerOff,
  async run(context, { id }, { mass, remarks }) {
    context.addAuditParams({ mass })
    await keepAct(context, id, { kind: ActKind.confirmReceipt, mass, reason: remarks?.trim() || null })
  }
})

export const reject = defineCommand(cards, {
  name: 'waste.reject',
  call: 'PUT /api/Admin/TransferCards/:id/reject',
  access: {
    ADMIN: {
      when: { state: codes(CardState, ['confirmationGenerated']), isReceiver: [true], ...nothingWaits },
      form: RejectForm
    }
  },
  ui: { icon: 'ban', tone: 'danger', queued: true, about: true },
  disabledIf: registerOff,
  async run(context, { id }, { reason }) {
    context.addAuditParams({ reason: reason.trim() })
    await keepAct(context, id, { kind: ActKind.reject, reason: reason.trim() })
  }
})

export const confirmTransport = defineCommand(cards, {
  name: 'waste.confirmTransport',
  call: 'PUT /api/Admin/TransferCards/:id/confirm-transport',
  selection: 'some',
  access: { ADMIN: { when: { state: codes(CardState, ['received']), isCarrier: [true], ...nothingWaits } } },
  ui: { icon: 'truck', tone: 'success', queued: true, confirm: true },
  disabledIf: registerOff,
  run: (context, { id }) => keepAct(context, id, { kind: ActKind.confirmTransport })
})
