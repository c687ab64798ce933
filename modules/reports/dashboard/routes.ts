import { Type } from '@sinclair/typebox'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { memberOf } from '../../../src/contract/vocabulary.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { Day, EnumOf, Nullable } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Region } from '../schema.ts'
import { chartOf } from './charts.ts'
import { overviewRoute } from './overview.ts'
import { companyStatistics, orderStatistics, placeStatistics } from './statistics.ts'

const Amount = Type.Integer({ minimum: 0 })
const amounts = (...names: readonly string[]) =>
  Type.Object({ date: Day, ...Object.fromEntries(names.map(name => [name, Amount])) })

const OfDay = { Date: Type.Optional(Day) }
const OfRegions = {
  Regions: Type.Optional(
    Type.Array(EnumOf(Region), { maxItems: 4, description: 'of the reception place; all without' })
  )
}

const yesterday = ({ now }: Services): string => addDays(dayOf(now()), -1)

/** The call of a chart. It shows the days up to yesterday, by default seven. */
const chartRoute = (url: string, what: 'count' | 'value', summary: string) =>
  defineRoute({
    url,
    access: ['ADMIN'],
    summary,
    query: Type.Object({ Days: Type.Integer({ minimum: 1, maximum: 366, default: 7 }), ...OfRegions }),
    replica: true,
    answer: ItemResponse(
      Type.Object({
        lineChartData: Type.Array(
          Type.Object({
            region: Nullable(EnumOf(Region)),
            name: Type.String({ description: 'in the caller’s language' }),
            data: Type.Record(Type.String(), Type.Number(), { description: 'values by day' })
          }),
          { description: 'the sum of what was asked for (region null), then each region' }
        )
      })
    ),
    run: async ({ services, caller, query: { Days: days, Regions: regions = [] } }) => {
      const series = await chartOf(services.db, what, { lastDay: yesterday(services), days, regions })
      const lineChartData = series.map(({ region, data }) => ({
        region,
        name: services.messages.say(caller.language, regionName(region, regions.length)),
        data
      }))
      return { data: { lineChartData } }
    }
  })

const regionName = (region: number | null, asked: number): string => {
  if (region !== null) return `reports.region.${memberOf(Region, region)}`
  return asked > 0 ? 'reports.regions.chosen' : 'reports.regions.all'
}

export const dashboardRoutes = [
  defineRoute({
    url: '/api/Dashboard/orders/statistics',
    access: ['ADMIN'],
    summary: 'Orders placed on a day, and orders active at its end; yesterday in Warsaw when no day is given',
    query: Type.Object({ ...OfDay, ...OfRegions }),
    replica: true,
    answer: ItemResponse(
      amounts(
        'newOrdersAmount',
        'activeOrdersAmount',
        'containerActiveOrdersAmount',
        'tonnageActiveOrdersAmount',
        'vehicleActiveOrdersAmount'
      )
    ),
    run: async ({ services, query: { Date: given, Regions = [] } }) => {
      const date = given || yesterday(services)
      return { data: { date, ...(await orderStatistics(services.db, date, Regions)) } }
    }
  }),
  defineRoute({
    url: '/api/Dashboard/companies/statistics',
    access: ['ADMIN'],
    summary: 'Companies registered on a day, and all at its end; yesterday in Warsaw when no day is given',
    query: Type.Object(OfDay),
    replica: true,
    answer: ItemResponse(amounts('newClients', 'totalClientsAmount')),
    run: async ({ services, query: { Date: given } }) => {
      const date = given || yesterday(services)
      return { data: { date, ...(await companyStatistics(services.db, date)) } }
    }
  }),
  defineRoute({
    url: '/api/Dashboard/reception-places/statistics',
    access: ['ADMIN'],
    summary: 'Reception places added on a day, and all at its end, by order types; yesterday when no day is given',
    query: Type.Object(OfDay),
    replica: true,
    answer: ItemResponse(
      amounts(
        ...['New', 'Total'].flatMap(which =>
          ['', 'container', 'tonnage', 'vehicle'].map(type => {
            const name = `${type}${which}ReceptionPlacesAmount`
            return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
          })
        )
      )
    ),
    run: async ({ services, query: { Date: given } }) => {
      const date = given || yesterday(services)
      return { data: { date, ...(await placeStatistics(services.db, date)) } }
    }
  }),
  chartRoute(
    '/api/Dashboard/orders/charts/values-per-date',
    'value',
    'Net value in PLN of the orders placed, per day; those by the tonne count once weighed, with their tonnes × price'
  ),
  chartRoute('/api/Dashboard/orders/charts/count-per-date', 'count', 'How many orders were placed, per day'),
  overviewRoute
]
