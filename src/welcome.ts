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

/** What a person reads once everything runs. In production people come by the addresses of the settings, from elsewhere. */
export function welcomeText({ settings, seconds, port, mqttPort, logins }: Started): string {
  const { nodeEnv, portalUrl, adminUrl, apiDocs, databaseUrl, dataDir } = settings
  const isHere = nodeEnv !== 'production'
  const portal = isHere ? `http://localhost:${port}` : new URL(portalUrl).origin
  const office = isHere ? `http://admin.localhost:${port}` : new URL(adminUrl).origin
  const pages = [
    `  Portal       ${portal}`,
    `  Back office  ${office}`,
    ...(apiDocs ? [`  API          ${portal}/api/docs`] : [])
  ]
  return [
    '',
    `Opony is ready (${seconds.toFixed(1)} s)`,
    '',
    ...(port === undefined ? [] : pages),
    ...(mqttPort === undefined ? [] : [`  Sensors      mqtt://localhost:${mqttPort}`]),
    '',
    ...logins,
    ...(databaseUrl ? [] : [`  Ctrl+C stops everything; the data stay in ${dataDir}`, ''])
  ].join('\n')
}
