/** Weigh tickets are added, corrected while they count, and withdrawn; each change is in the history with the masses before and after. */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { Load, nextNumber, Ticket, touched } from '../models.ts'
import { TicketState } from '../schema.ts'
import { CorrectionForm, TicketForm, WithdrawForm } from './forms.ts'
import { tickets } from './resource.ts'
import type { Share } from './shares.ts'
import { weigh } from './weigh.ts'

/** @returns whether the loads have changed */
async function replaceLoads(trx: Knex.Transaction, ticketId: number, shares: readonly Share[]): Promise<boolean> {
  const before = await Load.query(trx).delete().where({ ticket_id: ticketId }).returning('*')
  if (shares.length > 0) await Load.query(trx).insert(shares.map(share => ({ ticketId, ...share })))
  const masses = new Map(before.map(({ orderId, mass }) => [orderId, mass]))
  return masses.size !== shares.length || shares.some(({ orderId, mass }) => masses.get(orderId) !== mass)
}

export const addTicket = defineCreation(tickets, {
  name: 'weights.addTicket',
  call: 'POST /api/Admin/WeighTickets',
  access: { ADMIN: { form: TicketForm } },
  wire: { scope: 'weights:write' },
  ui: { key: 'n', opensIn: 'panel' },
  async run(context, data) {
    const { trx, now, accountId } = context
    const { columns, shares } = await weigh(context, data)
    const number = await nextNumber(trx, now)
    const { id } = await Ticket.query(trx).insert({ ...columns, number, accountId, createdAt: now })
    await replaceLoads(trx, id, shares)
    return { id }
  }
})

const whileValid = { state: [TicketState.valid] }

export const correctTicket = defineCommand(tickets, {
  name: 'weights.correctTicket',
  call: 'PUT /api/Admin/WeighTickets/:id',
  wire: { repeatsId: 'id' },
  access: { ADMIN: { when: whileValid, form: CorrectionForm } },
  ui: { icon: 'pencil', key: 'e', opensIn: 'panel' },
  async run(context, { id, at, storeId, vehicleId, tare, tareOrigin }, data) {
    const stored = { at: new Date(at), storeId, vehicleId, tare, tareOrigin }
    const corrected = { ...data, storeId: data.storeId ?? storeId, vehicleId: data.vehicleId ?? vehicleId }
    const { columns, shares } = await weigh(context, corrected, stored)
    const hasOtherLoads = await replaceLoads(context.trx, id, shares)
    const before = await Ticket.query(context.trx).findById(id).throwIfNotFound()
    const isOther = Object.entries(columns).some(
      ([column, value]) => !isDeepStrictEqual(before[column as keyof typeof columns], value)
    )
    const correction = hasOtherLoads || isOther ? { correctedAt: context.now } : {}
    await Ticket.query(context.trx)
      .findById(id)
      .patch({ ...columns, ...correction, ...(hasOtherLoads ? touched : {}) })
  }
})

export const withdrawTicket = defineCommand(tickets, {
  name: 'weights.withdrawTicket',
  call: 'PUT /api/Admin/WeighTickets/:id/withdraw',
  access: { ADMIN: { when: whileValid, form: WithdrawForm } },
  ui: { icon: 'ban', tone: 'danger' },
  async run({ trx, now, addAuditParams }, { id }, { reason }) {
    addAuditParams({ reason })
    await Ticket.query(trx).findById(id).patch({ withdrawnAt: now, withdrawReason: reason.trim() })
  }
})

export const ticketCommands = [addTicket, correctTicket, withdrawTicket]
