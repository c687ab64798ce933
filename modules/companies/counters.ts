/** The counters of companies in the bell and on the dashboard's tiles. */
import { defineCounter } from '../../src/kernel/counters.ts'
import { NotificationType } from '../notifications/schema.ts'
import { inactivePage, unverifiedPage } from './pages.ts'
import { usersToVerifyPage } from './people/pages.ts'
import { waitingPlacesPage } from './places/pages.ts'

export const counters = [
  defineCounter(unverifiedPage, {
    code: NotificationType.clientsToVerify,
    name: 'clientsToVerify',
    icon: 'building',
    tone: 'warning',
    always: true
  }),
  defineCounter(inactivePage, {
    code: NotificationType.clientsToActivate,
    name: 'clientsToActivate',
    filters: { AwaitsActivation: true },
    icon: 'building',
    tone: 'warning'
  }),
  defineCounter(usersToVerifyPage, {
    code: NotificationType.usersToVerify,
    name: 'usersToVerify',
    filters: { Waiting: true },
    icon: 'user-edit',
    tone: 'warning',
    always: true
  }),
  defineCounter(waitingPlacesPage, {
    code: NotificationType.placesToVerify,
    name: 'placesToVerify',
    filters: { Waiting: true },
    icon: 'map-marker',
    tone: 'warning',
    always: true
  })
]
