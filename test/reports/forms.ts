/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const query = '@DateFrom=2026-11-01&@DateTo=2026-11-20&OrderBy=number'

export const forms: Forms = {
  'reports.prepareFile for ADMIN': { query },
  'reports.saveSet for ADMIN': { name: 'Listopad', isMonthly: true, query },
  'reports.editSet for ADMIN': { name: 'Listopad', isMonthly: false }
}
