/** Security events as administrators read them. People are shown by their present names; what an erased person did stays without one. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../../src/kernel/pages/tabs.ts'
import { filter, startOfDay } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Day, EnumOf, ExactInstant, Id, Nullable } from '../../../src/kernel/schema.ts'
import { accountsNamed, leftJoinAccount, personName } from '../../users/public.ts'
import { networkPattern, SecurityKind } from './schema.ts'

/** Texts in place of a name, for who has no account. They cannot be names, because of the `#`. */
const stranger = '#stranger'
const server = '#server'
const sensor = '#sensor'
const words = {
  [stranger]: 'audit.securityEvent.notSignedIn',
  [server]: 'audit.securityEvent.onServer',
  [sensor]: 'audit.securityEvent.sensor'
}

const Event = (titles: Readonly<Record<string, string>>) =>
  Type.Object({
    id: Id,
    at: ExactInstant,
    until: Nullable(ExactInstant),
    count: Type.Integer({ minimum: 1 }),
    kind: EnumOf(SecurityKind),
    accountId: Nullable(Id),
    who: Nullable(Type.String({ words })),
    targetId: Nullable(Id),
    target: Nullable(Type.String()),
    network: Nullable(Type.String({ description: 'the address of IPv4, the network of 64 bits of IPv6' })),
    subject: Nullable(
      Type.String({ format: 'command', words: titles, description: 'a command, a page, or the route that was called' })
    ),
    code: Nullable(Type.String()),
    call: Nullable(Type.String()),
    sessionId: Nullable(Type.String()),
    requestId: Nullable(Type.String({ description: 'of the first call; lines of the log have it as reqId' })),
    emailHash: Nullable(
      Type.String({
        description: 'of the e-mail that was tried: the same for the same e-mail, and nobody can read it back'
      })
    )
  })

/** The accounts that a text names: by its id, or by name or e-mail. */
const accountsOf = (text: string) =>
  /^\d{1,9}$/.test(text.trim()) ? sql`select ${Number(text.trim())}::int` : accountsNamed(text)

const withoutAccount = raw(`when event.kind = ${SecurityKind.adminByCommand} then '${server}'
  when event.kind in (${SecurityKind.sensorOverQuota}, ${SecurityKind.sensorRefused}) then '${sensor}' else '${stranger}'`)

const fields = {
  at: { sql: 'event.at' },
  until: { sql: 'event.until' },
  who: {
    sql: sql`case when event.account_id is not null then ${personName('person')} ${withoutAccount} end`,
    join: 'person',
    sort: ['event.account_id']
  },
  target: { sql: personName('concerned'), join: 'concerned', sort: ['event.target_id'] },
  network: { sql: 'abbrev(event.network)', sort: ['event.network'] },
  subject: { sql: 'coalesce(event.subject, event.call)', sort: ['event.subject'] }
} as const

const filters = {
  Kind: filter(EnumOf(SecurityKind), kind => sql`event.kind = ${kind}`),
  Account: filter(
    Type.String({
      maxLength: 50,
      description: 'id, name or e-mail of an account: who it was, or whom it concerned'
    }),
    text => {
      const accounts = accountsOf(text)
      return sql`(event.account_id in (${accounts}) or event.target_id in (${accounts}))`
    }
  ),
  Network: filter(
    Type.String({
      maxLength: 43,
      pattern: networkPattern,
      description: 'an address, or a network',
      examples: ['192.0.2.0/24']
    }),
    text => sql`event.network <<= ${text}::inet`
  ),
  From: filter(Day, day => sql`event.at >= ${startOfDay(day)}`),
  To: filter(Day, day => sql`event.at < ${startOfDay(day, 1)}`)
}

/** @param titles messages of the pages that a spreadsheet may be of, by the page's id */
export const securityEventsOf = (titles: Readonly<Record<string, string>>) =>
  defineResource({
    type: 'audit.securityEvent',
    title: 'security event',
    path: '/api/Admin/SecurityEvents',
    serves: ['list', 'item'],
    access: ['ADMIN'],
    schema: Event(titles),
    table: 'audit.security_events',
    alias: 'event',
    joins: {
      person: leftJoinAccount('person', 'event.account_id'),
      concerned: leftJoinAccount('concerned', 'event.target_id')
    },
    fields,
    views: {
      list: ['id', 'at', 'count', 'kind', 'accountId', 'who', 'targetId', 'target', 'network', 'subject']
    },
    filters,
    sort: '-at'
  })

type SecurityEventsResource = ReturnType<typeof securityEventsOf>

export const securityEventsPage = (events: SecurityEventsResource) =>
  definePage(events, {
    id: 'audit.securityEvents',
    route: '/config/securityEvents',
    group: 'settings',
    place: 10,
    columns: [
      { key: 'at', grow: 0.9 },
      { key: 'kind', grow: 1.2 },
      { key: 'who', grow: 1.2, blank: 'audit.entry.erased' },
      { key: 'target', under: 'who', quiet: true },
      { key: 'network', grow: 1.8 },
      { key: 'subject', grow: 1.6 },
      'count'
    ],
    filters: ['From', 'To', 'Kind', 'Account', 'Network'],
    selection: 'one',
    commands: [],
    panel: [
      detailsTab(events, [
        'kind',
        'at',
        'until',
        'count',
        { key: 'who', blank: 'audit.entry.erased' },
        'target',
        'network',
        'subject',
        'call',
        'code',
        'requestId',
        'sessionId',
        'emailHash'
      ])
    ]
  })
