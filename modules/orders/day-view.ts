/** How orders in progress are shown by days: the headings of days and of vehicles, their marks and their commands. */
import { callOff, settleCalledOff } from './called-off/commands.ts'
import { calledOffRoutes } from './called-off/resource.ts'
import { finish } from './commands/finish.ts'
import { print, route } from './commands/links.ts'
import { notifyDriver } from './commands/notify-driver.ts'
import { replan } from './commands/replan.ts'
import { setDriver } from './commands/set-driver.ts'

/** The route has changed since its driver was notified. */
const changed = { name: 'changed', tone: 'warning', when: { changed: [true] } } as const

/** The view by days: the stops of each vehicle and day in their order, under a heading with the summary of the route. */
export const day = {
  name: 'day',
  sort: 'sequenceInRoute',
  groupBy: [
    { key: 'realizationDate', format: 'weekday' },
    { key: 'vehicle', blank: 'orders.noVehicle' }
  ],
  groups: {
    key: 'routeId',
    filter: 'RouteId',
    summary: '/api/Admin/Orders/routes',
    title: 'registerNumber',
    marks: [
      { name: 'over', tone: 'warning', when: { over: [true] } },
      changed,
      { name: 'otherDriver', tone: 'warning', when: { otherDriver: [true] } },
      { name: 'driverOfDay', tone: 'info', when: { driverOfDay: [true] } },
      { name: 'driverElsewhere', tone: 'warning', when: { driverElsewhere: [true] } },
      { name: 'driverAway', tone: 'danger', when: { driverAway: [true] } },
      { name: 'outOfService', tone: 'danger', when: { outOfService: [true] } }
    ],
    commands: [notifyDriver, print, route, replan, setDriver, finish],
    rowless: {
      resource: calledOffRoutes,
      fixed: { CalledOff: true, limit: 50 },
      titles: [{ key: 'day', format: 'weekday' }, 'registerNumber'],
      commands: [callOff, settleCalledOff]
    },
    over: {
      filter: 'RealizationDate',
      summary: '/api/Admin/Orders/days',
      marks: [{ name: 'doubleBooked', tone: 'warning', when: { driverElsewhere: [true] } }, changed],
      commands: [notifyDriver, print],
      // a day has several
      labels: { [notifyDriver.name]: 'orders.realize.next' }
    }
  }
} as const
