import { isOffice } from '../src/contract/roles.ts'
import { environmentName, type Fault } from './fault.ts'
import { isLoopback } from './hosts.ts'
import { make, production } from './production.ts'
import type { SettingValues } from './schema.ts'

/**
 * What concerns several settings at once, and what production asks for beyond the check of each.
 * `given` holds the keys that the operator has set.
 */
export function rules(settings: SettingValues, given: ReadonlySet<string>): Fault[] {
  const faults = [
    ...together(settings),
    ...open(settings, given),
    ...providers(settings),
    ...register(settings),
    ...outside(settings)
  ]
  if (settings.nodeEnv === 'production') faults.push(...production(settings, given))
  return faults
}

function* together(settings: SettingValues): Generator<Fault> {
  const { port, mqttPort, mqttUrl, mqttSessions, metricsPort, batteryCriticalVolts, batteryLowVolts } = settings
  if (batteryCriticalVolts >= batteryLowVolts) {
    yield {
      name: 'BATTERY_CRITICAL_VOLTS',
      problem: `is ${batteryCriticalVolts}, not under BATTERY_LOW_VOLTS (${batteryLowVolts}).`,
      mend: 'Set it lower, or BATTERY_LOW_VOLTS higher.'
    }
  }
  if (metricsPort !== 0 && metricsPort === port) yield taken('METRICS_PORT', metricsPort, 'PORT')
  if (mqttUrl === '' && mqttPort !== 0 && mqttPort === port) yield taken('MQTT_PORT', mqttPort, 'PORT')
  if (mqttUrl === '' && mqttPort !== 0 && mqttPort === metricsPort) yield taken('MQTT_PORT', mqttPort, 'METRICS_PORT')
  if (mqttUrl === '' && mqttSessions > 1) {
    yield {
      name: 'MQTT_SESSIONS',
      problem: `is ${mqttSessions}, and the embedded broker runs in one process.`,
      mend: 'Leave it empty, or set MQTT_URL to a broker of your own.'
    }
  }
  yield* keys(settings)
  for (const listener of ['mqtt', 'hub'] as const) {
    const most = settings[`${listener}MaxConnections`]
    const strangers = settings[`${listener}MaxUnauthenticated`]
    const prefix = listener.toUpperCase()
    if (strangers >= most) {
      yield {
        name: `${prefix}_MAX_UNAUTHENTICATED`,
        problem: `is ${strangers}, not under ${prefix}_MAX_CONNECTIONS (${most}): strangers could take every connection.`,
        mend: `Set it lower, or ${prefix}_MAX_CONNECTIONS higher.`
      }
    }
  }
  // The host name tells the back office from the portal, so an address with the wrong one would lead nobody in.
  if (!opensOffice(settings.adminUrl)) {
    yield {
      name: 'ADMIN_URL',
      problem: 'has a host name without "admin", so it would open the portal.',
      mend: 'Set it to the address of the back office, such as https://admin.example.com.'
    }
  }
  if (opensOffice(settings.portalUrl)) {
    yield {
      name: 'PORTAL_URL',
      problem: 'has a host name with "admin", so it would open the back office.',
      mend: 'Set it to the address of the portal, such as https://opony.example.com.'
    }
  }
}

/** Nobody opens the demo, whose password everybody knows, to a network by mistake; and a changed secret is a changed one. */
function* open(
  { nodeEnv, host, demo, tokenSecret, tokenSecretOld }: SettingValues,
  given: ReadonlySet<string>
): Generator<Fault> {
  if (nodeEnv !== 'production' && demo && !given.has('demo') && !isLoopback(host)) {
    yield {
      name: 'HOST',
      problem: `is ${host}: everyone in the network could sign in to the demo with its published password.`,
      mend: 'Set DEMO=true to have it so, DEMO=false to start without the demo, or NODE_ENV=production for real use.'
    }
  }
  if (tokenSecretOld !== '' && tokenSecretOld === tokenSecret) {
    yield {
      name: 'TOKEN_SECRET_OLD',
      problem: 'is the same as TOKEN_SECRET.',
      mend: 'Set TOKEN_SECRET to a new secret, and TOKEN_SECRET_OLD to the one before it; or leave it empty.'
    }
  }
}

