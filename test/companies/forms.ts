/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'companies.verifyCompany for anyone': { taxNumber: '5252344078', country: 1 }
}
