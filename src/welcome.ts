import type { Settings } from '../config/settings.ts'

export interface Started {
  readonly settings: Settings
  readonly seconds: number
  /** Where this process listens; undefined where it serves no pages. */
  readonly port: number | undefined
  /** Of the embedded broker, where this process runs it. */
  readonly mqttPort: number | undefined
  /** Lines that say who may sign in to the demo. */
  readonly logins: readonly string[]
}

/** Where everything is. In production people come by the addresses of the settings, from elsewhere. */
export function welcomeFacts({ settings, seconds, port, mqttPort, logins }: Started) {
  const { nodeEnv, portalUrl, adminUrl, apiDocs } = settings
  const isHere = nodeEnv !== 'production'
  const portal = isHere ? `http://localhost:${port}` : new URL(portalUrl).origin
  const office = isHere ? `http://admin.localhost:${port}` : new URL(adminUrl).origin
  const pages = { portal, office, ...(apiDocs ? { api: `${portal}/api/docs` } : {}) }
  return {
    seconds: Number(seconds.toFixed(1)),
    ...(port === undefined ? {} : { listens: port, ...pages }),
    ...(mqttPort === undefined ? {} : { sensors: `mqtt://localhost:${mqttPort}` }),
    ...(logins.length === 0 ? {} : { logins: logins.map(login => login.trim()).filter(login => login !== '') })
  }
}

const names = { portal: 'Portal', office: 'Back office', api: 'API', sensors: 'Sensors' } as const

/** The same for the person who has typed `npm start`. */
export function welcomeText(started: Started): string {
  const { settings, seconds, logins } = started
  const { databaseUrl, dataDir } = settings
  const facts: Readonly<Record<string, unknown>> = welcomeFacts(started)
  const places = Object.entries(names).filter(([name]) => facts[name] !== undefined)
  return [
    '',
    `Opony is ready (${seconds.toFixed(1)} s)`,
    '',
    ...places.map(([name, label]) => `  ${label.padEnd(11)}  ${facts[name]}`),
    '',
    ...logins,
    ...(databaseUrl ? [] : [`  Ctrl+C stops everything; the data stay in ${dataDir}`, ''])
  ].join('\n')
}
