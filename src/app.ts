/**
 * The application as a value: settings in, a Fastify that is ready to listen or to be injected into out. Services are made
 * in the order of their needs and stopped in reverse.
 */
import type { FastifyInstance } from 'fastify'
import { tileOrigins } from '../config/map-types.ts'
import { mayMailPlainly } from '../config/production.ts'
import type { Settings } from '../config/settings.ts'
import { secretsOf } from './kernel/access/secrets.ts'
import { identityChannel, openSessions } from './kernel/access/sessions.ts'
import { openTokens } from './kernel/access/tokens.ts'
import { allCounters } from './kernel/counters.ts'
import { openDatabase } from './kernel/database/database.ts'
import { collectExtensions } from './kernel/extension-points.ts'
import { openScanner } from './kernel/files/scanner.ts'
import { readMessages } from './kernel/i18n/messages.ts'
import { openJobs } from './kernel/jobs/jobs.ts'
import { openSchedules } from './kernel/jobs/schedules.ts'
import { openMail, senderOf } from './kernel/messaging/mail.ts'
import { openSms } from './kernel/messaging/sms.ts'
import { openFirst } from './kernel/metadata/first.ts'
import { formRoutes } from './kernel/metadata/form-routes.ts'
import { metadataRoutes } from './kernel/metadata/routes.ts'
import { openMetrics } from './kernel/metrics.ts'
import { checkModules, enabledIn, type Module } from './kernel/module.ts'
import { allPages, type MenuGroupDefinition } from './kernel/pages/pages.ts'
import { withPanelAdditions } from './kernel/panel-additions.ts'
import { kernelPoints } from './kernel/points.ts'
import type { Product } from './kernel/product.ts'
import { hintsChannel, openHints } from './kernel/realtime/hints.ts'
import { openListener } from './kernel/realtime/listener.ts'
import { routesOf } from './kernel/routes/resource-routes.ts'
import { accountsOfEmails, openSecurityEvents } from './kernel/security/events.ts'
import { mountBrowser, readBuild } from './kernel/serve/browser.ts'
import { compressAnswers } from './kernel/serve/compression.ts'
import { mountCrashes } from './kernel/serve/crashes.ts'
import { tagAnswers } from './kernel/serve/etag.ts'
import { makeFastify, prepareHttp } from './kernel/serve/fastify.ts'
import { mountHealth } from './kernel/serve/health.ts'
import { allowHosts } from './kernel/serve/hosts.ts'
import { housekeeping } from './kernel/serve/housekeeping.ts'
import { mountHub } from './kernel/serve/hub.ts'
import { measureHttp, serveMetrics } from './kernel/serve/metrics.ts'
import { mountCommand } from './kernel/serve/mount-command.ts'
import { mountRoute } from './kernel/serve/mount-route.ts'
import { listRoutes, type MountedRoute } from './kernel/serve/mounted-routes.ts'
import { limitLoad } from './kernel/serve/overload.ts'
import { warnOfProxy } from './kernel/serve/proxies.ts'
import type { Services } from './kernel/services.ts'
import { openStorage } from './kernel/storage/open.ts'
import { allVocabularies } from './kernel/vocabularies.ts'
import { modules as allModules, menu as usualMenu } from './modules.ts'
import { product as usualProduct } from './product.ts'

export interface AppOptions {
  readonly settings: Settings & { readonly databaseUrl: string }
  readonly now?: () => Date
  readonly modules?: readonly Module[]
  readonly menu?: readonly MenuGroupDefinition[]
  readonly product?: Product
  readonly logger?: object | boolean
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
  logger = false
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
  const { log } = app
  const routes = listRoutes(app)
  const url = settings.databaseUrl
  const db = openDatabase({ url })
  const isWorker = settings.roles.includes('worker')
  const extensions = collectExtensions([...modules, everythingOf(modules)], kernelPoints)
  const notifications = modules.flatMap(module => module.notifications ?? [])
  const listener = await openListener({ url, channels: [hintsChannel, identityChannel, ...notifications], log })
  const hints = openHints(listener)
  const sessions = openSessions({ db, extensions, settings, listener })
  const jobs = await openJobs({ url, log, worker: isWorker })
  const metrics = openMetrics()
  const ownerOf = accountsOfEmails.of(extensions)
  const security = openSecurityEvents({ db, log, metrics, settings, now, accountsOfEmails: ownerOf })
  const mail = openMail({
    url: settings.mailUrl,
    from: settings.mailFrom,
    sender: senderOf(settings),
    requireTls: !mayMailPlainly(settings),
    log
  })
  const services: Services = {
    settings,
    db,
    listener,
    messages,
    hints,
    jobs,
    mail,
    sms: openSms({ url: settings.smsUrl, token: settings.smsToken, from: settings.smsFrom, log }),
    storage: await openStorage({ settings, log }),
    scanner: settings.scannerUrl
      ? openScanner(settings.scannerUrl, err => log.warn({ err }, 'files: the scanner could not be asked'))
      : undefined,
    tokens: openTokens(secretsOf(settings)),
    sessions,
    security,
    metrics,
    extensions,
    runtime: { readiness: [], mqttPort: () => undefined },
    log,
    now
  }

  allowHosts(app, settings)
  warnOfProxy(app, settings)
  measureHttp(app, services.metrics)
  await prepareHttp(app, services, limitLoad(app, services), product)
  compressAnswers(app)
  tagAnswers(app)
  await mountHealth(app, services)
  const metadata = metadataRoutes({ modules, menu, counters: allCounters.of(extensions), home: product.home })
  for (const route of [...metadata, ...formRoutes(modules)]) mountRoute(app, services, route, 'ui')
  for (const { name, resources = [], routes: reads = [], commands = [] } of modules) {
    for (const route of [...resources.flatMap(routesOf), ...reads]) mountRoute(app, services, route, name)
    for (const command of commands) mountCommand(app, services, command, name)
  }
  const build = readBuild(settings.browserDir)
  mountHub(app, services, modules, build?.id)
  mountCrashes(app, services, build?.id)
  const { contactPhone, contactEmail, staffSignUp } = settings
  const { uploadOrigin } = services.storage
  const browser = { tileOrigins: tileOrigins(settings), uploadOrigin, contactPhone, contactEmail, staffSignUp }
  await mountBrowser(app, build, { ...browser, product, firstOf: openFirst(modules, product) })

  const schedules = openSchedules(services, [...modules.flatMap(module => module.schedules ?? []), ...housekeeping])
  const endings: (() => Promise<void>)[] = []
  return {
    app,
    services,
    get routes() {
      return routes()
    },
    runSchedule: name => schedules.run(name),
    async begin() {
      for (const module of modules) {
        for (const job of module.jobs ?? []) await jobs.work(job, data => job.run(services, data))
        const end = await module.start?.(services)
        if (end) endings.unshift(end)
      }
      schedules.begin()
      endings.unshift(() => schedules.stop())
      const { metricsPort, host } = settings
      if (metricsPort > 0) endings.unshift(await serveMetrics(services.metrics, metricsPort, host))
    },
    async close() {
      await app.close()
      for (const end of endings) await end()
      await jobs.stop()
      await security.stop()
      sessions.stop()
      hints.stop()
      await listener.stop()
      mail.stop()
      await db.destroy()
    }
  }
}
