/** What an operator is told about the database, and about settings that hold but leave people without something. */
import { expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { findings } from '../../src/cli/doctor-database.ts'
import { warningsOf } from '../../src/cli/doctor-settings.ts'

const state = { name: 'opony', isSuperuser: false, mayChangeTables: false, ownsAudit: false, isEncrypted: true }
const around = { isProduction: true, missing: [], isPlain: false }

it.each([
  ['a role that owns nothing', {}, {}, []],
  [
    'a superuser in production',
    { isSuperuser: true, mayChangeTables: true, ownsAudit: true },
    {},
    ['fault: superuser']
  ],
  [
    'a superuser elsewhere',
    { isSuperuser: true, mayChangeTables: true },
    { isProduction: false },
    ['warning: superuser']
  ],
  [
    'the owner of all tables',
    { mayChangeTables: true, ownsAudit: true },
    {},
    ['warning: change tables', 'warning: owns the audit']
  ],
  ['a connection in clear', {}, { isPlain: true }, ['warning: not encrypted']],
  ['steps that are missing', {}, { missing: ['120_security_events', '121_audit_origin'] }, ['fault: lacks 2 steps']]
])('%s', (_what, role, more, expected) => {
  const said = findings({ ...state, ...role }, { ...around, ...more })
  expect(said.length).toBe(expected.length)
  for (const [at, one] of said.entries()) {
    const [kind, text = ''] = (expected[at] ?? '').split(': ')
    expect(one).toEqual({ isFault: kind === 'fault', text: expect.stringContaining(text) })
    expect(one.text).toMatch(/Run |Add /)
  }
})

it.each([
  ['the demo, which has a made-up contact', {}, ['TERMS_URL']],
  ['neither contact nor terms', { DEMO: 'false' }, ['CONTACT_PHONE and CONTACT_EMAIL', 'TERMS_URL']],
  ['one way to be reached', { DEMO: 'false', CONTACT_EMAIL: 'a@example.com' }, ['TERMS_URL']],
  ['both', { DEMO: 'false', CONTACT_PHONE: '+48 82 600 70 80', TERMS_URL: 'https://example.com/terms' }, []]
])('of settings: %s', (_what, env, about) => {
  expect(warningsOf(readSettings(env)).map(text => text.split(/ (?:is|are) empty/)[0])).toEqual(about)
})
