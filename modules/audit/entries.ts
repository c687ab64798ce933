/**
 * The audit as administrators read it: who did what to which rows. It stores only ids and names of commands. People and rows are shown by
 * their present names; erased people have none.
 */

import { Type } from '@sinclair/typebox'
import { join, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { inPattern } from '../../src/kernel/database/text.ts'
import { actText } from '../../src/kernel/files/value-columns.ts'
import { allRows } from '../../src/kernel/limits.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../src/kernel/pages/tabs.ts'
import { filter, startOfDay } from '../../src/kernel/resources/fields.ts'
import { defineResource, type Resource } from '../../src/kernel/resources/resource.ts'
import { defineRoute, ListResponse, type Route } from '../../src/kernel/routes/route.ts'
import { Day, ExactInstant, Id, Nullable } from '../../src/kernel/schema.ts'
import { accountsMatching, accountsNamed, leftJoinAccount, personName } from '../users/public.ts'
import { aboutMatching, aboutNamed, subjectNames } from './subjects.ts'

/** The browser renews a session by itself, so that these would be most of the entries: the page begins without them. */
const renewal = 'users.renew'

/** Texts for actors without an account. They cannot be names, because of the `#`. */
const system = '#system'
const stranger = '#stranger'

/** The programs that call without an account: message keys of their names, by the commands that they call (`calledBy`). */
type Callers = Readonly<Record<string, string>>

/** The text for the program that calls this command. */
const programOf = (command: string): string => `#${command}`

const wordsFor = (callers: Callers): Record<string, string> => ({
  [system]: 'audit.entry.system',
  [stranger]: 'audit.entry.stranger',
  ...Object.fromEntries(Object.entries(callers).map(([command, word]) => [programOf(command), word]))
})

/** Who an entry without an account is by. */
const actorOf = (callers: Callers): Sql => {
  const programs = Object.keys(callers).map(name => `when entry.command = '${name}' then '${programOf(name)}'`)
  return raw(`case when entry.audience = 'system' then '${system}' ${programs.join(' ')} else '${stranger}' end`)
}

const entryRow = (callers: Callers) =>
  Type.Object({
    id: Id,
    at: ExactInstant,
    accountId: Nullable(Id),
    person: Nullable(Type.String()),
    /** The name of the person, or one of the texts above, which are translated; null for an erased person. */
    who: Nullable(Type.String({ words: wordsFor(callers) })),
    /** The audience that the command was allowed to: a role, `signedIn`, `anyone`; or `system`, the application itself. */
    audience: Type.String(),
    /** The name of the command, shown as what it did. */
    action: Type.String({ format: 'command' }),
    command: Type.String(),
    resourceType: Nullable(Type.String()),
    subjectIds: Type.Array(Id),
    requestId: Nullable(Type.String()),
    subjects: Type.Array(Type.String(), { description: 'the names of the first of them; `+n` for the others' })
  })

/** @param named the resources whose rows can be named */
const entriesOf = (named: readonly Resource[], callers: Callers) =>
  defineResource({
    type: 'audit.entry',
    title: 'entry of the audit',
    titles: 'entries of the audit: every command by anyone',
    path: '/api/Admin/Audit',
    serves: ['list', 'item'],
    access: ['ADMIN'],
    schema: entryRow(callers),
    table: 'audit.entries',
    alias: 'entry',
    joins: { person: leftJoinAccount('person', 'entry.account_id') },
    fields: {
      at: { sql: 'entry.at' },
      accountId: { sql: 'entry.account_id', sort: ['entry.account_id'] },
      person: { sql: personName('person'), join: 'person', sort: ['entry.account_id'] },
      who: {
        sql: sql`case when entry.account_id is not null then ${personName('person')} else ${actorOf(callers)} end`,
        join: 'person',
        sort: ['entry.account_id']
      },
      subjects: { sql: reader => subjectNames(named, reader) },
      action: { sql: 'entry.command', sort: ['entry.command'] },
      command: { sql: 'entry.command', sort: ['entry.command'] }
    },
    filters: {
      Person: filter(Type.String({ maxLength: 50 }), text => sql`entry.account_id in (${accountsNamed(text)})`),
      Action: filter(Type.String({ maxLength: 50 }), command => sql`entry.command = ${command}`),
      Command: filter(Type.String({ maxLength: 50 }), text => sql`entry.command like ${`${inPattern(text.trim())}%`}`),
      From: filter(Day, day => sql`entry.at >= ${startOfDay(day)}`),
      To: filter(Day, day => sql`entry.at < ${startOfDay(day, 1)}`),
      Subject: filter(Type.String({ maxLength: 100 }), text => aboutNamed(named, text)),
      SubjectId: filter(Id, id => sql`${id} = any(${raw('entry.subject_ids')})`),
      Renewals: filter(Type.Boolean(), wanted =>
        wanted ? sql`entry.command = ${renewal}` : sql`entry.command <> ${renewal}`
      )
    },
    // by whoever did it, and by what it is about; each side has an index, which lists of ids use and sub-selects do not
    search: [
      {
        finds: word =>
          sql`(${join([...aboutMatching(named, word), sql`entry.account_id = any(array(${accountsMatching(word)}))`], ' or ')})`
      }
    ],
    sort: '-at'
  })

const pageOf = (entries: ReturnType<typeof entriesOf>) =>
  definePage(entries, {
    id: 'audit.entries',
    route: '/config/audit',
    group: 'settings',
    place: 9,
    columns: [
      'at',
      { key: 'who', grow: 1.2, blank: 'audit.entry.erased' },
      { key: 'action', grow: 2.8 },
      { key: 'subjects', grow: 1.8 }
    ],
    filters: [
      'From',
      'To',
      'Person',
      'Subject',
      { key: 'Action', options: { call: '/api/Admin/Audit/acts', value: 'command', label: ['act'] } },
      { key: 'Renewals', initial: 'false' }
    ],
    selection: 'one',
    commands: [],
    panel: [
      { name: 'changes', kind: 'part', part: 'audit.changes' },
      detailsTab(entries, ['at', { key: 'who', blank: 'audit.entry.erased' }, 'action', 'subjects'])
    ]
  })

/** The resource and its page. */
export function auditOfRows(named: readonly Resource[], callers: Callers) {
  const entries = entriesOf(named, callers)
  return { entries, page: pageOf(entries) }
}

/**
 * GET /api/Admin/Audit/acts: all actions that the audit may contain, as options of the list's filter; renewals have one of their own.
 * @param commands the names of all commands
 */
export const actsRoute = (commands: readonly string[]): Route =>
  defineRoute({
    url: '/api/Admin/Audit/acts',
    access: ['ADMIN'],
    summary: 'What can stand in the audit: every command, and what it did in the language of the caller',
    answer: ListResponse(Type.Object({ command: Type.String(), act: Type.String() })),
    run: async ({ services: { messages }, caller: { language } }) => {
      const data = commands
        .filter(command => command !== renewal)
        .map(command => ({ command, act: actText(messages, language, command) }))
        .toSorted((a, b) => a.act.localeCompare(b.act, language))
      return allRows(data)
    }
  })
