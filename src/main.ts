/**
 * The process: settings → database → migrations → application → listen; stopped in reverse, the embedded database last.
 * Without DATABASE_URL and MQTT_URL everything runs from this folder, with a demo business in it.
 */
import { folderFaults } from '../config/folders.ts'
import { developmentSecret } from '../config/secret.ts'
import type { Settings } from '../config/settings.ts'
import { type Application, buildApp } from './app.ts'
import { counted } from './counted.ts'
import { beginDemo, beginDemoAccounting, beginDemoServices } from './demo.ts'
import { recordSpans } from './kernel/traces.ts'
import { untilAnswering } from './kernel/upgrade/answering.ts'
import { warnOfSuperuser } from './kernel/upgrade/rights.ts'
import { bringUpToDate } from './kernel/upgrade/upgrade.ts'
import { logger } from './logger.ts'
import { settingsOrExit } from './settings.ts'
import { openStopping } from './stopping.ts'
import { versionOf } from './version.ts'
import { isPlain, takeWarnings, voiceOf } from './voice.ts'
import { welcomeFacts, welcomeText } from './welcome.ts'

const started = performance.now()
const plain = isPlain(process.env, process.stdout)
const voice = voiceOf(plain)
const { say } = voice

function settingsWithSecret(): Settings {
  const settings = settingsOrExit(folderFaults, voice.complain)
  return settings.tokenSecret ? settings : { ...settings, tokenSecret: developmentSecret(settings.dataDir) }
}

if (!plain) takeWarnings(voice)
const { deno } = process.versions as { deno?: string }
voice.note('Opony starts', {
  ...versionOf(),
  node: process.version,
  ...(deno ? { deno } : {}),
  roles: process.env.ROLES || 'all'
})
const settings = settingsWithSecret()
const stopping = openStopping(voice)

/** Reached only when no DATABASE_URL is set: an installation with a database of its own need not have the programs. */
async function ownPostgres(): Promise<string> {
  const { startPostgres } = await import('./embedded/postgres.ts')
  const starting = startPostgres({
    dataDir: settings.dataDir,
    durable: true,
    log: say,
    onLost: ({ message }) => stopping.fail(new Error(`Opony stops: ${message}`))
  })
  stopping.add(async () => (await starting.catch(() => undefined))?.stop())
  return (await starting).url
}

async function listen({ app, services: { settings } }: Application): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${settings.port} is taken. Stop what listens there, or set PORT to a free one.`)
  }
}

/** Where this process itself reaches what it serves; undefined where it serves nothing. */
function ownAddress({ app }: Application): string | undefined {
  const listening = app.server.address()
  if (typeof listening !== 'object' || listening === null) return undefined
  const { address, port, family } = listening
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** In one piece: whoever waits for these lines has all of them. */
function welcome({ app, services }: Application, logins: readonly string[]): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : undefined
  const seconds = (performance.now() - started) / 1000
  const ready = { settings, seconds, port, mqttPort: services.runtime.mqttPort(), logins }
  if (plain) say(welcomeText(ready))
  else say('Opony is ready', welcomeFacts(ready))
}

/** The packages are loaded only here, so that nobody else waits for them. */
async function beginTraces(endpoint: string): Promise<void> {
  const { openTraces } = await import('./traces.ts')
  const traces = openTraces({ endpoint, build: versionOf(), complain: voice.warn })
  recordSpans(traces.tracer)
  stopping.add(() => traces.stop())
}

async function start(): Promise<void> {
  if (settings.otelExporterOtlpEndpoint) await beginTraces(settings.otelExporterOtlpEndpoint)
  const databaseUrl = settings.databaseUrl || (await ownPostgres())
  stopping.check()
  await untilAnswering(databaseUrl, {
    seconds: settings.databaseWaitSeconds,
    warn: plain ? say : voice.warn,
    check: stopping.check
  })
  const onWaiting = (step: string): void =>
    say(`Database: ${step} waits until no older process is connected (npm run migrate says which are)`)
  const steps = await bringUpToDate({ ...settings, databaseUrl }, { onWaiting })
  if (steps.length > 0) say(`Database: ${counted(steps.length, 'migration')} done`)
  stopping.check()
  const accounting = await beginDemoAccounting(settings)
  if (accounting) stopping.add(() => accounting.stop())
  const services = await beginDemoServices({ ...settings, databaseUrl })
  if (services) stopping.add(() => services.stop())
  stopping.check()
  const application = await buildApp({
    settings: { ...settings, ...accounting?.settings, ...services?.settings, databaseUrl },
    logger: logger(settings, plain)
  })
  stopping.add(() => application.close())
  await warnOfSuperuser(application.services)
  stopping.check()
  const demo = settings.demo ? await beginDemo(application.services, say) : undefined
  stopping.check()
  await application.begin()
  if (demo) stopping.add(await demo.drive())
  stopping.check()
  if (settings.roles.includes('web')) await listen(application)
  accounting?.reportTo(ownAddress(application) ?? settings.portalUrl)
  stopping.check()
  welcome(application, demo?.logins ?? [])
}

try {
  await start()
} catch (error) {
  if (!stopping.begun()) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const wantsStack = settings.logLevel === 'debug' || settings.logLevel === 'trace'
    stopping.fail(new Error(`Opony could not start: ${message}${wantsStack ? `\n${stack}` : ''}`))
  }
}