/** An identity provider must be known by name, and be asked over TLS unless it is on this machine. */
function* providers(settings: SettingValues): Generator<Fault> {
  const both = [
    ['OIDC_OFFICE', settings.oidcOfficeIssuer, settings.oidcOfficeClientId],
    ['OIDC_PORTAL', settings.oidcPortalIssuer, settings.oidcPortalClientId]
  ] as const
  for (const [name, issuer, clientId] of both) {
    if (issuer === '') continue
    if (clientId === '')
      yield {
        name: `${name}_CLIENT_ID`,
        problem: `is missing, and ${name}_ISSUER names a provider.`,
        mend: 'Set it to the name under which this installation is registered there.'
      }
    const { protocol, hostname } = new URL(issuer)
    if (protocol === 'http:' && !isLoopback(hostname))
      yield {
        name: `${name}_ISSUER`,
        problem: 'begins with http://: everyone on the way could sign in as anybody.',
        mend: 'Set it to the address beginning with https://.'
      }
  }
}

/** The register is called with the firm's keys, which nobody on the way may read. */
function* register({ bdoUrl, bdoClientId, bdoClientSecret }: SettingValues): Generator<Fault> {
  if (!/^https?:/.test(bdoUrl)) return
  for (const [name, value] of [
    ['BDO_CLIENT_ID', bdoClientId],
    ['BDO_CLIENT_SECRET', bdoClientSecret]
  ] as const)
    if (value === '')
      yield {
        name,
        problem: 'is missing, and BDO_URL names the register.',
        mend: 'Set it to the one of the keys that the main user has made in the register, or BDO_URL to none.'
      }
  if (bdoUrl.startsWith('http:') && !(URL.canParse(bdoUrl) && isLoopback(new URL(bdoUrl).hostname)))
    yield {
      name: 'BDO_URL',
      problem: 'begins with http://: everyone on the way could read the keys.',
      mend: 'Set it to the address beginning with https://.'
    }
}

/** A key without a place to stand, or a place without a key, is a slip: the service would refuse every tile. */
function* keys(settings: SettingValues): Generator<Fault> {
  for (const map of ['mapTiles', 'mapHybrid', 'mapSatellite', 'mapRelief'] as const) {
    const [url, key] = [settings[`${map}Url`], settings[`${map}Key`]]
    if (url.includes('{key}') === (key !== '')) continue
    const [urlName, keyName] = [environmentName(`${map}Url`), environmentName(`${map}Key`)]
    yield key === ''
      ? {
          name: keyName,
          problem: `is missing, and ${urlName} has a place for it.`,
          mend: 'Set it to the key of the service.'
        }
      : {
          name: keyName,
          problem: `is set, and ${urlName} has no place for it.`,
          mend: `Write {key} in ${urlName} where the service expects it, or leave ${keyName} empty.`
        }
  }
}

function* outside({ smsUrl, smsToken, storageUrl, ...accounting }: SettingValues): Generator<Fault> {
  // Without the key nothing can be signed that a browser may upload with.
  if (storageUrl.startsWith('azure:') && !/AccountKey=[^;]|UseDevelopmentStorage=true/i.test(storageUrl)) {
    yield {
      name: 'STORAGE_URL',
      problem: 'has a connection string without AccountKey.',
      mend: 'Set it to azure: and the connection string that the portal of Azure shows under "Access keys".'
    }
  }
  if (smsUrl !== 'log:' && smsToken === '') {
    yield {
      name: 'SMS_TOKEN',
      problem: 'is missing, and SMS_URL names a gateway.',
      mend: 'Set it to the token that the gateway gave.'
    }
  }
  const { accountingUrl, accountingConnector, accountingSecret, accountingToken } = accounting
  if (accountingUrl !== '' && accountingConnector === 'fakturownia' && accountingToken === '') {
    yield {
      name: 'ACCOUNTING_TOKEN',
      problem: 'is missing, and ACCOUNTING_CONNECTOR is fakturownia.',
      mend: 'Set it to the API token that Fakturownia shows under Ustawienia, Integracja.'
    }
  }
  if (accountingUrl !== '' && accountingConnector === 'signed' && accountingSecret.length < 32) {
    yield {
      name: 'ACCOUNTING_SECRET',
      problem: 'is missing or shorter than 32 characters, and ACCOUNTING_URL names a connector.',
      mend: make('ACCOUNTING_SECRET')
    }
  }
}

const opensOffice = (address: string) => URL.canParse(address) && isOffice(new URL(address).hostname)

const taken = (name: string, port: number, other: string): Fault => ({
  name,
  problem: `is ${port}, and so is ${other}.`,
  mend: 'Give each a port of its own.'
})
