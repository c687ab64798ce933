/** The contact of a place, who has no account, wants no more messages about arrivals. */
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { staffOnly } from '../../../src/kernel/history/history.ts'
import { ReceptionPlace } from '../models.ts'
import { places } from './resource.ts'

export const stopArrivalMessages = defineSystemCommand(places, {
  name: 'companies.stopArrivalMessages',
  async run({ trx, addAuditParams }, rows) {
    // the consent is between the contact and the office, which has recorded it
    addAuditParams({ [staffOnly]: 1 })
    for (const { id } of rows) await ReceptionPlace.query(trx).findById(id).patch({ arrivalMessages: false })
  }
})
