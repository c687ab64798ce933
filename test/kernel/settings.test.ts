import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderFaults } from '../../config/folders.ts'
import { listSettings, settingsPage } from '../../config/page.ts'
import { demoDeliveryPoints } from '../../config/schema.ts'
import { developmentSecret } from '../../config/secret.ts'
import { readSettings, SettingsFault } from '../../config/settings.ts'

const secret = 'q8Zr1mWv0Tn5Xc7Lk3Hd9Bf2Js6Pg4Ya'
const production = {
  NODE_ENV: 'production',
  TOKEN_SECRET: secret,
  PORTAL_URL: 'https://opony.example.com',
  ADMIN_URL: 'https://admin.example.com'
}

function faultsOf(env: Record<string, string>): Record<string, string> {
  try {
    readSettings(env)
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    return Object.fromEntries(error.faults.map(({ name, problem, mend }) => [name, `${problem} ${mend}`]))
  }
  return {}
}

test('an empty environment gives the documented defaults', () => {
  expect(readSettings({})).toEqual({
    nodeEnv: 'development',
    port: 3000,
    host: '127.0.0.1',
    roles: ['web', 'ingest', 'worker'],
    databaseUrl: '',
    dataDir: path.resolve('.data'),
    auditAnchor: '',
    storageUrl: 'file:',
    storageContainer: 'opony',
    uploadMaxMb: 20,
    mqttUrl: '',
    mqttVersion: '5',
    mqttClientId: 'opony',
    mqttSessions: 1,
    mqttPort: 1883,
    mqttMaxConnections: 10_000,
    mqttMaxUnauthenticated: 1_000,
    hubMaxConnections: 10_000,
    hubMaxUnauthenticated: 1_000,
    hubMaxPerAccount: 50,
    maxCalls: 100,
    metricsPort: 0,
    tokenSecret: '',
    businessName: 'Opony',
    passwordMin: 6,
    secondFactor: 'optional',
    oidcOfficeIssuer: '',
    oidcOfficeClientId: '',
    oidcOfficeClientSecret: '',
    oidcPortalIssuer: '',
    oidcPortalClientId: '',
    oidcPortalClientSecret: '',
    trustProxy: '',
    portalUrl: 'http://localhost:3000',
    adminUrl: 'http://admin.localhost:3000',
    apiDocs: true,
    mailUrl: 'log:',
    contactPhone: '',
    contactEmail: '',
    mailFrom: 'Opony <no-reply@localhost>',
    smsUrl: 'log:',
    smsToken: '',
    smsFrom: '',
    termsUrl: '',
    accountingUrl: '',
    accountingSecret: '',
    vatListUrl: 'demo:',
    viesUrl: 'demo:',
    geocodingUrl: 'demo:',
    batteryCriticalVolts: 3.4,
    batteryLowVolts: 3.6,
    silenceHours: 48,
    geofenceDwellMinutes: 10,
    readingsKeepMonths: 0,
    readingsOldestDays: 400,
    noMovementDays: 90,
    noMovementMetres: 100,
    incidentMetres: 500,
    incidentDays: 3,
    noResponseDays: 7,
    missingInvoiceDays: 14,
    badSyncHours: 24,
    wrongAddressMetres: 1000,
    validatorsHour: 3,
    mapTilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    mapTilesKey: '',
    mapTilesAttribution: '© OpenStreetMap <https://www.openstreetmap.org/copyright>',
    mapHybridUrl: '',
    mapHybridKey: '',
    mapHybridAttribution: '',
    mapSatelliteUrl: '',
    mapSatelliteKey: '',
    mapSatelliteAttribution: '',
    mapReliefUrl: '',
    mapReliefKey: '',
    mapReliefAttribution: '',
    deliveryPoints: demoDeliveryPoints,
    logLevel: 'info',
    demo: true
  })
})

test('a variable is read by its name in capitals, and an empty one counts as unset', () => {
  const settings = readSettings({
    PORT: '8080',
    MQTT_PORT: '',
    ROLES: 'web, worker',
    DATABASE_URL: 'postgres://someone@db.example.com/opony',
    BATTERY_LOW_VOLTS: '3.7',
    TRUST_PROXY: 'loopback,10.0.0.0/8'
  })
  expect(settings).toMatchObject({
    port: 8080,
    mqttPort: 1883,
    roles: ['web', 'worker'],
    batteryLowVolts: 3.7,
    trustProxy: 'loopback,10.0.0.0/8',
    portalUrl: 'http://localhost:8080',
    adminUrl: 'http://admin.localhost:8080'
  })
})

test('the description of the API is open to everyone by itself outside production only', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://db/opony' }).apiDocs).toBe(true)
  expect(readSettings(production).apiDocs).toBe(false)
  expect(readSettings({ ...production, API_DOCS: 'true' }).apiDocs).toBe(true)
})

test('the demo is on by itself with the embedded database only, and never in production', () => {
  expect(readSettings({}).demo).toBe(true)
  expect(readSettings({ DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL: 'postgres://a@b/c', DEMO: 'on' }).demo).toBe(true)
  expect(readSettings(production).demo).toBe(false)
  expect(faultsOf({ ...production, DEMO: 'true' })).toHaveProperty('DEMO')
})

