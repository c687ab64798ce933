/** The contact of a place that does not want to be told of drivers' arrivals any more says so without an account. */
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { ReceptionPlace } from '../models.ts'
import { places } from './resource.ts'

export const stopArrivalMessages = defineSystemCommand(places, {
  name: 'companies.stopArrivalMessages',
  async run({ trx }, rows) {
    for (const { id } of rows) await ReceptionPlace.query(trx).findById(id).patch({ arrivalMessages: false })
  }
})
