/** What production refuses to start with, and what it takes. */
import { expect, test } from 'vitest'
import { mayMailPlainly } from '../../config/production.ts'
import { readSettings } from '../../config/settings.ts'
import { database, faultsOf, production, secret } from './fixtures/settings.ts'

test.each([
  ['nothing given', { NODE_ENV: 'production' }, ['TOKEN_SECRET', 'PORTAL_URL', 'ADMIN_URL', 'MAIL_URL']],
  ['a secret one character short', { ...production, TOKEN_SECRET: secret.slice(1) }, ['TOKEN_SECRET']],
  ['a secret of one letter', { ...production, TOKEN_SECRET: 'x'.repeat(64) }, ['TOKEN_SECRET']],
  ['a secret of a word again and again', { ...production, TOKEN_SECRET: 'Wrona-7!'.repeat(6) }, ['TOKEN_SECRET']],
  [
    'a secret of letters in a row',
    { ...production, TOKEN_SECRET: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL' },
    ['TOKEN_SECRET']
  ],
  ['the secret before it as the present one', { ...production, TOKEN_SECRET_OLD: secret }, ['TOKEN_SECRET_OLD']],
  [
    'an easy secret of the accounting connector',
    { ...production, ACCOUNTING_URL: 'https://accounting.example.com', ACCOUNTING_SECRET: '1234567890'.repeat(4) },
    ['ACCOUNTING_SECRET']
  ],
  [
    'a secret from an example',
    { ...production, TOKEN_SECRET: 'change-me-0123456789-0123456789-change-me' },
    ['TOKEN_SECRET']
  ],
  [
    'a database password from an example',
    { ...production, DATABASE_URL: 'postgres://opony:opony@localhost/opony' },
    ['DATABASE_URL']
  ],
  [
    'a password of one letter',
    { ...production, DATABASE_MIGRATE_URL: 'postgres://owner:aaaaaaaaaaaaaaaa@localhost/opony' },
    ['DATABASE_MIGRATE_URL']
  ],
  [
    'a word of the examples with digits',
    { ...production, DATABASE_URL: 'postgres://app:password1234@localhost/opony' },
    ['DATABASE_URL']
  ],
  ['a short broker password', { ...production, MQTT_URL: 'mqtts://app:Zk3vQ9@broker' }, ['MQTT_URL']],
  ['letters in the log', { ...production, MAIL_URL: 'log:' }, ['MAIL_URL']],
  [
    'what passes in clear',
    {
      ...production,
      PORTAL_URL: 'http://opony.example.com',
      DATABASE_URL: 'postgres://opony:rT5yU8iO1pQ2@db/opony',
      MQTT_URL: 'mqtt://opony:rT5yU8iO1pQ2@broker',
      SMS_URL: 'http://sms.example.com',
      SMS_TOKEN: 'x',
      VIES_URL: 'http://vies.example.com',
      MAP_TILES_URL: 'http://tiles.example.com/{z}/{x}/{y}.png',
      STORAGE_URL: 'azure:DefaultEndpointsProtocol=http;AccountName=a;AccountKey=b'
    },
    ['DATABASE_URL', 'STORAGE_URL', 'MQTT_URL', 'PORTAL_URL', 'SMS_URL', 'VIES_URL', 'MAP_TILES_URL']
  ],
  [
    'a certificate that nobody checks',
    { ...production, DATABASE_URL: database.replace('verify-full', 'no-verify') },
    ['DATABASE_URL']
  ],
  [
    'made-up companies and positions',
    { ...production, VAT_LIST_URL: 'demo:', VIES_URL: 'demo:', GEOCODING_URL: 'demo:', BDO_URL: 'demo:' },
    ['VAT_LIST_URL', 'VIES_URL', 'GEOCODING_URL', 'BDO_URL']
  ],
  ['mail without a sender', { ...production, MAIL_FROM: '' }, ['MAIL_FROM']]
])('production refuses %s', (_, env, names) => {
  expect(Object.keys(faultsOf(env)).sort()).toEqual([...names].sort())
})

test('production connects without encryption to this machine and to the hosts of PLAIN_HOSTS only', () => {
  const plain = {
    ...production,
    DATABASE_URL: 'postgres://opony:rT5yU8iO1pQ2@db/opony',
    MQTT_URL: 'mqtt://opony:rT5yU8iO1pQ2@broker:1884',
    GEOCODING_URL: 'http://localhost:8080',
    ACCOUNTING_URL: 'http://127.0.0.1:8081/api',
    ACCOUNTING_SECRET: `${secret}Zz`
  }
  expect(Object.keys(faultsOf(plain)).sort()).toEqual(['DATABASE_URL', 'MQTT_URL'])
  expect(faultsOf({ ...plain, PLAIN_HOSTS: 'DB, broker' })).toEqual({})
  expect(mayMailPlainly(readSettings({ ...production, MAIL_URL: 'smtp://mail.example.com' }))).toBe(false)
  for (const more of [{ MAIL_URL: 'smtp://127.0.0.1' }, { MAIL_URL: 'smtp://relay', PLAIN_HOSTS: 'relay' }])
    expect(mayMailPlainly(readSettings({ ...production, ...more }))).toBe(true)
})

test('production starts with all secrets given', () => {
  const env = { ...production, DATABASE_URL: database }
  expect(readSettings(env)).toMatchObject({ nodeEnv: 'production', tokenSecret: secret, demo: false })
})
