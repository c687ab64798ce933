import type { Static } from '@sinclair/typebox'
import { defineCreation } from '../../../src/kernel/commands/command.ts'
import { addPerson } from '../../users/public.ts'
import type { DriverData } from '../schema.ts'
import { DriverForm } from './form.ts'
import { driverRows } from './rows.ts'

/** A new driver is a confirmed account; a letter invites it to set a password. */
export const addDriver = defineCreation(driverRows)({
  name: 'fleet.addDriver',
  call: 'POST /api/Admin/Users/AddDriver',
  icon: 'plus',
  tone: 'info',
  access: { ADMIN: { form: DriverForm } },
  effects: ['reload'],
  async run(context, person: Static<typeof DriverData>) {
    return { id: await addPerson(context, 'DRIVER', person) }
  }
})
