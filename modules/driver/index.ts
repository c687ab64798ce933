import { defineModule } from '../../src/kernel/module.ts'
import { trackingInMessages } from './arrivals/links.ts'
import { sendArrivals } from './arrivals/messages.ts'
import { arrivalRoute, arrivalTab } from './arrivals/of-order.ts'
import { noteOutsideHours } from './arrivals/outside-hours.ts'
import { stopPageRoute, stopRoute, trackingRoute } from './arrivals/route.ts'
import { ownPictureRoute, ownStepsRoute, ownStepsTab } from './clients/of-order.ts'
import { sendReports, toldOfCollections } from './clients/report.ts'
import { dayRoute } from './day/route.ts'
import { revokeDevice, sendLink } from './devices/commands.ts'
import { connectDevice, connectOwnDevice } from './devices/connect.ts'
import { deviceIdentity } from './devices/identify.ts'
import { appInNotices, linkInMessages } from './devices/in-messages.ts'
import { devicesPage } from './devices/pages.ts'
import { devices } from './devices/resource.ts'
import { acceptEvent, rejectEvent } from './events/decide.ts'
import { finishByDriver } from './events/finish.ts'
import { conflictCounter, conflictsPage, driverTab, eventsOfOrder } from './events/pages.ts'
import { reportEvents } from './events/report.ts'
import { events } from './events/resource.ts'
import { driverPhotos } from './photos/resource.ts'
import { pictureRoute, storePhotoRoute } from './photos/store.ts'
import { cardsOfStops } from './points.ts'
import { Conflict, DeviceState, EventKind, EventState, Failure } from './schema.ts'
import './security-events.ts'

/** The driver's app: devices of drivers, the day that they are shown, and what they report for their stops. */
export const driver = defineModule({
  name: 'driver',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [DeviceState, EventKind, EventState, Conflict, Failure],
  resources: [devices, events],
  commands: [sendLink, revokeDevice, connectDevice, connectOwnDevice, reportEvents, acceptEvent, rejectEvent],
  pages: [devicesPage, conflictsPage],
  routes: [
    dayRoute,
    storePhotoRoute,
    pictureRoute,
    eventsOfOrder,
    ownStepsRoute,
    ownPictureRoute,
    trackingRoute,
    stopPageRoute,
    stopRoute,
    arrivalRoute
  ],
  counters: [conflictCounter],
  schedules: [
    { name: 'driver.reports', every: '20s', run: sendReports },
    { name: 'driver.arrivals', every: '1m', run: sendArrivals },
    { name: 'driver.outsideHours', every: '1m', run: noteOutsideHours }
  ],
  extensionPoints: [cardsOfStops],
  extends: [
    arrivalTab,
    appInNotices,
    deviceIdentity,
    driverPhotos,
    driverTab,
    finishByDriver,
    linkInMessages,
    ownStepsTab,
    toldOfCollections,
    trackingInMessages
  ]
})
