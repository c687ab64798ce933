/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'imports.start for ADMIN': {
    kind: 'clients',
    blobFileName: 'imports/2026-01/0b8d5a2e-93a3-4c53-8f6e-3f1f6d2b7c11.csv',
    columns: [{ header: 'NIP', field: 'taxNumber' }],
    dryRun: true
  },
  'imports.setColumns for ADMIN': { columns: [{ header: 'NIP', field: 'taxNumber' }] }
}
