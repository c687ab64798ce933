import { defineForm } from '../../../src/kernel/commands/form.ts'
import { DriverData } from '../schema.ts'

export const DriverForm = defineForm({ schema: DriverData })
