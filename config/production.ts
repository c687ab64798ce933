/** What production asks for beyond the check of each setting: secrets of real chance, encryption on the way, nothing of the demo. */
import type { TSchema } from '@sinclair/typebox'
import { chanceIn, passwordBits, secretBits } from './chance.ts'
import { environmentName, type Fault } from './fault.ts'
import { isLoopback } from './hosts.ts'
import { demoServices, type SettingValues, settingsSchema } from './schema.ts'

const command = 'openssl rand -base64 48'

// Words that stand in examples everywhere.
const known = ['password', 'postgres', 'opony', 'secret', 'changeme', 'change-me', 'admin', 'root', 'guest', 'example']
const phrases = /change.?me|example|password|secret|dummy|opony/gi

export const make = (name: string): string =>
  `Set ${name} to at least 32 characters of chance, for instance from: ${command}`

/** `given` holds the keys that the operator has set. */
export function* production(settings: SettingValues, given: ReadonlySet<string>): Generator<Fault> {
  yield* secrets(settings)
  yield* passwords(settings)
  yield* addresses(given)
  yield* plain(settings)
  const { mailUrl, storageUrl, outside } = settings
  if (
    /^azure:.*(DefaultEndpointsProtocol=http;|Endpoint=http:)/i.test(storageUrl) &&
    !/UseDevelopmentStorage=true/i.test(storageUrl)
  ) {
    yield {
      name: 'STORAGE_URL',
      problem: 'has a connection string without encryption.',
      mend: 'Write DefaultEndpointsProtocol=https in it.'
    }
  }
  if (outside === 'off') {
    // Nothing is sent, so that no mail server is needed.
  } else if (mailUrl === 'log:') {
    yield {
      name: 'MAIL_URL',
      problem: given.has('mailUrl')
        ? 'is log:, so links that set a password would stand in the log.'
        : 'is missing: links that set a password would stand in the log.',
      mend: 'Set it to your mail server, as smtps://user:password@mail.example.com.'
    }
  } else if (!given.has('mailFrom')) {
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

function* secrets({ tokenSecret, accountingSecret }: SettingValues): Generator<Fault> {
  if (tokenSecret === '')
    yield { name: 'TOKEN_SECRET', problem: 'is missing, and production has no default.', mend: make('TOKEN_SECRET') }
  for (const [name, secret] of [
    ['TOKEN_SECRET', tokenSecret] as const,
    ['ACCOUNTING_SECRET', accountingSecret] as const
  ])
    if (secret !== '' && (chanceIn(secret) < secretBits || secret.search(phrases) >= 0))
      yield { name, problem: 'is easy to guess.', mend: make(name) }
}

function* passwords({
  databaseUrl,
  databaseMigrateUrl,
  databaseReplicaUrl,
  mqttUrl,
  mailUrl
}: SettingValues): Generator<Fault> {
  const all = {
    DATABASE_URL: databaseUrl,
    DATABASE_MIGRATE_URL: databaseMigrateUrl,
    DATABASE_REPLICA_URL: databaseReplicaUrl,
    MQTT_URL: mqttUrl,
    MAIL_URL: mailUrl
  }
  for (const [name, text] of Object.entries(all)) {
    const weakness = weak(text)
    if (weakness)
      yield { name, problem: `holds a password that ${weakness}.`, mend: `Give that account another password.` }
  }
}

function* addresses(given: ReadonlySet<string>): Generator<Fault> {
  for (const [name, key] of [['PORTAL_URL', 'portalUrl'] as const, ['ADMIN_URL', 'adminUrl'] as const]) {
    if (given.has(key)) continue
    yield {
      name,
      problem: "is missing: links in e-mails would lead to the reader's own machine.",
      mend: `Set it to the address people open, such as https://${key === 'adminUrl' ? 'admin.' : ''}example.com.`
    }
  }
}

/** Whether the address is asked for without encryption. An address of a database says it by `sslmode`. */
function isPlain({ protocol, searchParams }: URL): boolean {
  if (/^postgres/.test(protocol)) return !/^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '')
  return ['http:', 'mqtt:', 'ws:'].includes(protocol)
}

const safer = {
  DATABASE: 'Add ?sslmode=verify-full',
  MQTT: 'Begin it with mqtts://',
  other: 'Begin it with https://'
} as const

const namesOf = (hosts: string): ReadonlySet<string> =>
  new Set(
    hosts
      .toLowerCase()
      .split(',')
      .map(host => host.trim())
  )

/** Addresses of the settings that would be spoken to in clear, and are neither on this machine nor in PLAIN_HOSTS. */
function* plain(settings: SettingValues): Generator<Fault> {
  const allowed = namesOf(settings.plainHosts)
  for (const [key, schema] of Object.entries<TSchema>(settingsSchema.properties)) {
    const value = settings[key as keyof SettingValues]
    if (schema.type !== 'string' || typeof value !== 'string') continue
    const texts = value
      .replace(/^s3:/, '')
      .split(/\s+/)
      .filter(text => /^\w+:\/\//.test(text))
    const faulty = texts.find(text => {
      const address = text.replaceAll(/[{}]/g, '')
      if (!URL.canParse(address)) return false
      const url = new URL(address)
      return isPlain(url) && !isLoopback(url.hostname) && !allowed.has(url.hostname.toLowerCase())
    })
    if (faulty === undefined) continue
    const name = environmentName(key)
    const isInside = !['PORTAL_URL', 'ADMIN_URL'].includes(name)
    const mend = safer[name.startsWith('DATABASE') ? 'DATABASE' : name.startsWith('MQTT') ? 'MQTT' : 'other']
    yield {
      name,
      problem: 'is an address without encryption: who is on the way reads and changes what passes.',
      mend: `${mend}${isInside ? ', or name its host in PLAIN_HOSTS if nobody else can listen on the way there' : ''}.`
    }
  }
}

/** Whether mail may go out before the server has switched to TLS: to this machine, or a host of PLAIN_HOSTS. */
export function mayMailPlainly({ nodeEnv, mailUrl, plainHosts }: SettingValues): boolean {
  if (nodeEnv !== 'production' || !URL.canParse(mailUrl)) return true
  const { hostname } = new URL(mailUrl)
  return isLoopback(hostname) || namesOf(plainHosts).has(hostname.toLowerCase())
}

const isKnown = (text: string) => {
  const word = text.toLowerCase()
  return word !== '' && known.some(each => word === each || word === each.repeat(Math.round(word.length / each.length)))
}

function weak(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { username, password } = new URL(address)
  if (password === '') return undefined
  const text = decode(password)
  if (password === username || isKnown(text)) return 'stands in every example'
  if (password.length < 12) return 'is shorter than 12 characters'
  return chanceIn(text.replaceAll(phrases, '')) < passwordBits ? 'is easy to guess' : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
