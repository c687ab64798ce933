/**
 * The process: settings → database → migrations → application → listen; stopped in reverse, the embedded database last.
 * Without DATABASE_URL and MQTT_URL everything runs from this folder, with a demo business in it.
 */
import closeWithGrace from 'close-with-grace'
import { developmentSecret } from '../config/secret.ts'
import { readSettings, type Settings, SettingsFault } from '../config/settings.ts'
import { type Application, buildApp } from './app.ts'
import { beginDemo } from './demo.ts'
import { migrate } from './kernel/database/database.ts'
import { logger } from './logger.ts'

const started = performance.now()

function settingsOrExit(): Settings {
  try {
    const settings = readSettings(process.env)
    return settings.tokenSecret ? settings : { ...settings, tokenSecret: developmentSecret(settings.dataDir) }
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function listen({ app, services: { settings } }: Application): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${settings.port} is taken. Stop what listens there, or set PORT to a free one.`)
  }
}

const settings = settingsOrExit()

/** Reached only when no DATABASE_URL is set: an installation with a database of its own need not have the programs. */
async function ownPostgres() {
  const { startPostgres } = await import('./embedded/postgres.ts')
  return startPostgres({ dataDir: settings.dataDir, durable: true, log: say })
}

const postgres = settings.databaseUrl ? undefined : await ownPostgres()
const endings: (() => Promise<void>)[] = postgres ? [() => postgres.stop()] : []
const stop = async (): Promise<void> => {
  for (const end of endings.splice(0)) await end()
}

try {
  const databaseUrl = settings.databaseUrl || (postgres?.url ?? '')
  const steps = await migrate(databaseUrl)
  if (steps.length > 0) say(`Database: ${steps.length} migrations done`)
  const application = await buildApp({ settings: { ...settings, databaseUrl }, logger: logger(settings) })
  endings.unshift(() => application.close())
  const demo = settings.demo ? await beginDemo(application.services, say) : undefined
  await application.begin()
  if (demo) endings.unshift(await demo.drive())
  if (settings.roles.includes('web')) await listen(application)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const address = application.app.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  // In one piece: whoever waits for these lines has all of them.
  say(
    [
      '',
      `Opony is ready (${seconds} s)`,
      '',
      `  Portal       http://localhost:${port}`,
      `  Back office  http://admin.localhost:${port}`,
      `  API          http://localhost:${port}/api/docs`,
      '',
      ...(demo ? [demo.logins] : [])
    ].join('\n')
  )
} catch (error) {
  process.stderr.write(`Opony could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  if (settings.logLevel === 'debug' || settings.logLevel === 'trace')
    process.stderr.write(`${(error as Error).stack}\n`)
  await stop()
  process.exit(1)
}

// Deno does not let a program listen to the signals of its own faults; there is nothing to save then.
const faults = ['SIGILL', 'SIGFPE', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGABRT'] as const

// ctrl-C under npm arrives twice, from the terminal and from npm: the second is no order to give up.
const onSecondSignal = (): void => undefined

closeWithGrace(
  { delay: 20_000, logger: false, skip: [...faults] as never, onSecondSignal },
  async ({ err, signal }) => {
    if (err) process.stderr.write(`Opony stops after an error: ${err.stack}\n`)
    else say(`\nStopping (${signal})…`)
    await stop()
    if (!err) say('Stopped.')
  }
)
