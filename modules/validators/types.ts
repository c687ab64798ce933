/** The checks, with the thresholds of this installation, and their page. The specification calls them types. */
import { codesOf, memberOf } from '../../src/contract/vocabulary.ts'
import { join, literal, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { label } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import type { Services } from '../../src/kernel/services.ts'
import { checks, nameOfKind, offeredKinds } from './kinds.ts'
import { messageSql } from './message.ts'
import { ValidatorKind, ValidatorType } from './schema.ts'

const name = label(ValidatorKind, 'validator.kind', new URL('./messages/', import.meta.url))

/** The description of a check, with its thresholds. */
const description = (language: Parameters<typeof messageSql>[0]): Sql => {
  const cases = codesOf(ValidatorKind).map(code => {
    const figures = Object.keys(checks[nameOfKind(code)].thresholds).map(
      threshold => [threshold, raw(`validator.thresholds ->> '${threshold}'`)] as const
    )
    const key = `validators.description.${memberOf(ValidatorKind, code)}`
    return sql`when ${literal(code)} then ${messageSql(language, key, Object.fromEntries(figures))}`
  })
  return sql`case validator.kind ${join(cases, ' ')} end`
}

const order = ['validator.subject', 'validator.id']
const nameSql = name.sql as (reader: never) => Sql

export const types = defineResource({
  type: 'validators.type',
  title: 'validator',
  path: '/api/Admin/Validators/types',
  serves: ['list'],
  access: ['ADMIN'],
  schema: ValidatorType,
  table: 'validators.offered_kinds',
  alias: 'validator',
  fields: {
    type: { sql: 'validator.kind', sort: order },
    // Every sort gives the same order, which is that of the page's headings.
    validatorType: { sql: 'validator.subject', sort: order },
    name: { ...name, sort: order },
    description: { sql: ({ language }) => description(language), sort: order },
    validator: {
      sql: reader => sql`${nameSql(reader as never)} || ' - ' || ${description(reader.language)}`,
      sort: order
    },
    checkedDate: {
      sql: `(select max(step.finished_at) from validators.run_steps step
        where step.kind = validator.kind and step.finished_at is not null and not step.failed)`,
      sort: order
    },
    open: {
      sql: `(select count(*)::int from validators.findings finding
        where finding.kind = validator.kind and finding.approved_at is null and finding.resolved_at is null)`,
      sort: order
    }
  },
  sort: 'validatorType'
})

/** A page with one column under three headings. Its rows cannot be selected or opened. */
export const typesPage = definePage(types, {
  id: 'validators.types',
  route: '/config/validatorTypes',
  group: 'settings',
  place: 6,
  columns: ['validator'],
  groupBy: 'validatorType',
  selection: 'none'
})

/** Stores the thresholds of this installation, and which checks it has, if that has changed. */
export async function storeThresholds({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<void> {
  const offered = new Set<number>(offeredKinds(settings))
  const rows = codesOf(ValidatorKind).map(kind => {
    const { thresholds } = checks[nameOfKind(kind)]
    const figures = Object.entries(thresholds).map(([threshold, key]) => [threshold, settings[key]])
    return { kind, thresholds: Object.fromEntries(figures), offered: offered.has(kind) }
  })
  await query(
    db,
    sql`update validators.kinds validator set thresholds = given.thresholds, is_offered = given.offered
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (kind int, thresholds jsonb, offered boolean)
      where validator.kind = given.kind and (validator.thresholds, validator.is_offered) is distinct from (given.thresholds, given.offered)`
  )
}
