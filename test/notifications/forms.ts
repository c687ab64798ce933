/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'notifications.readOwnNews for CLIENT': { upTo: 1 },
  'notifications.readOwnNews for CLIENT_ADMIN': { upTo: 1 },
  'notifications.setPreference for ADMIN': { type: 0, channel: 2, isOn: false },
  'notifications.setPreference for CLIENT': { type: 22, channel: 0, isOn: true },
  'notifications.setPreference for CLIENT_ADMIN': { type: 20, channel: 1, isOn: false }
}
