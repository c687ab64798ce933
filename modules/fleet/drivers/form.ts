import { defineForm } from '../../../src/kernel/commands/form.ts'
import { DriverData } from '../schema.ts'

export const DriverForm = defineForm({
  schema: DriverData,
  fields: {
    lastName: { control: 'text' },
    firstName: { control: 'text' },
    phone: { control: 'text' },
    email: { control: 'text' }
  }
})
