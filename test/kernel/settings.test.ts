import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderFaults } from '../../config/folders.ts'
import { listSettings, settingsPage } from '../../config/page.ts'
import { demoBusiness, demoContact, demoDeliveryPoints } from '../../config/schema.ts'
import { developmentSecret } from '../../config/secret.ts'
import { readSettings } from '../../config/settings.ts'
import { database, faultsOf, production, secret } from './fixtures/settings.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readSettings({})).toEqual({
    nodeEnv: 'development',
    port: 3000,
    host: '127.0.0.1',
    roles: ['web', 'ingest', 'worker'],
    databaseUrl: '',
    databaseWaitSeconds: 60,
    drainSeconds: 0,
    databaseMigrateUrl: '',
    databaseReplicaUrl: '',
    databaseReplicaLagSeconds: 5,
    plainHosts: '',
    allowedHosts: '',
    dataDir: path.resolve('.data'),
    browserDir: '',
    auditAnchor: '',
    securityAnchor: '',
    storageUrl: 'file:',
    storageContainer: 'opony',
    eventsKeepDays: 90,
    webhookPrivate: 'loopback',
    uploadMaxMb: 20,
    uploadAccountMb: 400,
    scannerUrl: '',
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
    maxCalls: 40,
    maxCallsPerAccount: 8,
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    tokenSecret: '',
    tokenSecretOld: '',
    securityEventsDays: 180,
    businessName: 'Opony',
    staffSignUp: true,
    passwordMin: 8,
    staffPasswordMin: 12,
    secondFactor: 'optional',
    oidcOfficeAcr: '',
    oidcPortalAcr: '',
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
    ...demoContact,
    ...demoBusiness,
    wasteCode: '16 01 03',
    wasteProcess: 'R12',
    mailFrom: 'Opony <no-reply@localhost>',
    smsUrl: 'log:',
    smsToken: '',
    smsFrom: '',
    termsUrl: '',
    accountingUrl: '',
    accountingConnector: 'signed',
    accountingToken: '',
    accountingPaymentDays: 14,
    accountingSecret: '',
    optimaSource: 'OPONY',
    optimaTarget: 'KSIEG',
    vatListUrl: 'demo:',
    viesUrl: 'demo:',
    geocodingUrl: 'demo:',
    bdoUrl: 'demo:',
    bdoClientId: '',
    bdoClientSecret: '',
    bdoEupIds: '',
    bdoVersion: 'auto',
    bdoRecords: true,
    workdayStart: '07:00',
    roadSpeed: 50,
    stopMinutes: 20,
    arrivalMessagesAt: '18:00',
    batteryCriticalVolts: 3.4,
    batteryLowVolts: 3.6,
    silenceHours: 48,
    geofenceDwellMinutes: 10,
    readingsKeepMonths: 0,
    messagesKeepMonths: 0,
    historyKeepMonths: 0,
    outside: 'on',
    backupUrl: '',
    backupContainer: 'opony-backup',
    postgresBin: '',
    sensorReadingsADay: 50_000,
    sensorRejectionsADay: 5_000,
    readingsOldestDays: 400,
    noMovementDays: 90,
    noMovementMetres: 100,
    incidentMetres: 500,
    incidentDays: 3,
    noResponseDays: 7,
    missingInvoiceDays: 14,
    badSyncHours: 24,
    missingCardDays: 2,
    unconfirmedCardDays: 1,
    missingEntryDays: 7,
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
    logFormat: 'auto',
    otelExporterOtlpEndpoint: '',
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

test('production asks administrators for a second factor and takes no sign-ups by itself; both can be set', () => {
  const { secondFactor, staffSignUp } = readSettings(production)
  expect([secondFactor, staffSignUp]).toEqual(['admins', false])
  const chosen = readSettings({ ...production, SECOND_FACTOR: 'optional', STAFF_SIGN_UP: 'true' })
  expect([chosen.secondFactor, chosen.staffSignUp]).toEqual(['optional', true])
  expect(readSettings({ DATABASE_URL: 'postgres://db/opony' })).toMatchObject({
    secondFactor: 'optional',
    staffSignUp: true
  })
})

test('the demo is on by itself with the embedded database only, and never in production', () => {
  expect(readSettings({}).demo).toBe(true)
  expect(readSettings({ DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL: 'postgres://a@b/c', DEMO: 'on' }).demo).toBe(true)
  expect(readSettings(production).demo).toBe(false)
  expect(faultsOf({ ...production, DEMO: 'true' })).toHaveProperty('DEMO')
})

test('all faults are reported at once, each with the setting’s name and a remedy', () => {
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
  ['a waste register without keys', { BDO_URL: 'https://bdo.example.com/api' }, ['BDO_CLIENT_ID', 'BDO_CLIENT_SECRET']],
  [
    'keys of the waste register on an open way',
    { BDO_URL: 'http://bdo.example.com/api', BDO_CLIENT_ID: 'a', BDO_CLIENT_SECRET: 'b' },
    ['BDO_URL']
  ],
  ['places of the waste register that are no ids', { BDO_EUP_IDS: 'one;two' }, ['BDO_EUP_IDS']],
  ['a short secret even in development', { TOKEN_SECRET: 'short' }, ['TOKEN_SECRET']]
])('refuses %s', (_, env, names) => {
  expect(Object.keys(faultsOf(env))).toEqual(names)
})

test('the web port is free for the broker when the broker is elsewhere', () => {
  expect(faultsOf({ MQTT_PORT: '3000', MQTT_URL: 'mqtt://broker.example.com' })).toEqual({})
})

test.each([
  ['', []],
  ['localhost', []],
  ['127.0.0.1', []],
  ['0.0.0.0', ['HOST']],
  ['192.168.0.7', ['HOST']]
])('the demo on HOST=%s', (host, names) => {
  expect(Object.keys(faultsOf({ HOST: host }))).toEqual(names)
  const wanted: Record<string, string>[] = [{ DEMO: 'true' }, { DEMO: 'false' }, { DATABASE_URL: 'postgres://a@b/c' }]
  for (const more of wanted) expect(faultsOf({ HOST: host, ...more })).toEqual({})
})

test('a secret may stand in a file, and what is wrong with the file is told', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'settings-'))
  try {
    const file = path.join(folder, 'token')
    await writeFile(file, `${secret}\n`)
    const { TOKEN_SECRET: _, ...rest } = production
    expect(readSettings({ ...rest, TOKEN_SECRET_FILE: file }).tokenSecret).toBe(secret)
    expect(faultsOf({ ...production, TOKEN_SECRET_FILE: file })).toMatchObject({
      TOKEN_SECRET_FILE: expect.stringContaining('so is TOKEN_SECRET')
    })
    const missing = faultsOf({ ...rest, TOKEN_SECRET_FILE: path.join(folder, 'not-there') })
    expect(missing.TOKEN_SECRET_FILE).toContain('ENOENT')
    await writeFile(file, 'short')
    const short = faultsOf({ ...rest, TOKEN_SECRET_FILE: file })
    expect(short.TOKEN_SECRET).toContain('32')
    expect(JSON.stringify(short)).not.toContain('"short"')
    await writeFile(file, ' \n')
    expect(faultsOf({ ...rest, TOKEN_SECRET_FILE: file }).TOKEN_SECRET_FILE).toContain('empty')
    // what is no secret is not read from a file
    await writeFile(file, '8080')
    expect(readSettings({ PORT_FILE: file }).port).toBe(3000)
  } finally {
    await rm(folder, { recursive: true })
  }
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
    const elsewhere = { DATABASE_URL: database, STORAGE_URL: `file:${folder}` }
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
