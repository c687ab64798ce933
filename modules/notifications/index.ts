import { beginHourly } from '../../src/kernel/jobs/hourly.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { messages } from './messages.ts'
import { PreferenceChannel, preferencesRoute, sendReminders, setPreference } from './preferences.ts'
import { onMessageDelivered } from './public.ts'
import { routes } from './routes.ts'
import { MessageChannel, MessageError, MessageStatus, MessageType, NotificationType } from './schema.ts'
import { sending } from './send.ts'

/** The bell, and messages to people by SMS and e-mail. */
export const notifications = defineModule({
  name: 'notifications',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [MessageChannel, MessageStatus, MessageType, MessageError, NotificationType, PreferenceChannel],
  resources: [messages],
  commands: [setPreference],
  routes: [...routes, preferencesRoute],
  jobs: [sending],
  extensionPoints: [onMessageDelivered],
  start: services => beginHourly(services, 'notifications: reminding', sendReminders)
})
