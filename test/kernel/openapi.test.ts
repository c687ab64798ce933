/** The API's description, held against the routes that there are. */
import { beforeAll, describe, expect, it } from 'vitest'
import { errorCatalogue } from '../../src/kernel/errors/errors.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: object }>>
}

let test: SharedApp
let operations: (readonly [string, Operation])[]
// biome-ignore lint/suspicious/noExplicitAny: a document as it came
let document: any

beforeAll(async () => {
  test = await aSharedApp()
  document = (await test.nobody().get('/api/openapi.json')).body
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const)
  )
})

/** Of the application itself: the description, its page, the built browser part and its faults, and the sockets. */
const hidden =
  /^(GET \/(api\/docs\/|api\/openapi\.json$|api\/hub$|assets\/|favicon\.svg$|icons\/|manifest\.webmanifest$|driver\/)|POST \/api\/ui\/crashes$)/

describe('the description', () => {
  it('is of OpenAPI 3.1, and says how to sign in', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Opony', version: expect.any(String) })
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('tells of every route, and of none that there is not', () => {
    const routes = test.routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(operations.map(([name]) => name).sort()).toEqual(routes.filter(name => !hidden.test(name)).sort())
  })

  it('gives each operation a name of its own, a summary, a tag, and says who it is for', () => {
    const names = operations.map(([, { operationId }]) => operationId)
    expect(names.filter((name, at) => !name || names.indexOf(name) !== at)).toEqual([])
    for (const [name, { summary, tags, description }] of operations)
      expect([name, summary, tags, description]).toEqual([
        name,
        expect.stringMatching(/\S/),
        [expect.any(String)],
        expect.stringMatching(/^For: \w/)
      ])
  })

  it('says that an optional text may be null, and under which other name a field may come', () => {
    const bodyOf = (path: string) => document.paths[path].put.requestBody.content['application/json'].schema
    const [cancel] = bodyOf('/api/Admin/Orders/{id}/cancel').anyOf
    expect(cancel.properties.Comment.anyOf).toEqual([{ type: 'string', maxLength: 1000 }, { type: 'null' }])
    expect(cancel.required).toEqual(['reasonForCancel'])
    const { properties, required } = bodyOf('/api/Admin/Orders/{id}/set-optima-number')
    expect([properties.numberOptima.description, required]).toEqual([
      'may be sent instead of `optimaNumber`',
      undefined
    ])
  })

  it('says whom a filter, an order or a field of a list is for, where that are not all its readers', () => {
    const { parameters, responses } = document.paths['/api/Admin/Orders'].get
    const said = (name: string): string | undefined =>
      parameters.find((one: { name: string }) => one.name === name)?.description
    for (const filter of ['VehicleId', 'DriverId', 'NotificationSent', 'OptimaStatus', 'Unanswered', 'RouteId'])
      expect([filter, said(filter)]).toEqual([filter, 'For: ADMIN'])
    for (const filter of ['OrderStatus', 'RealizationDate', 'OrderType', 'PostalCode'])
      expect([filter, said(filter) ?? '']).toEqual([filter, expect.not.stringContaining('For:')])
    const [forAll, forStaff] = (said('OrderBy') ?? '').split('For: ADMIN, also: ') as [string, string]
    expect([forAll.includes('number'), forAll.includes('optimaNumber')]).toEqual([true, false])
    expect([forStaff.includes('optimaNumber'), forStaff.includes('company')]).toEqual([true, false])
    const fields = responses[200].content['application/json'].schema.properties.data.items.properties
    expect(fields.optimaNumber.description).toBe('For: ADMIN')
    expect(fields.number.description ?? '').not.toContain('For:')
  })

  it('names every part of a path', () => {
    for (const [name, { parameters = [] }] of operations) {
      const parts = [...name.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      expect([name, parameters.filter(one => one.in === 'path').map(one => one.name)]).toEqual([name, parts])
      expect(parameters.filter(one => one.in === 'path' && !one.required)).toEqual([])
    }
  })

  it('gives each operation an answer with a shape, and the problem', () => {
    for (const [name, { responses }] of operations) {
      const codes = Object.keys(responses)
      expect([name, codes.filter(code => /^20[0-2]$/.test(code)).length]).toEqual([name, 1])
      expect([name, responses.default?.content]).toEqual([
        name,
        { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
      ])
      for (const code of codes)
        expect([name, code, responses[code]?.description]).toEqual([name, code, expect.any(String)])
    }
  })

  it('knows every code that a problem may have', () => {
    const { code } = document.components.schemas.Problem.properties
    expect(code.enum).toEqual([...errorCatalogue().keys()].sort())
  })

  it('points only to what is in it', () => {
    const pointed = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(match => match[1] as string)
    expect(pointed.length).toBeGreaterThan(0)
    for (const path of new Set(pointed))
      expect([path, path.split('/').reduce((held, key) => held?.[key], document)]).toEqual([path, expect.any(Object)])
  })

  it('has a body for each command with a form', () => {
    const place = operations.find(([name]) => name === 'POST /api/Admin/Orders')?.[1]
    expect(JSON.stringify(place?.requestBody?.content)).toContain('receptionPlace')
    const accept = operations.find(([name]) => name === 'PUT /api/Admin/Orders/{id}/accept')?.[1]
    expect(accept?.requestBody).toBeUndefined()
  })
})
