import type { Static } from '@sinclair/typebox'
import { isOffice } from '../src/contract/roles.ts'
import { environmentName } from './parse.ts'
import { demoServices, type settingsSchema } from './schema.ts'

type Settings = Static<typeof settingsSchema>

/** Something wrong with a setting: `name` is the environment variable; `problem` and `mend` are sentences without a secret. */
export interface Fault {
  name: string
  problem: string
  mend: string
}

const command = 'openssl rand -base64 48'

// Words that stand in examples everywhere.
const known = ['password', 'postgres', 'opony', 'secret', 'changeme', 'change-me', 'admin', 'root', 'guest', 'example']
const phrases = /change.?me|example|password|secret|dummy|opony/i
/**
 * What concerns several settings at once, and what production asks for beyond the check of each.
 * `given` holds the keys that the operator has set.
 */
export function rules(settings: Settings, given: ReadonlySet<string>): Fault[] {
  const faults = [...together(settings), ...providers(settings), ...outside(settings)]
  if (settings.nodeEnv === 'production') faults.push(...production(settings, given))
  return faults
}

function* together(settings: Settings): Generator<Fault> {
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

/** An identity provider must be known by name, and be asked over TLS unless it is on this machine. */
function* providers(settings: Settings): Generator<Fault> {
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
    if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      yield {
        name: `${name}_ISSUER`,
        problem: 'begins with http://: everyone on the way could sign in as anybody.',
        mend: 'Set it to the address beginning with https://.'
      }
  }
}

/** A key without a place to stand, or a place without a key, is a slip: the service would refuse every tile. */
function* keys(settings: Settings): Generator<Fault> {
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

function* outside({ smsUrl, smsToken, accountingUrl, accountingSecret, storageUrl }: Settings): Generator<Fault> {
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
  if (accountingUrl !== '' && accountingSecret.length < 32) {
    yield {
      name: 'ACCOUNTING_SECRET',
      problem: 'is missing or shorter than 32 characters, and ACCOUNTING_URL names a connector.',
      mend: make('ACCOUNTING_SECRET')
    }
  }
}

function* production(settings: Settings, given: ReadonlySet<string>): Generator<Fault> {
  const { tokenSecret, databaseUrl, mqttUrl, mailUrl } = settings
  if (tokenSecret === '') {
    yield { name: 'TOKEN_SECRET', problem: 'is missing, and production has no default.', mend: make('TOKEN_SECRET') }
  } else if (new Set(tokenSecret).size < 10 || phrases.test(tokenSecret)) {
    yield { name: 'TOKEN_SECRET', problem: 'is easy to guess.', mend: make('TOKEN_SECRET') }
  }
  const addresses = { DATABASE_URL: databaseUrl, MQTT_URL: mqttUrl, MAIL_URL: mailUrl }
  for (const [name, text] of Object.entries(addresses)) {
    const weakness = weak(text)
    if (weakness)
      yield { name, problem: `holds a password that ${weakness}.`, mend: `Give that account another password.` }
  }
  for (const [name, key] of [['PORTAL_URL', 'portalUrl'] as const, ['ADMIN_URL', 'adminUrl'] as const]) {
    if (given.has(key)) continue
    yield {
      name,
      problem: "is missing: links in e-mails would lead to the reader's own machine.",
      mend: `Set it to the address people open, such as https://${key === 'adminUrl' ? 'admin.' : ''}example.com.`
    }
  }
  if (mailUrl !== 'log:' && !given.has('mailFrom')) {
    yield { name: 'MAIL_FROM', problem: 'is missing.', mend: 'Set it to the sender that your mail server accepts.' }
  }
  for (const key of demoServices) {
    if (settings[key] !== 'demo:') continue
    yield {
      name: environmentName(key),
      problem: 'is demo:, whose answers are made up.',
      mend: 'Leave it empty for the public service, or set it to none.'
    }
  }
  if (settings.demo) {
    yield {
      name: 'DEMO',
      problem: 'is true: its accounts have a password that everybody knows.',
      mend: 'Leave DEMO empty, or try the demo with NODE_ENV=development.'
    }
  }
}

const opensOffice = (address: string) => URL.canParse(address) && isOffice(new URL(address).hostname)

const make = (name: string) => `Set ${name} to at least 32 characters of chance, for instance from: ${command}`

const taken = (name: string, port: number, other: string): Fault => ({
  name,
  problem: `is ${port}, and so is ${other}.`,
  mend: 'Give each a port of its own.'
})

const isKnown = (text: string) => {
  const word = text.toLowerCase()
  return word !== '' && known.some(each => word === each || word === each.repeat(Math.round(word.length / each.length)))
}

function weak(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { username, password } = new URL(address)
  if (password === '') return undefined
  if (password === username || isKnown(decode(password))) return 'stands in every example'
  return password.length < 12 ? 'is shorter than 12 characters' : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
