/** ui/answers.ts is printed from the schemas of routes and commands. `npx vitest run test/contract/answers.test.ts -u` prints it anew. */
import { expect, it } from 'vitest'
import { answerTypes, callsIn, typeOf } from '../../scripts/answers.ts'

it('the types of the answers that the browser reads are current', async () => {
  await expect(answerTypes()).toMatchFileSnapshot('../../ui/answers.ts')
})

it('the calls of a source are those that read, query and send name', () => {
  const source = `
    read('/api/Views', { Page: page })
    query('iot.container', '/IoT/container/:id', { id })
    query(resourceType, '/api/Admin/Orders')
    query(
      'orders.order',
      '/api/Admin/Orders/routes'
    )
    send('POST /api/Views', {}, body)
    download('/api/Admin/Reports/1')
  `
  expect(callsIn(source)).toEqual([
    'GET /api/Views',
    'GET /IoT/container/:id',
    'GET /api/Admin/Orders',
    'GET /api/Admin/Orders/routes',
    'POST /api/Views'
  ])
})

it.each([
  [{ type: 'integer', minimum: 0 }, 'number'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ const: true, type: 'boolean' }, 'true'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, 'readonly (number | null)[]'],
  [{ type: 'object', additionalProperties: true }, 'Readonly<Record<string, unknown>>'],
  [
    { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, 'a-b': { type: 'string' } } },
    '{\n  readonly id: number\n  readonly "a-b"?: string\n}'
  ],
  [{ type: 'object', patternProperties: { '^(.*)$': { type: 'number' } } }, 'Readonly<Record<string, number>>'],
  [{}, 'unknown']
])('the type of %j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type)
})
