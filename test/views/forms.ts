/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const saved = { name: 'Jutro', page: 'orders.inProgress', state: { filters: { RealizationDate: 'tomorrow' } } }
const ofContainers = { name: 'Słabe', page: 'iot.containers', state: { filters: { BatteryStatus: '2' } } }
const replaced = { state: { sort: '-createdAt' } }

export const forms: Forms = {
  'views.create for ADMIN': saved,
  'views.create for SERVICE_TECHNICAN': ofContainers,
  'views.rename for ADMIN': { name: 'Pojutrze' },
  'views.rename for SERVICE_TECHNICAN': { name: 'Krytyczne' },
  'views.replace for ADMIN': replaced,
  'views.replace for SERVICE_TECHNICAN': replaced
}
