/**
 * The application as a value: settings in, a Fastify that is ready to listen or to be injected into out. What it runs on is opened
 * by `open-services.ts`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { tileOrigins } from '../config/map-types.ts'
import type { Settings } from '../config/settings.ts'
import type { Language } from './contract/languages.ts'
import { allCounters } from './kernel/counters.ts'
import { collectExtensions } from './kernel/extension-points.ts'
import { allEvents } from './kernel/history/events.ts'
import { readMessages } from './kernel/i18n/messages.ts'
import { openSchedules } from './kernel/jobs/schedules.ts'
import { openFirst } from './kernel/metadata/first.ts'
import { formRoutes } from './kernel/metadata/form-routes.ts'
import { metadataRoutes } from './kernel/metadata/routes.ts'
import { checkModules, enabledIn, type Module } from './kernel/module.ts'
import { allPages, type MenuGroupDefinition } from './kernel/pages/pages.ts'
import { withPanelAdditions } from './kernel/panel-additions.ts'
import { kernelPoints } from './kernel/points.ts'
import type { Product } from './kernel/product.ts'
import { routesOf } from './kernel/routes/resource-routes.ts'
import { bandText } from './kernel/serve/band.ts'
import { mountBrowser, readBuild } from './kernel/serve/browser.ts'
import { compressAnswers } from './kernel/serve/compression.ts'
import { mountCrashes } from './kernel/serve/crashes.ts'
import { tagAnswers } from './kernel/serve/etag.ts'
import { makeFastify, prepareHttp } from './kernel/serve/fastify.ts'
import { type Health, mountHealth, openHealth } from './kernel/serve/health.ts'
import { allowHosts } from './kernel/serve/hosts.ts'
import { housekeeping } from './kernel/serve/housekeeping.ts'
import { mountHub } from './kernel/serve/hub.ts'
import { keepIdleConnections } from './kernel/serve/idle-connections.ts'
import { measureHttp, serveMetrics } from './kernel/serve/metrics.ts'
import { mountCommand } from './kernel/serve/mount-command.ts'
import { mountRoute } from './kernel/serve/mount-route.ts'
import { listRoutes, type MountedRoute } from './kernel/serve/mounted-routes.ts'
import { limitLoad } from './kernel/serve/overload.ts'
import { warnOfProxy } from './kernel/serve/proxies.ts'
import type { Services } from './kernel/services.ts'
import { spanOf } from './kernel/traces.ts'
import { allVocabularies } from './kernel/vocabularies.ts'
import { modules as allModules, menu as usualMenu } from './modules.ts'
import { openServices } from './open-services.ts'
import { product as usualProduct } from './product.ts'

export interface AppOptions {
  readonly settings: Settings & { readonly databaseUrl: string }
  readonly now?: () => Date
  readonly modules?: readonly Module[]
  readonly menu?: readonly MenuGroupDefinition[]
  readonly product?: Product
  readonly logger?: object | boolean
  /** What the machine's clock says, in milliseconds since 1970; for tests. */
  readonly machineTime?: () => number
}

export interface Application {
  readonly app: FastifyInstance
  readonly services: Services
  /** Every route that is mounted, with who it is for. */
  readonly routes: readonly MountedRoute[]
  /** Begins the modules' own work: ingest, jobs. Without it only HTTP is served. */
  begin(): Promise<void>
  /** Runs what the application does by itself once, now, and rejects as it does; for tests. */
  runSchedule(name: string): Promise<void>
  /** Stops taking calls, ends the modules' work and closes the services. */
  close(): Promise<void>
}

/** Everything that the modules have, for those who need all of it. */
const everythingOf = (modules: readonly Module[]) => ({
  name: 'the application',
  extends: [
    allCounters.fill(modules.flatMap(module => module.counters ?? [])),
    allEvents.fill(modules.flatMap(module => module.events ?? [])),
    allPages.fill(modules.flatMap(module => module.pages ?? [])),
    allVocabularies.fill(modules.flatMap(module => module.vocabularies ?? []))
  ]
})

