/** Sums of statements: of one that is to be issued, and of an issued one by waste code and by place; its rows and differences as lists. */
import { Type } from '@sinclair/typebox'
import { query, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import { listRoute } from '../../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ItemResponse, ListResponse } from '../../../src/kernel/routes/route.ts'
import { Day, Id, Kilograms } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { EmissionSum } from '../emissions/schema.ts'
import { emissionsOfStatement } from '../emissions/store.ts'
import { MassSum } from '../schema.ts'
import { clientFacts, requirePeriod, sumsOf } from './issue.ts'
import { differences, rows, statements } from './resource.ts'

export const previewPath = '/api/Admin/MassStatementPreview'
const ofStatement = `${statements.path}/:id`

export interface Sums {
  readonly byCode: readonly { name: string; orders: number; kilograms: number }[]
  readonly byPlace: readonly { name: string; orders: number; kilograms: number }[]
}

const sumsBy = (name: Sql, by: Sql, id: number): Sql =>
  sql`select ${name} as name, count(distinct order_id)::int as orders, sum(kilograms)::int as kilograms
    from evidence.rows where statement_id = ${id} group by ${by} order by 1`

/** The sums of an issued statement, of the rows that it keeps. */
export async function sumsOfStatement({ db }: Services, id: number): Promise<Sums> {
  const [byCode, byPlace] = await Promise.all([
    query<Sums['byCode'][number]>(db, sumsBy(raw('waste_code'), raw('waste_code'), id)),
    // two places may have one address
    query<Sums['byPlace'][number]>(db, sumsBy(raw('min(place)'), raw('place_id'), id))
  ])
  return { byCode, byPlace }
}

const sumsRoute = (name: keyof Sums, summary: string) =>
  defineRoute({
    url: `${ofStatement}/${name === 'byCode' ? 'codes' : 'places'}`,
    access: statements.access,
    summary,
    answer: ListResponse(MassSum),
    run: async ({ services, caller, id }) => {
      if (!(await exists(services.db, statements, id, caller)))
        throwProblem('notFound', { asked: { resource: statements, ids: [id] } })
      const data = (await sumsOfStatement(services, id))[name]
      return { data, total: data.length }
    }
  })

export const emissionsPath = `${ofStatement}/emissions`

export const statementRoutes = [
  defineRoute({
    url: emissionsPath,
    access: statements.access,
    summary: 'Emissions of a statement of masses by the factors with which it was issued, and what was not counted',
    answer: ListResponse(EmissionSum),
    run: async ({ services: { db }, caller, id }) => {
      if (!(await exists(db, statements, id, caller)))
        throwProblem('notFound', { asked: { resource: statements, ids: [id] } })
      const data = await emissionsOfStatement(db, id)
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: previewPath,
    access: ['ADMIN'],
    summary: 'What a statement of masses would say, if it were issued now',
    query: Type.Object({ CompanyId: Id, PlaceId: Type.Optional(Id), From: Day, To: Day }),
    answer: ItemResponse(
      Type.Object({
        orders: Type.Integer({ minimum: 0 }),
        kilograms: Kilograms,
        byCode: Type.String({ description: 'kilograms of each waste code, in words' })
      })
    ),
    run: async ({ services, caller, query: { CompanyId, PlaceId = null, From, To } }) => {
      const subject = { companyId: CompanyId, placeId: PlaceId, firstDay: From, lastDay: To }
      requirePeriod(subject, services.now())
      await clientFacts(services.db, subject)
      const sums = await sumsOf(services, subject)
      const say = (one: (typeof sums)[number]) =>
        services.messages.say(caller.language, 'evidence.statement.codeSum', { ...one })
      return {
        data: {
          orders: sums.reduce((all, { orders }) => all + orders, 0),
          kilograms: sums.reduce((all, { kilograms }) => all + kilograms, 0),
          byCode: sums.map(say).join('; ')
        }
      }
    }
  }),
  listRoute(rows, {
    url: `${ofStatement}/rows`,
    access: rows.access,
    summary: 'Rows of a statement of masses, as they were when it was issued',
    parent: { filter: 'StatementId', of: statements }
  }),
  sumsRoute('byCode', 'Kilograms of a statement of masses by waste code'),
  sumsRoute('byPlace', 'Kilograms of a statement of masses by reception place'),
  listRoute(differences, {
    url: `${ofStatement}/differences`,
    access: differences.access,
    summary: 'Orders of a statement of masses that differ from the register of waste',
    fixed: { Differs: true },
    parent: { filter: 'StatementId', of: statements }
  })
]
