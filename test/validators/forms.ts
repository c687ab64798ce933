/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'validators.run for ADMIN': { validatorTypes: [0, 3, 5] },
  'validators.explain for ADMIN': { comment: 'Waga była w naprawie' },
  'validators.approve for ADMIN': { comment: 'Uzgodnione z klientem.\nStoi tam do końca roku.' }
}
