/** Findings: their lists, one page for each subject, the panel, and their approval. */
import { Type } from '@sinclair/typebox'
import { codes } from '../../src/contract/vocabulary.ts'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineLink } from '../../src/kernel/commands/link.ts'
import { join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../src/kernel/pages/tabs.ts'
import { day, filter, joined, label } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import {
  leftJoinCompany,
  leftJoinPlace,
  placeAddress,
  placeAddresses,
  placesByCompanyName
} from '../companies/public.ts'
import { containerTexts, leftJoinContainer } from '../iot/public.ts'
import { leftJoinOrder, ofSyncFailure, orderTexts } from '../orders/public.ts'
import { columnsOf, kindNames } from './kinds.ts'
import { dayText, kilometresText, messageSql, tonnesText } from './message.ts'
import { FindingRow } from './models.ts'
import { runChecks } from './runs/commands.ts'
import { Finding, FindingState, ValidatorKind, ValidatorSubject } from './schema.ts'

const catalogue = new URL('./messages/', import.meta.url)
const stateSql =
  'case when finding.approved_at is not null then 1 when finding.resolved_at is not null then 2 else 0 end'

const address = placeAddress('place')
/** The detailed columns by the names of their fields. */
const details = {
  serNo: raw('container.ser_no'),
  containerName: raw('container.container_number'),
  address,
  companyName: raw('company.name'),
  number: raw('ord.number')
}
type Detail = keyof typeof details
const allJoins = ['container', 'ord', 'place', 'company'] as const

/** A JSON object with the columns for the finding's subject, under the names of the specification. */
const detailedColumns = sql`case finding.subject ${join(
  Object.entries(columnsOf).map(([subject, columns]) => {
    const pairs = Object.entries(columns).map(([name, field]) => sql`${raw(`'${name}'`)}, ${details[field as Detail]}`)
    return sql`when ${raw(subject)} then json_build_object(${join(pairs, ', ')})`
  }),
  ' '
)} end`

const messageKey = (name: string): string => `validators.message.${name}`

export const findings = defineResource({
  type: 'validators.finding',
  title: 'finding of a validator',
  titles: 'findings of validators',
  path: '/api/Admin/Validators',
  access: ['ADMIN'],
  schema: Finding,
  table: 'validators.findings',
  alias: 'finding',
  joins: {
    container: leftJoinContainer('container', 'finding.container_id'),
    ord: leftJoinOrder('ord', 'finding.order_id'),
    place: leftJoinPlace('place', 'finding.place_id'),
    company: { sql: leftJoinCompany('company', 'place.company_id'), after: 'place' }
  },
  fields: {
    type: 'kind',
    validatorType: 'subject',
    validatorName: label(ValidatorKind, 'finding.kind', catalogue),
    message: {
      sql: ({ language }) => {
        const values = {
          since: dayText('finding.evidence_at'),
          distance: kilometresText(language, 'finding.metres'),
          ordered: tonnesText(language, 'finding.order_tonnes'),
          card: tonnesText(language, 'finding.card_tonnes')
        }
        const say = (key: string, more = {}, given = {}): Sql =>
          messageSql(language, messageKey(key), { ...values, ...more }, given)
        const cases = kindNames.map(name => sql`when ${literal(ValidatorKind[name])} then ${say(name)}`)
        const failure = ofSyncFailure('finding.order_id', 'finding.evidence_at', (cause, detail) =>
          say('badSyncBecause', { detail }, { cause })
        )
        return sql`case when finding.failed then coalesce(${failure}, ${say('badSyncFailed')}) else case finding.kind ${join(cases, ' ')} end end`
      },
      // The texts of one kind differ only by a day, a distance or tonnes.
      sort: ['finding.kind', 'coalesce(finding.metres, 0)', 'finding.evidence_at']
    },
    state: { sql: stateSql },
    createdDate: day('finding.created_at'),
    approvedDate: day('finding.approved_at'),
    resolvedDate: day('finding.resolved_at'),
    detailedColumns: { sql: detailedColumns, join: allJoins },
    serNo: joined('container', 'ser_no'),
    containerName: joined('container', 'container_number'),
    address: { sql: address, join: 'place', sort: ['place.city', 'place.street', 'place.id'] },
    companyName: joined('company', 'name'),
    // Numbers are given in the order of ids.
    number: joined('ord', 'number', { sort: ['finding.order_id'] })
  },
  named: {
    sql: sql`coalesce(container.container_number, ord.number, ${address})`,
    join: ['container', 'ord', 'place']
  },
  views: { history: ['state', 'message', 'comment'] },
  filters: {
    ValidatorType: filter(EnumOf(ValidatorSubject), subject => sql`finding.subject = ${subject}`),
    Kind: filter(EnumOf(ValidatorKind), kind => sql`finding.kind = ${kind}`),
    State: filter(EnumOf(FindingState), state => sql`(${raw(stateSql)}) = ${state}`)
  },
  search: [
    { key: 'finding.container_id', of: containerTexts },
    { key: 'finding.order_id', of: orderTexts },
    { key: 'finding.place_id', of: placeAddresses },
    { key: 'finding.place_id', of: placesByCompanyName }
  ],
  sort: '-createdDate'
})

const ApproveForm = defineForm({
  schema: Type.Object({
    comment: Type.String({ maxLength: 2000, messages: { required: 'validators.approve.failed' } })
  }),
  fields: { comment: { initial: 'empty' } }
})

/** A person approves a finding. The same thing is not found again until there is new evidence. */
export const approveFinding = defineCommand(findings, {
  name: 'validators.approve',
  call: 'POST /api/Admin/Validators/:id/approve',
  access: {
    ADMIN: { when: { approvedDate: [null], state: codes(FindingState, ['open']) }, form: ApproveForm }
  },
  ui: { icon: 'check', tone: 'success', opensIn: 'panel' },
  async run({ trx, now, accountId }, { id }, { comment }) {
    await FindingRow.query(trx).findById(id).patch({ approvedAt: now, approvedBy: accountId, comment: comment.trim() })
  }
})

/** A link to the subject of a finding, which opens its list with its panel. */
const seeSubject = (name: string, icon: string, navigate: string) =>
  defineLink(findings, {
    name,
    selection: 'one',
    access: { ADMIN: {} },
    ui: { icon },
    navigate
  })

const toContainer = seeSubject(
  'validators.seeContainer',
  'box',
  '/store/containers?row=:containerId&panel=:containerId'
)
const toOrder = seeSubject('validators.seeOrder', 'inbox', '/orders/all?row=:orderId&panel=:orderId')
const toPlace = seeSubject(
  'validators.seePlace',
  'map-marker',
  '/clients/receptionPlaces?row=:receptionPlaceId&panel=:receptionPlaceId'
)

const shared = ['validatorName', 'message', 'state', 'createdDate'] as const
const settled = ['approvedDate', 'comment', 'resolvedDate'] as const
/** The columns of the lists. The first one identifies the subject of the finding. */
const created = { key: 'createdDate', header: 'validators.column.created' } as const
const kind = { key: 'validatorName', grow: 1.4 } as const
const message = { key: 'message', grow: 1.6 } as const
const where = { key: 'address', grow: 2 } as const
const client = { key: 'companyName', grow: 2 } as const
const approval = [
  { key: 'approvedDate', header: 'validators.column.approved' },
  { key: 'comment', under: 'approvedDate' }
] as const
/** The lists begin with open findings. A filter shows the others. */
const open = { key: 'State', initial: FindingState.open } as const
/** The checks that this installation has. */
const kinds = {
  key: 'Kind',
  options: { call: '/api/Admin/Validators/types?limit=100', value: 'type', label: ['name'] }
} as const
const settings = { group: 'validators', access: ['ADMIN'], filters: [open, kinds], counted: true } as const

export const findingPages = [
  definePage(findings, {
    ...settings,
    id: 'validators.containers',
    route: '/validators/ContainersValidation',
    place: 1,
    fixed: { ValidatorType: ValidatorSubject.container },
    columns: [
      { key: 'containerName', header: 'validators.column.container' },
      { key: 'serNo', under: 'containerName' },
      created,
      where,
      { ...kind, under: 'address' },
      message,
      ...approval
    ],
    commands: [runChecks, approveFinding, toContainer],
    panel: [
      detailsTab(findings, [...shared, 'serNo', 'containerName', 'address', 'companyName', ...settled], {
        commands: [approveFinding, toContainer]
      }),
      historyTab(findings)
    ]
  }),
  definePage(findings, {
    ...settings,
    id: 'validators.receptionPlaces',
    route: '/validators/receptionPlacesValidation',
    place: 2,
    filters: [open],
    opens: false,
    fixed: { ValidatorType: ValidatorSubject.receptionPlace },
    columns: [where, { ...client, under: 'address' }, created, kind, message, ...approval],
    commands: [runChecks, approveFinding, toPlace],
    panel: [
      detailsTab(findings, [...shared, 'address', 'companyName', ...settled], { commands: [approveFinding, toPlace] }),
      historyTab(findings)
    ]
  }),
  definePage(findings, {
    ...settings,
    id: 'validators.orders',
    route: '/validators/ordersValidation',
    place: 3,
    fixed: { ValidatorType: ValidatorSubject.order },
    columns: [
      { key: 'number', header: 'validators.column.order' },
      { ...created, under: 'number' },
      client,
      { ...kind, under: 'companyName' },
      message,
      ...approval
    ],
    commands: [runChecks, approveFinding, toOrder],
    panel: [
      detailsTab(findings, [...shared, 'number', 'companyName', 'address', ...settled], {
        commands: [approveFinding, toOrder]
      }),
      historyTab(findings)
    ]
  })
]