export async function buildApp({
  settings,
  now = () => new Date(),
  modules: given = allModules,
  menu = usualMenu,
  product = usualProduct,
  logger = false,
  machineTime
}: AppOptions): Promise<Application> {
  const every = withPanelAdditions(given)
  checkModules(every, menu)
  const modules = enabledIn(every, settings)
  const messages = readMessages([
    new URL('./kernel/messages/', import.meta.url),
    ...modules.flatMap(module => module.messages ?? [])
  ])
  const trustProxy = settings.trustProxy.length > 0 ? settings.trustProxy : false
  const app = makeFastify({ trustProxy, logger, messages })
  const routes = listRoutes(app)
  const extensions = collectExtensions([...modules, everythingOf(modules)], kernelPoints)
  const channels = modules.flatMap(module => module.notifications ?? [])
  const { services, close } = await openServices({
    settings,
    extensions,
    messages,
    channels,
    log: app.log,
    now,
    build: product.build(),
    machineTime
  })
  const health = openHealth(services, product.build())
  await mountAll(app, services, { modules, menu, product, health })
  const { begin, runSchedule, end } = ownWork(services, modules, health)
  return {
    app,
    services,
    get routes() {
      return routes()
    },
    begin,
    runSchedule,
    async close() {
      health.leave()
      // A proxy needs a moment to notice; what comes until then is answered.
      if (app.server.listening && settings.drainSeconds > 0) {
        await wait(settings.drainSeconds * 1_000)
        keepIdleConnections(app.server)
      }
      await app.close()
      await end()
      await close()
    }
  }
}

/** Prepares what every call passes, then mounts metadata, the modules' routes and commands, the hub, and the browser's part. */
async function mountAll(
  app: FastifyInstance,
  services: Services,
  { modules, menu, product, health }: Required<Pick<AppOptions, 'modules' | 'menu' | 'product'>> & { health: Health }
): Promise<void> {
  const { settings, extensions } = services
  allowHosts(app, settings)
  warnOfProxy(app, settings)
  measureHttp(app, services.metrics)
  await prepareHttp(app, services, limitLoad(app, services), product)
  compressAnswers(app)
  tagAnswers(app)
  mountHealth(app, health)
  const metadata = metadataRoutes({ modules, menu, counters: allCounters.of(extensions), home: product.home })
  for (const route of [...metadata, ...formRoutes(modules)]) mountRoute(app, services, route, 'ui')
  for (const { name, resources = [], routes: reads = [], commands = [] } of modules) {
    for (const route of [...resources.flatMap(routesOf), ...reads]) mountRoute(app, services, route, name)
    for (const command of commands) mountCommand(app, services, command, name)
  }
  for (const module of modules) module.figures?.(services)
  const build = readBuild(settings.browserDir)
  mountHub(app, services, modules, build?.id)
  mountCrashes(app, services, build?.id)
  const { contactPhone, contactEmail, staffSignUp } = settings
  const band = (language: Language): string | undefined => bandText(services, language)
  const { uploadOrigin } = services.storage
  const browser = { tileOrigins: tileOrigins(settings), uploadOrigin, contactPhone, contactEmail, staffSignUp, band }
  await mountBrowser(app, build, { ...browser, product, firstOf: openFirst(modules, product) })
}

/** What the modules do by themselves: jobs, their own starts, schedules; and the port of metrics and health. It ends in reverse. */
function ownWork(services: Services, modules: readonly Module[], health: Health) {
  const schedules = openSchedules(services, [...modules.flatMap(module => module.schedules ?? []), ...housekeeping])
  const endings: (() => Promise<void>)[] = []
  return {
    runSchedule: (name: string): Promise<void> => schedules.run(name),
    async begin(): Promise<void> {
      const { metricsPort: port, metricsHost: host } = services.settings
      let hasBegun = false
      services.runtime.readiness.push({ name: 'start', isReady: () => hasBegun })
      if (port > 0) endings.unshift(await serveMetrics(services.metrics, health, { host, port }))
      await services.clock.look()
      await services.jobs.prepare(modules.flatMap(module => module.jobs ?? []))
      for (const module of modules) {
        for (const job of module.jobs ?? [])
          await services.jobs.work(job, data =>
            spanOf('work', `job ${job.name}`, { 'messaging.destination.name': job.name }, () => job.run(services, data))
          )
        const end = await module.start?.(services)
        if (end) endings.unshift(end)
      }
      schedules.begin()
      endings.unshift(() => schedules.stop())
      hasBegun = true
    },
    async end(): Promise<void> {
      for (const end of endings) await end()
    }
  }
}
