import type { TSchema } from '@sinclair/typebox'
import { environmentName, type Fault } from './fault.ts'
import { parse } from './parse.ts'
import { rules } from './rules.ts'
import {
  demoBusiness,
  demoContact,
  demoDeliveryPoints,
  demoServices,
  type SettingValues,
  settingsSchema
} from './schema.ts'
import { withSecretFiles } from './secret-files.ts'

/** All settings, read and checked. `dataDir` is absolute; `databaseUrl` and `mqttUrl` are '' for the built-in part. */
export type Settings = SettingValues

/** Thrown by `readSettings`: everything that is wrong, at once. Its message is fit to print, and holds no secret. */
export class SettingsFault extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(
      `The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map(line).join('\n')}`
    )
    this.name = 'SettingsFault'
    this.faults = faults
  }
}

/** Nobody outside is called by a copy of another installation. What has an adapter of its own, e-mail and SMS, holds messages back itself. */
const nothingOutside = {
  accountingUrl: '',
  vatListUrl: 'none',
  viesUrl: 'none',
  geocodingUrl: 'none',
  bdoUrl: 'none',
  oidcOfficeIssuer: '',
  oidcPortalIssuer: ''
} satisfies Partial<Settings>

const line = ({ name, problem, mend }: Fault) => `  ${name} ${problem}\n    ${mend}`

/**
 * Reads the settings from an environment such as `process.env`, and secrets from the files that it names. In development `tokenSecret` may be '' (see
 * `developmentSecret`); in production never.
 * @throws SettingsFault listing every fault, each with how to mend it
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const { env, faults: ofFiles } = withSecretFiles(environment)
  const faults: Fault[] = [...ofFiles]
  const given = new Set<string>()
  const values: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries<TSchema>(settingsSchema.properties)) {
    const name = environmentName(key)
    const text = env[name]?.trim() ?? ''
    if (text !== '') given.add(key)
    const { value, fault } = parse(name, schema, text)
    values[key] = value
    if (fault) faults.push(fault)
  }
  const settings = values as Settings
  if (!given.has('portalUrl')) settings.portalUrl = `http://localhost:${settings.port}`
  if (!given.has('adminUrl')) settings.adminUrl = `http://admin.localhost:${settings.port}`
  if (!given.has('apiDocs')) settings.apiDocs = settings.nodeEnv !== 'production'
  if (!given.has('staffSignUp')) settings.staffSignUp = settings.nodeEnv !== 'production'
  if (!given.has('secondFactor')) settings.secondFactor = settings.nodeEnv === 'production' ? 'admins' : 'optional'
  if (!given.has('demo')) settings.demo = settings.nodeEnv !== 'production' && settings.databaseUrl === ''
  if (settings.demo) for (const key of demoServices) if (!given.has(key)) settings[key] = 'demo:'
  if (settings.demo && !given.has('bdoRecords')) settings.bdoRecords = true
  if (settings.demo && !given.has('webhookPrivate')) settings.webhookPrivate = 'loopback'
  if (settings.demo && !given.has('deliveryPoints')) settings.deliveryPoints = demoDeliveryPoints
  const madeUp = Object.entries({ ...demoContact, ...demoBusiness })
  if (settings.demo) Object.assign(settings, Object.fromEntries(madeUp.filter(([key]) => !given.has(key))))
  if (settings.outside === 'off') Object.assign(settings, nothingOutside)
  // The default names whom the default address belongs to.
  if (given.has('mapTilesUrl') && !given.has('mapTilesAttribution')) settings.mapTilesAttribution = ''
  const told = new Set(faults.map(fault => fault.name))
  faults.push(...rules(settings, given).filter(fault => !told.has(fault.name)))
  if (faults.length > 0) throw new SettingsFault(faults)
  return settings
}
