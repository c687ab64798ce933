import { defineLink } from '../../../src/kernel/commands/link.ts'
import { clients } from '../resource.ts'

/** Staff register a company for somebody, with the same panel as on the portal. */
export const register = defineLink(clients, {
  name: 'companies.register',
  icon: 'building',
  selection: 'none',
  open: 'registration',
  access: { ADMIN: {} }
})
