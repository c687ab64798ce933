import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { addApiKey, revokeApiKey } from './commands.ts'
import { apiKeys } from './resource.ts'

const blank = 'integrations.allCompanies'

export const apiKeysPage = definePage(apiKeys, {
  id: 'integrations.apiKeys',
  route: '/config/apiKeys',
  group: 'settings',
  place: 20,
  columns: [
    { key: 'name', grow: 2 },
    { key: 'scopeNames', grow: 2, under: 'name' },
    { key: 'companyName', grow: 1.4, blank },
    'state',
    'lastUsedAt',
    'expiresAt'
  ],
  filters: ['State'],
  commands: [addApiKey, revokeApiKey],
  panel: [
    detailsTab(
      apiKeys,
      [
        ...(['name', 'state', 'hint', 'scopeNames'] as const),
        { key: 'companyName', blank },
        ...(['networks', 'callsPerMinute', 'createdAt', 'expiresAt', 'lastUsedAt'] as const)
      ],
      { commands: [revokeApiKey] }
    ),
    historyTab(apiKeys)
  ]
})
