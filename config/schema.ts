/**
 * Everything that an operator can set, once: the schema below is the type, the check, the defaults and the documentation
 * (`docs/settings.md`). A setting is read from the environment variable of its name in capitals: `mqttPort` is
 * `MQTT_PORT`. The business, uploaded files, sensors and maps have files of their own. An empty variable counts as unset. To add one, add a line here and write the page anew
 * (`npx vitest run test/kernel/settings.test.ts -u`); what concerns several settings at once stands in `rules.ts`.
 */
import { type Static, Type } from '@sinclair/typebox'
import { accountSettings } from './account-settings.ts'
import { businessSettings } from './business-settings.ts'
import { drivingSettings } from './driving-settings.ts'
import { fileSettings } from './file-settings.ts'
import { integrationSettings } from './integration-settings.ts'
import { address, oneOf, port } from './kinds.ts'
import { mapSettings } from './map-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { sensorSettings } from './sensor-settings.ts'
import { wasteSettings } from './waste-settings.ts'

const roles = ['web', 'ingest', 'worker'] as const

export const settingsSchema = Type.Object({
  nodeEnv: oneOf(
    'What the process is for. In production secrets must be given, and the demo is refused.',
    ['development', 'production', 'test'],
    'development'
  ),
  port: port('Port of portal, back office and API; 0 takes any free one.', 3000),
  host: Type.String({
    description: 'Address to listen on; 0.0.0.0 for all of the machine.',
    default: '127.0.0.1',
    format: 'host'
  }),
  roles: Type.Array(Type.Unsafe<(typeof roles)[number]>({ type: 'string', enum: roles }), {
    description: 'What this process does: a comma-separated list of web, ingest and worker, or all.',
    default: [...roles],
    minItems: 1,
    all: 'all'
  }),
  databaseUrl: address(
    'PostgreSQL server, as postgres://user:password@host:5432/database. Empty: the embedded one, in DATA_DIR.',
    ['postgres', 'postgresql'],
    '',
    true
  ),
  databaseMigrateUrl: address(
    'The same database by the role that owns its tables: `npm run migrate`, and a start that finds steps to take, connect by it. Empty: ' +
      'the role of DATABASE_URL owns them.',
    ['postgres', 'postgresql'],
    '',
    true
  ),
  databaseReplicaUrl: address(
    'A copy of the database that follows it (streaming replication), or a proxy before several: lists, searches and reports are read ' +
      'there where it has what the reader has seen, otherwise in DATABASE_URL. Empty: there is none.',
    ['postgres', 'postgresql'],
    '',
    true
  ),
  databaseReplicaLagSeconds: Type.Integer({
    description: 'Seconds by which what is read in DATABASE_REPLICA_URL may be older than what DATABASE_URL has.',
    default: 5,
    minimum: 1,
    maximum: 300
  }),
  plainHosts: Type.String({
    description:
      'Hosts that production may speak to without TLS, comma-separated: those of a private network where nobody else can listen. This ' +
      'machine needs no naming.',
    default: '',
    format: 'hosts'
  }),
  allowedHosts: Type.String({
    description:
      'Further names by which this server may be called, comma-separated: those of a private network, for a connector. The hosts of ' +
      'PORTAL_URL and ADMIN_URL are allowed by themselves; outside production localhost and addresses, too. Health is answered by any name.',
    default: '',
    format: 'hosts'
  }),
  dataDir: Type.String({
    description: 'Folder of the embedded database, of the development secret, and of uploaded files by default.',
    default: '.data',
    format: 'folder'
  }),
  browserDir: Type.String({
    description: 'Folder of the built browser application. Empty: the one that the build makes, dist/ui.',
    default: ''
  }),
  auditAnchor: Type.String({
    description:
      'For `npm run maintain -- audit`: where the chain of the audit once ended, as an earlier run or the log has printed it (number:hash). ' +
      'A chain without it was cut or computed anew. Empty: only the anchors in the database are compared.',
    default: '',
    pattern: '^(\\d{1,15}:[\\da-f]{64})?$',
    patternSays: 'the number and the hash of an anchor, as it was printed'
  }),
  securityAnchor: Type.String({
    description:
      'For `npm run maintain -- security`: where the chain of the security events once ended, as an earlier run or the log has printed it ' +
      '(number:hash). Empty: only the anchors in the database are compared.',
    default: '',
    pattern: '^(\\d{1,15}:[\\da-f]{64})?$',
    patternSays: 'the number and the hash of an anchor, as it was printed'
  }),
  ...fileSettings,
  ...retentionSettings,
  ...integrationSettings,
  ...wasteSettings,
  mqttUrl: address(
    'MQTT broker, as mqtt://user:password@host:1883. Empty: the embedded one, on MQTT_PORT.',
    ['mqtt', 'mqtts', 'ws', 'wss'],
    '',
    true
  ),
  mqttVersion: oneOf('Version of the protocol with the broker of MQTT_URL.', ['5', '3.1.1'], '5'),
  mqttClientId: Type.String({
    description:
      'What the broker of MQTT_URL knows this installation by, and keeps its messages under while it is away. Installations ' +
      'at one broker need different ones.',
    default: 'opony',
    pattern: '^[0-9A-Za-z]{1,20}$',
    patternSays: '1 to 20 letters and digits'
  }),
  mqttSessions: Type.Integer({
    description:
      'How many sessions at the broker of MQTT_URL share the messages of the sensors, each in one process of the role ingest. ' +
      'The same in every process; the broker has to know shared subscriptions if it is more than 1.',
    default: 1,
    minimum: 1,
    maximum: 32
  }),
  mqttPort: port('Port of the embedded MQTT broker; 0 takes any free one.', 1883),
  mqttMaxConnections: Type.Integer({
    description: 'Most connections at the embedded MQTT broker; one more is closed at once.',
    default: 10_000,
    minimum: 1,
    maximum: 1_000_000
  }),
  mqttMaxUnauthenticated: Type.Integer({
    description:
      'Most connections at the embedded MQTT broker that have not signed in yet; for one more, the one that has waited ' +
      'longest is closed.',
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000
  }),
  hubMaxConnections: Type.Integer({
    description:
      'Most connections of browsers that are told of changes; one more is closed at once, and tries again later.',
    default: 10_000,
    minimum: 1,
    maximum: 1_000_000
  }),
  hubMaxUnauthenticated: Type.Integer({
    description:
      'Most of those connections that have not sent their token yet; for one more, the one that has waited longest is ' +
      'closed.',
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000
  }),
  hubMaxPerAccount: Type.Integer({
    description:
      'Most of those connections that one account may have; one more is closed at once, and tries again later. Each open page is one.',
    default: 50,
    minimum: 1,
    maximum: 1_000_000
  }),
  maxCalls: Type.Integer({
    description:
      'Most calls of the API that are answered at a time. One more waits a moment for a place, and is then refused with ' +
      '503 and Retry-After.',
    default: 40,
    minimum: 1,
    maximum: 100_000
  }),
  maxCallsPerAccount: Type.Integer({
    description:
      'Most calls of one account that are answered at a time. Further ones wait for those, up to two seconds, and are then refused with ' +
      '503 and Retry-After.',
    default: 8,
    minimum: 1,
    maximum: 100_000
  }),
  drainSeconds: Type.Integer({
    description:
      'How long a process that is to stop goes on answering calls while it says that it is not ready. Behind a proxy that asks for health: longer than ' +
      'that takes to notice.',
    default: 0,
    minimum: 0,
    maximum: 8
  }),
  databaseWaitSeconds: Type.Integer({
    description: 'How long a start waits for a database that does not answer, before it fails.',
    default: 60,
    minimum: 0,
    maximum: 86_400
  }),
  metricsPort: port(
    'Port of the Prometheus metrics and of health, in every role, on a listener of its own; 0 leaves it off.',
    0
  ),
  metricsHost: Type.String({
    description:
      'Address that METRICS_PORT listens on. It asks for no password: 0.0.0.0 only inside a network where nobody else calls.',
    default: '127.0.0.1',
    format: 'host'
  }),
  tokenSecret: Type.String({
    description:
      'Signs the access tokens; at least 32 characters of chance. Outside production an empty one is made at the first ' +
      'start and kept in DATA_DIR.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    secret: true
  }),
  tokenSecretOld: Type.String({
    description:
      'The former TOKEN_SECRET, while it is being changed: tokens, signed addresses and second factors of it are still accepted, ' +
      'and everything new is made with the present one.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    secret: true
  }),
  securityEventsDays: Type.Integer({
    description:
      'How many days security events, and the addresses that commands came from, are kept; older ones are removed.',
    default: 180,
    minimum: 30,
    maximum: 3650
  }),
  ...accountSettings,
  oidcOfficeIssuer: address(
    'Identity provider of the back office, by OpenID Connect: its issuer, such as https://login.example.com/tenant. Empty: passwords alone.',
    ['http', 'https']
  ),
  oidcOfficeClientId: Type.String({
    description: 'Name of this installation at that provider.',
    default: '',
    maxLength: 500
  }),
  oidcOfficeClientSecret: Type.String({
    description: 'Its secret there; empty for a public client.',
    default: '',
    secret: true,
    maxLength: 500
  }),
  oidcPortalIssuer: address(
    'Identity provider of the portal, by OpenID Connect: its issuer, such as https://login.example.com/tenant. Empty: passwords alone.',
    ['http', 'https']
  ),
  oidcPortalClientId: Type.String({
    description: 'Name of this installation at that provider.',
    default: '',
    maxLength: 500
  }),
  oidcPortalClientSecret: Type.String({
    description: 'Its secret there; empty for a public client.',
    default: '',
    secret: true,
    maxLength: 500
  }),
  trustProxy: Type.String({
    description:
      'Proxies whose X-Forwarded-For is believed: comma-separated addresses or networks (10.0.0.0/8), or the words ' +
      'loopback, linklocal, uniquelocal. Empty: none.',
    default: '',
    format: 'networks'
  }),
  portalUrl: address('Address of the portal in e-mails and links; never taken from a request.', ['http', 'https']),
  adminUrl: address('Address of the back office in e-mails and links; its host name contains admin.', [
    'http',
    'https'
  ]),
  apiDocs: Type.Boolean({
    description:
      'Serves the description of the API to everyone: /api/docs to read, /api/openapi.json. By itself on outside production.',
    default: false
  }),
  ...businessSettings,
  ...drivingSettings,
  ...sensorSettings,
  ...mapSettings,
  deliveryPoints: Type.String({
    description:
      'Where customers may bring tyres themselves, as the public price list names it: name and address of each point, separated by ' +
      'semicolons. Empty: the list names none. In the demo three made-up ones.',
    default: '',
    maxLength: 1000
  }),
  logLevel: oneOf(
    'Least grave log lines to write.',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info'
  ),
  otelExporterOtlpEndpoint: address(
    'Where traces are sent: a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318. Empty: none. Other variables of ' +
      'OpenTelemetry (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS …) are read as its documents say.',
    ['http', 'https']
  ),
  logFormat: oneOf(
    'How log lines look: json, one object a line; plain, for people; auto: plain on a terminal, else json. Production writes json whatever ' +
      'this says.',
    ['auto', 'json', 'plain'],
    'auto'
  ),
  demo: Type.Boolean({
    description:
      'Seeds the demo business at the first start. By itself on outside production when the embedded database is used.',
    default: false
  })
})

/** The made-up contact of the demo: nobody has the number. */
export const demoContact = { contactPhone: '+48 82 555 01 00', contactEmail: 'biuro@opony.example.com' } as const

/** The made-up business of the demo, as papers name it. Its numbers belong to nobody. */
export const demoBusiness = {
  businessLegalName: 'Opony Przykładowe sp. z o.o.',
  businessAddress: 'ul. Przykładowa 1, 22-100 Chełm',
  businessTaxNumber: '0000000000',
  businessBdo: '000000000'
} as const

/** The made-up points of the demo. */
export const demoDeliveryPoints =
  'Punkt Północ, ul. Przykładowa 1, Chełm; Punkt Wschód, ul. Przykładowa 2, Zamość; Punkt Centrum, ul. Przykładowa 3, Lublin'

/** Settings of services that the demo has built in: there they are `demo:` unless given. */
export const demoServices = ['vatListUrl', 'viesUrl', 'geocodingUrl', 'bdoUrl'] as const

/** The values of all settings. */
export type SettingValues = Static<typeof settingsSchema>
