/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = { 'notifications.setPreference for ADMIN': { type: 0, channel: 2, isOn: false } }
