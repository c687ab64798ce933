/** What the routes and loads of a day come to. Pure functions. */
import type { OverviewData } from './useOverview.ts'

export type PlannedRoute = OverviewData['routes'][number] & { readonly over: boolean }

/** Whether tonnes are more than a capacity, in whole kilograms, because sums of floating-point numbers are not exact. */
export const exceeds = (tonnes: number, capacity: number): boolean =>
  Math.round(tonnes * 1000) > Math.round(capacity * 1000)

/** The routes of a day, and whether the load of their vehicle is more than its capacity. */
export const routesOn = (
  { routes, planned }: Pick<OverviewData, 'routes' | 'planned'>,
  day: string
): readonly PlannedRoute[] => {
  const isOver = (vehicleId: number): boolean => {
    const load = planned.vehicles.find(({ id }) => id === vehicleId)
    return load !== undefined && exceeds(load.tonnes[planned.days.indexOf(day)] ?? 0, load.capacity)
  }
  return routes.filter(route => route.day === day).map(route => ({ ...route, over: isOver(route.vehicleId) }))
}

/** Whether there is something left to drive that its driver does not know of. */
export const isNotNotified = ({
  orders,
  finished,
  notified
}: Pick<PlannedRoute, 'orders' | 'finished' | 'notified'>): boolean => orders - finished > 0 && notified < orders

/** What the head of a day says of its routes. */
export const sumsOf = (routes: readonly PlannedRoute[]) => ({
  vehicles: routes.length,
  unknown: routes.filter(isNotNotified).length,
  over: routes.filter(({ over }) => over).length
})
