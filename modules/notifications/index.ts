import { defineModule } from '../../src/kernel/module.ts'
import { failedMessages, failedMessagesCounter, failedMessagesPage, resendMessage, settleMessage } from './failed.ts'
import { observeMessages } from './figures.ts'
import { messages } from './messages.ts'
import { recordNews } from './news/record.ts'
import { clientNews } from './news/source.ts'
import { sendNews } from './news/tell.ts'
import { ownBell, readOwnNews } from './own-bell.ts'
import { PreferenceChannel, preferencesRoute, setPreference } from './preferences.ts'
import { messageSecrets, onMessageDelivered } from './queue.ts'
import { sendReminders } from './reminders.ts'
import { routes } from './routes.ts'
import { ClientNews, MessageChannel, MessageError, MessageStatus, MessageType, NotificationType } from './schema.ts'
import { sending } from './send.ts'
import { forgetMessages } from './sweep.ts'

/** The bell, and messages to people by SMS and e-mail. */
export const notifications = defineModule({
  name: 'notifications',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [
    MessageChannel,
    MessageStatus,
    MessageType,
    MessageError,
    NotificationType,
    PreferenceChannel,
    ClientNews
  ],
  resources: [messages, failedMessages],
  commands: [setPreference, readOwnNews, resendMessage, settleMessage],
  pages: [failedMessagesPage],
  counters: [failedMessagesCounter],
  routes: [...routes, preferencesRoute, ownBell],
  jobs: [sending],
  figures: observeMessages,
  extensionPoints: [messageSecrets, onMessageDelivered, clientNews],
  extends: [recordNews],
  schedules: [
    { name: 'notifications.reminders', every: '1h', run: sendReminders },
    { name: 'notifications.news', every: '20s', run: sendNews },
    {
      name: 'notifications.sweep',
      every: '1h',
      run: ({ db, now, settings }) => forgetMessages(db, now(), settings.messagesKeepMonths)
    }
  ]
})
