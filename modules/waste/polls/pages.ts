import { defineCounter } from '../../../src/kernel/counters.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../../src/kernel/pages/tabs.ts'
import { NotificationType } from '../../notifications/schema.ts'
import { hasRegister } from '../enabled.ts'
import { polls } from './resource.ts'

export const pollsPage = definePage(polls, {
  id: 'waste.polls',
  route: '/config/wasteRegister',
  group: 'settings',
  place: 25,
  enabledIf: hasRegister,
  filters: ['Late'],
  columns: [
    { key: 'placeName', grow: 2, blank: 'waste.poll.allPlaces' },
    'kind',
    'state',
    { key: 'problem', grow: 1.4 },
    'readAt',
    'waiting'
  ],
  panel: [
    detailsTab(polls, [
      { key: 'placeName', blank: 'waste.poll.allPlaces' },
      ...(['kind', 'state', 'problem', 'readAt', 'triedAt', 'knownAt', 'waiting'] as const)
    ])
  ]
})

export const pollCounters = [
  defineCounter(pollsPage, {
    code: NotificationType.registerNotRead,
    name: 'registerNotRead',
    filters: { Late: true },
    icon: 'clock',
    tone: 'danger'
  })
]
