import { defineCounter } from '../../../src/kernel/counters.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { NotificationType } from '../../notifications/schema.ts'
import {
  addWebhook,
  changeSecret,
  editWebhook,
  removeWebhook,
  replayWebhook,
  resendAttempt,
  testWebhook,
  turnOffWebhook,
  turnOnWebhook
} from './commands.ts'
import { attempts, webhooks } from './resource.ts'
import { WebhookState } from './schema.ts'

const blank = 'integrations.allCompanies'
const changes = [editWebhook, testWebhook, replayWebhook, turnOffWebhook, turnOnWebhook, changeSecret, removeWebhook]

export const webhooksPage = definePage(webhooks, {
  id: 'integrations.webhooks',
  route: '/config/webhooks',
  group: 'settings',
  place: 21,
  columns: [
    { key: 'url', grow: 2 },
    { key: 'typeNames', grow: 2, under: 'url' },
    { key: 'companyName', grow: 1.2, blank },
    'state',
    'waiting',
    'failingSince'
  ],
  filters: ['State'],
  commands: [addWebhook, ...changes],
  panel: [
    detailsTab(
      webhooks,
      [
        ...(['url', 'typeNames'] as const),
        { key: 'companyName', blank },
        ...(['state', 'offReason', 'waiting', 'failingSince', 'pausedUntil', 'formerUntil', 'createdAt'] as const)
      ],
      { commands: changes }
    ),
    resourceTab('attempts', attempts, {
      parent: 'WebhookId',
      columns: ['at', 'type', 'outcome', 'status', 'milliseconds', 'nextAt'],
      commands: [resendAttempt]
    }),
    historyTab(webhooks)
  ]
})

export const attemptsPage = definePage(attempts, {
  id: 'integrations.attempts',
  route: '/config/webhookAttempts',
  group: 'settings',
  place: 22,
  columns: [
    'at',
    { key: 'url', grow: 2 },
    { key: 'type', grow: 1.4, under: 'url' },
    'outcome',
    'status',
    'milliseconds',
    'nextAt'
  ],
  filters: ['Outcome'],
  commands: [resendAttempt],
  panel: [
    detailsTab(
      attempts,
      [
        ...(['at', 'url', 'messageId', 'type', 'outcome', 'status', 'milliseconds', 'try', 'nextAt'] as const),
        ...(['answer', 'body'] as const)
      ],
      { commands: [resendAttempt] }
    )
  ]
})

export const webhookCounters = [
  defineCounter(webhooksPage, {
    code: NotificationType.webhooksGivenUp,
    name: 'webhooksGivenUp',
    filters: { State: WebhookState.givenUp },
    icon: 'link',
    tone: 'danger'
  })
]
