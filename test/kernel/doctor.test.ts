/** What an operator is told about the database, and about settings that hold but leave people without something. */
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { type DatabaseState, faultsOf, faultsOfReplica } from '../../src/cli/doctor/database.ts'
import { fault, ok, tryAll } from '../../src/cli/doctor/finding.ts'
import { roomFinding } from '../../src/cli/doctor/services.ts'
import { warningsOf } from '../../src/cli/doctor/settings.ts'
import { lettersBetween, misspelt, shownValue, valueLines } from '../../src/cli/doctor/values.ts'

const state: DatabaseState = {
  name: 'opony',
  isSuperuser: false,
  mayChangeTables: false,
  ownsAudit: false,
  isEncrypted: true,
  version: 17,
  owners: ['opony_owner'],
  missing: [],
  clockAhead: 0.1,
  isPlain: false
}

it.each<[string, Partial<DatabaseState>, boolean, string[]]>([
  ['a role that owns nothing', {}, true, []],
  [
    'a superuser in production',
    { isSuperuser: true, mayChangeTables: true, ownsAudit: true },
    true,
    ['fault: superuser']
  ],
  ['a superuser elsewhere', { isSuperuser: true, mayChangeTables: true }, false, ['warning: superuser']],
  [
    'the owner of all tables',
    { mayChangeTables: true, ownsAudit: true },
    true,
    ['warning: change tables', 'warning: owns the audit']
  ],
  ['a connection in clear', { isPlain: true }, true, ['warning: not encrypted']],
  ['a connection in clear outside production', { isPlain: true }, false, []],
  ['steps that are missing', { missing: ['120_security_events', '121_audit_origin'] }, true, ['fault: lacks 2 steps']],
  ['an old server', { version: 14 }, true, ['fault: too old']],
  ['tables of two roles', { owners: ['opony', 'postgres'] }, true, ['fault: several roles (opony, postgres)']],
  ['a clock 3 s ahead', { clockAhead: 3 }, true, ['warning: 3.0 s ahead of']],
  ['a clock an hour behind', { clockAhead: -3600 }, true, ['fault: 3600.0 s behind']]
])('%s', (_what, more, isProduction, expected) => {
  const said = faultsOf({ ...state, ...more }, isProduction)
  expect(said.length).toBe(expected.length)
  for (const [at, one] of said.entries()) {
    const [level, text = ''] = (expected[at] ?? '').split(': ')
    expect(one).toEqual({ level, text: expect.stringContaining(text) })
    expect(one.text).toMatch(/Run |Add |Set |use /)
  }
})

it.each([
  ['that follows', {}, []],
  ['that takes changes itself', { isCopy: false, receives: false }, ['warning: relieve nobody']],
  ['that receives nothing', { receives: false }, ['warning: receives no changes']],
  ['of another version', { step: '310_a' }, ['fault: its last step is 310_a, that of DATABASE_URL 320_b']],
  ['of another database', { step: null }, ['fault: its last step is none']]
])('of a replica %s', (_what, more, expected) => {
  const said = faultsOfReplica({ isCopy: true, receives: true, step: '320_b', ...more }, '320_b')
  expect(said.map(({ level }) => level)).toEqual(expected.map(one => one.split(': ')[0]))
  for (const [at, { text }] of said.entries()) expect(text).toContain(expected[at]?.split(': ')[1])
})

it.each([
  ['the demo, which has a made-up contact', {}, ['TERMS_URL']],
  ['neither contact nor terms', { DEMO: 'false' }, ['CONTACT_PHONE and CONTACT_EMAIL', 'TERMS_URL']],
  ['one way to be reached', { DEMO: 'false', CONTACT_EMAIL: 'a@example.com' }, ['TERMS_URL']],
  ['both', { DEMO: 'false', CONTACT_PHONE: '+48 82 600 70 80', TERMS_URL: 'https://example.com/terms' }, []]
])('of settings: %s', (_what, env, about) => {
  expect(warningsOf(readSettings(env)).map(text => text.split(/ (?:is|are) empty/)[0])).toEqual(about)
})

it('warns of SMS that only the log would get in production', () => {
  const settings = readSettings({
    DEMO: 'false',
    CONTACT_EMAIL: 'a@example.com',
    TERMS_URL: 'https://example.com/terms'
  })
  expect(warningsOf(settings)).toEqual([])
  expect(warningsOf({ ...settings, nodeEnv: 'production' })).toEqual([expect.stringContaining('SMS_URL is log:')])
})

