import { defineLink } from '../../../src/kernel/commands/link.ts'
import { clients } from '../clients.ts'

/** Staff register a company for somebody, with the same panel as on the portal. */
export const register = defineLink(clients, {
  name: 'companies.register',
  selection: 'none',
  access: { ADMIN: {} },
  ui: { icon: 'building' },
  open: 'registration'
})
