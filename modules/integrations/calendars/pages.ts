/** The pages of calendars: in the settings of the back office, and for clients, who come from the dialog of their company. */
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { makeCalendar, revokeCalendar } from './commands.ts'
import { calendars } from './resource.ts'

const commands = [makeCalendar, revokeCalendar]

export const calendarPages = [
  definePage(calendars, {
    id: 'integrations.calendars',
    route: '/config/calendars',
    group: 'settings',
    place: 9,
    access: ['ADMIN'],
    columns: [{ key: 'subject', grow: 2 }, 'kind', { key: 'owner', grow: 1.4 }, 'createdAt', 'readAt'],
    commands
  }),
  definePage(calendars, {
    id: 'integrations.clientCalendars',
    route: '/client/calendars',
    group: 'portal',
    place: 4,
    inMenu: false,
    access: ['CLIENT_ADMIN', 'CLIENT'],
    columns: [{ key: 'subject', grow: 2 }, 'createdAt', 'readAt'],
    commands
  })
]