it.each([
  ['its default store', {}, []],
  ['a folder of files', { STORAGE_URL: 'file:/srv/opony' }, ['STORAGE_URL names a folder']],
  ['a place of backups', { BACKUP_URL: 'file:/srv/backup' }, ['BACKUP_URL is set']],
  [
    'both',
    { STORAGE_URL: 'file:/srv/opony', BACKUP_URL: 'file:/srv/backup' },
    ['STORAGE_URL names a folder', 'BACKUP_URL is set']
  ]
])('warns a copy of what it may share with its original, and nobody else: %s', (_what, env, about) => {
  const given = { DEMO: 'false', CONTACT_EMAIL: 'a@example.com', TERMS_URL: 'https://example.com/terms', ...env }
  expect(warningsOf(readSettings({ ...given, OUTSIDE: 'off' }))).toEqual(
    about.map(text => expect.stringContaining(`OUTSIDE is off, and ${text}`))
  )
  expect(warningsOf(readSettings(given))).toEqual([])
})

describe('names of the environment', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['MQTT_SESSION', 'MQTT_SESSIONS'],
    ['TOKENSECRET', 'TOKEN_SECRET'],
    ['SMS_TOKEN_FLIE', 'SMS_TOKEN_FILE'],
    ['MQTT_HOST_NAME', 'docs/settings.md']
  ])('%s is told, with what was meant', (name, meant) => {
    expect(misspelt({ [name]: 'x' })).toEqual([expect.stringContaining(`${name} is no setting`)])
    expect(misspelt({ [name]: 'x' })[0]).toContain(meant)
  })

  it.each([
    'PGHOST',
    'HOSTNAME',
    'MAIL',
    'NODE_OPTIONS',
    'PATH',
    'MQTT_PASSWORD',
    'POSTGRES_PASSWORD',
    'PORTS',
    'npm_x'
  ])('%s is nobody’s business here', name => expect(misspelt({ [name]: 'x' })).toEqual([]))

  it('are none where they are empty, and none of those that are settings', () => {
    expect(misspelt({ DATABSE_URL: ' ' })).toEqual([])
    expect(misspelt({ DATABASE_URL: 'x', TOKEN_SECRET_FILE: 'y', PORT: '1' })).toEqual([])
  })

  it('differ by letters', () => {
    expect([lettersBetween('', 'abc'), lettersBetween('kitten', 'sitting'), lettersBetween('same', 'same')]).toEqual([
      3, 3, 0
    ])
  })
})

describe('values', () => {
  it.each([
    [
      'postgres://opony:pass%20word@db:5432/opony?sslmode=verify-full',
      true,
      'postgres://opony:…@db:5432/opony?sslmode=verify-full'
    ],
    ['https://user:word@example.com/api', false, 'https://user:…@example.com/api'],
    ['https://tiles.example.com/{z}/{x}/{y}.png?key=abc', false, 'https://tiles.example.com/{z}/{x}/{y}.png?key=…'],
    ['a secret of many characters', true, '(set)'],
    ['azure:AccountName=a;AccountKey=bbb', true, 'azure:(set)'],
    ['file:/srv/backup', true, 'file:/srv/backup'],
    ['s3:https://KEY:hidden@host/bucket?region=eu', true, 's3:https://KEY:…@host/bucket?region=eu'],
    ['log:', true, 'log:'],
    ['', true, ''],
    [['web', 'worker'], false, 'web,worker']
  ])('%s is shown without its secret', (value, isSecret, shown) => {
    expect(shownValue(value, isSecret)).toBe(shown)
  })

  it('say which are defaults, and hold no secret of any setting', () => {
    const env = {
      DATABASE_URL: 'postgres://o:hidden-one@h/d',
      TOKEN_SECRET: `hidden-two${'x'.repeat(32)}`,
      DEMO: 'false'
    }
    const lines = valueLines(readSettings(env), env).join('\n')
    expect(lines).not.toContain('hidden')
    expect(lines).toMatch(/^DATABASE_URL +postgres:\/\/o:…@h\/d$/m)
    expect(lines).toMatch(/^TOKEN_SECRET +\(set\)$/m)
    expect(lines).toMatch(/^PORT +3000 {2}\(default\)$/m)
  })
})

describe('a part that is tried', () => {
  it('has a fault with the reason where it throws or does not answer in time', async () => {
    const refused = Object.assign(new Error('fetch failed'), { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
    const tried = await tryAll(
      [
        { name: 'one', run: async () => [ok('well')] },
        { name: 'two', run: () => Promise.reject(refused) },
        { name: 'three', run: () => new Promise(() => undefined) }
      ],
      50
    )
    expect(tried).toEqual([
      { name: 'one', findings: [ok('well')] },
      { name: 'two', findings: [fault('connect ECONNREFUSED 127.0.0.1:9')] },
      { name: 'three', findings: [fault('no answer within 0.05 s')] }
    ])
  })

  it('has room on its disk', () => {
    const gb = 1_073_741_824
    const levels = [0.1, 0.5, 3, 10].map(free => roomFinding('/srv', { free: free * gb, all: 100 * gb }).level)
    expect(levels).toEqual(['fault', 'warning', 'warning', 'ok'])
  })
})
