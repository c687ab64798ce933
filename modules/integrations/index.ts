import { defineModule } from '../../src/kernel/module.ts'
import { makeAccountingFile } from './accounting/commands.ts'
import { editMapping, mappingPage, mappings } from './accounting/mapping.ts'
import { accountingFilesPage } from './accounting/pages.ts'
import { fileRoutes } from './accounting/routes.ts'
import { documents, runs } from './accounting/runs.ts'
import { BuyerKind, DocumentChange, ZeroRate } from './accounting/schema.ts'
import { makeCalendar, revokeCalendar } from './calendars/commands.ts'
import { calendarRoute } from './calendars/feed.ts'
import { calendarPages } from './calendars/pages.ts'
import { calendars } from './calendars/resource.ts'
import { CalendarKind } from './calendars/schema.ts'
import { feedRoute } from './events/feed.ts'
import { dropEvents } from './events/place.ts'
import { observeDeliveries } from './figures.ts'
import { addApiKey, revokeApiKey } from './keys/commands.ts'
import { keyIdentity } from './keys/identify.ts'
import { apiKeysPage } from './keys/pages.ts'
import { apiKeys } from './keys/resource.ts'
import { ApiKeyState } from './keys/schema.ts'
import './security-events.ts'
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
} from './webhooks/commands.ts'
import { deliverAll, giveUpSilent } from './webhooks/deliver.ts'
import { renewSecretKeys } from './webhooks/encryption.ts'
import { attemptsPage, webhookCounters, webhooksPage } from './webhooks/pages.ts'
import { attempts, webhooks } from './webhooks/resource.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { AttemptOutcome, OffReason, WebhookState } from './webhooks/schema.ts'

/** Interfaces for other programs: the feed of events, API keys, webhooks, calendars of collections. */
export const integrations = defineModule({
  name: 'integrations',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [
    ApiKeyState,
    WebhookState,
    OffReason,
    AttemptOutcome,
    CalendarKind,
    BuyerKind,
    ZeroRate,
    DocumentChange
  ],
  resources: [apiKeys, webhooks, attempts, calendars, runs, documents, mappings],
  commands: [
    ...[addApiKey, revokeApiKey],
    ...[addWebhook, editWebhook, changeSecret, testWebhook, replayWebhook, resendAttempt],
    ...[turnOffWebhook, turnOnWebhook, removeWebhook],
    ...[makeCalendar, revokeCalendar],
    ...[makeAccountingFile, editMapping]
  ],
  pages: [apiKeysPage, webhooksPage, attemptsPage, ...calendarPages, accountingFilesPage, mappingPage],
  counters: webhookCounters,
  figures: observeDeliveries,
  routes: [feedRoute, ...webhookRoutes, calendarRoute, ...fileRoutes],
  extends: [keyIdentity],
  schedules: [
    { name: 'integrations.webhooks', every: '1s', run: deliverAll },
    {
      name: 'integrations.events',
      every: '1h',
      run: ({ db, now, settings }) => dropEvents(db, now(), settings.eventsKeepDays)
    },
    { name: 'integrations.silentWebhooks', every: '1h', run: giveUpSilent },
    { name: 'integrations.secretKeys', every: '1h', run: renewSecretKeys }
  ]
})
