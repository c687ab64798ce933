/** Where the administrators of clients give their keys. */
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { hasRegister } from '../enabled.ts'
import { giveKeys, revokeKeys } from './commands.ts'
import { clientKeys } from './resource.ts'

export const ownKeysPage = definePage(clientKeys, {
  id: 'waste.ownKeys',
  route: '/client/registerKeys',
  group: 'portal',
  place: 5,
  icon: 'key',
  access: ['CLIENT_ADMIN'],
  enabledIf: hasRegister,
  search: false,
  columns: ['hint', 'createdAt', 'usedAt'],
  commands: [giveKeys, revokeKeys]
})
