import { resourceTab } from '../../../src/kernel/metadata/tabs.ts'
import { departmentCommands } from '../departments.ts'
import { departments } from './resource.ts'

/** The departments of a company, as a tab of its panel. */
export const departmentsTab = resourceTab('departments', departments, {
  load: '/api/Admin/Companies/:id/departments',
  columns: ['city', 'street', 'postalCode', { key: 'description', grow: 1.4 }],
  commands: departmentCommands
})