test('all faults are told at once, each with its name and the way to mend it', () => {
  const faults = faultsOf({
    PORT: '99999',
    ROLES: 'web,cook',
    DATABASE_URL: 'mysql://root:hush-hush@db/opony',
    SILENCE_HOURS: 'long',
    TRUST_PROXY: 'true',
    BATTERY_CRITICAL_VOLTS: '3.9',
    LOG_LEVEL: 'loud',
    DEMO: 'maybe'
  })
  const names = ['PORT', 'ROLES', 'DATABASE_URL', 'SILENCE_HOURS', 'TRUST_PROXY', 'BATTERY_CRITICAL_VOLTS']
  expect(Object.keys(faults).sort()).toEqual([...names, 'LOG_LEVEL', 'DEMO'].sort())
  expect(faults.PORT).toBe(
    'is "99999", which is not a whole number from 0 to 65535. ' +
      'Set PORT to a whole number from 0 to 65535, or leave it empty for 3000.'
  )
  expect(JSON.stringify(faults)).not.toContain('hush')
})

test('the message of the fault names every setting', () => {
  expect(() => readSettings({ PORT: 'x', MQTT_PORT: 'y' })).toThrow(/2 faults:\n {2}PORT .*\n.*\n {2}MQTT_PORT /)
})

test.each([
  ['two listeners on one port', { METRICS_PORT: '3000' }, ['METRICS_PORT']],
  ['the embedded broker on the web port', { MQTT_PORT: '3000' }, ['MQTT_PORT']],
  ['several sessions at the embedded broker', { MQTT_SESSIONS: '2' }, ['MQTT_SESSIONS']],
  ['as many strangers as connections', { MQTT_MAX_CONNECTIONS: '1000' }, ['MQTT_MAX_UNAUTHENTICATED']],
  ['as many strangers as browsers', { HUB_MAX_CONNECTIONS: '1000' }, ['HUB_MAX_UNAUTHENTICATED']],
  ['a back office without admin in its name', { ADMIN_URL: 'http://office.example.com' }, ['ADMIN_URL']],
  ['a portal with admin in its name', { PORTAL_URL: 'http://admin.example.com' }, ['PORTAL_URL']],
  ['a password rule under the least allowed', { PASSWORD_MIN: '5' }, ['PASSWORD_MIN']],
  ['a register at an address of another kind', { VIES_URL: 'ftp://vies.example.com' }, ['VIES_URL']],
  ['a short secret even in development', { TOKEN_SECRET: 'short' }, ['TOKEN_SECRET']]
])('refuses %s', (_, env, names) => {
  expect(Object.keys(faultsOf(env))).toEqual(names)
})

test('the web port is free for the broker when the broker is elsewhere', () => {
  expect(faultsOf({ MQTT_PORT: '3000', MQTT_URL: 'mqtt://broker.example.com' })).toEqual({})
})

test.each([
  ['nothing given', { NODE_ENV: 'production' }, ['TOKEN_SECRET', 'PORTAL_URL', 'ADMIN_URL']],
  ['a secret one character short', { ...production, TOKEN_SECRET: secret.slice(1) }, ['TOKEN_SECRET']],
  ['a secret of one letter', { ...production, TOKEN_SECRET: 'x'.repeat(64) }, ['TOKEN_SECRET']],
  [
    'a secret from an example',
    { ...production, TOKEN_SECRET: 'change-me-0123456789-0123456789-change-me' },
    ['TOKEN_SECRET']
  ],
  [
    'a database password from an example',
    { ...production, DATABASE_URL: 'postgres://opony:opony@db/opony' },
    ['DATABASE_URL']
  ],
  ['a short broker password', { ...production, MQTT_URL: 'mqtt://app:Zk3vQ9@broker' }, ['MQTT_URL']],
  [
    'made-up companies and positions',
    { ...production, VAT_LIST_URL: 'demo:', VIES_URL: 'demo:', GEOCODING_URL: 'demo:' },
    ['VAT_LIST_URL', 'VIES_URL', 'GEOCODING_URL']
  ],
  ['mail without a sender', { ...production, MAIL_URL: 'smtp://mail.example.com' }, ['MAIL_FROM']]
])('production refuses %s', (_, env, names) => {
  expect(Object.keys(faultsOf(env))).toEqual(names)
})

test('production starts with all secrets given', () => {
  const env = { ...production, DATABASE_URL: 'postgres://opony:rT5yU8iO1pQ2@db/opony' }
  expect(readSettings(env)).toMatchObject({ nodeEnv: 'production', tokenSecret: secret, demo: false })
})

test('the development secret is made once, and only its owner reads it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'settings-'))
  try {
    const made = developmentSecret(folder)
    expect(made.length).toBeGreaterThanOrEqual(32)
    expect(developmentSecret(folder)).toBe(made)
    expect((await stat(path.join(folder, 'token-secret'))).mode & 0o777).toBe(0o600)
    await writeFile(path.join(folder, 'token-secret'), secret)
    expect(developmentSecret(folder)).toBe(secret)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a folder in which nothing can be written is told by the name of its setting, and none is made', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'settings-'))
  try {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const faultsWith = (env: Record<string, string>) => folderFaults(readSettings(env)).map(({ name }) => name)
    const [inFile, inFolder] = [path.join(file, 'data'), path.join(folder, 'not', 'yet')]
    expect(faultsWith({ DATA_DIR: inFile, STORAGE_URL: `file:${file}` })).toEqual(['DATA_DIR', 'STORAGE_URL'])
    expect(faultsWith({ DATA_DIR: inFolder, STORAGE_URL: `file:${inFolder}/files` })).toEqual([])
    expect(await readdir(folder)).toEqual(['file'])
    // nothing of it is in this folder
    const elsewhere = { DATABASE_URL: 'postgres://opony:rT5yU8iO1pQ2@db/opony', STORAGE_URL: `file:${folder}` }
    expect(faultsWith({ ...production, ...elsewhere, DATA_DIR: inFile })).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every setting says what it is', () => {
  for (const { name, description } of listSettings()) expect(description, name).toMatch(/^[A-Z].{15,}\.$/)
})

test('the page of the settings is current', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../docs/settings.md')
})
