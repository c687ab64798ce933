/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const aContainer = { containerNumber: 'K-1', description: 'Przy bramie', status: 1 }

export const forms: Forms = {
  'iot.edit for ADMIN': aContainer,
  'iot.edit for SERVICE_TECHNICAN': aContainer
}
