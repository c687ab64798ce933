import { resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { departmentCommands } from './commands.ts'
import { departments } from './resource.ts'

/** The departments of a company, as a tab of its panel. */
export const departmentsTab = resourceTab('departments', departments, {
  load: '/api/Admin/Companies/:id/departments',
  columns: ['city', 'street', 'postalCode', { key: 'description', grow: 1.4 }],
  commands: departmentCommands
})
