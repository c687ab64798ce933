/**
 * The types of the server's answers that the browser reads (`ui/answers.ts`), printed from the schemas of routes and commands. Only
 * calls that the browser's sources name are in it. `npx vitest run test/contract/answers.test.ts -u` prints it anew.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../src/contract/schema.ts'
import { methodOf, pathOf } from '../src/kernel/commands/command.ts'
import { formRoutes } from '../src/kernel/metadata/form-routes.ts'
import { metadataRoutes } from '../src/kernel/metadata/routes.ts'
import { routesOf } from '../src/kernel/routes/resource-routes.ts'
import { answerSchema } from '../src/kernel/serve/api-shape.ts'
import { modules } from '../src/modules.ts'

/** Answers that are metadata: the API's description says only that they are objects, the contract has their types. */
const ofContract: Readonly<Record<string, string>> = {
  'GET /api/ui/pages': '{ readonly data: PagesMetadata }',
  'GET /api/ui/pages/:pageId': '{ readonly data: PageMetadata }',
  'GET /api/ui/forms/:command': '{ readonly data: FormMetadata }',
  'GET /api/Admin/Reports/:id/form': '{ readonly data: FormMetadata; readonly call?: string }'
}

const head = `/**
 * The answers that the browser reads, by the calls of the server. Printed from the schemas of routes and commands by scripts/answers.ts;
 * \`npx vitest run test/contract/answers.test.ts -u\` prints it anew.
 */
import type { FormMetadata } from '../src/contract/form.ts'
import type { PageMetadata, PagesMetadata } from '../src/contract/page.ts'
`

const named = /\b(?:read|query|send)\(\s*(?:[\w.]+,\s*|'[\w.-]+',\s*)?'((?:[A-Z]+ )?\/(?:api|IoT)\/[^'?]*)'/g

/** The calls that a source names as \`read\`, \`query\` and \`send\` (ui/query.ts) take them: \`GET /api/Views\`, \`POST /api/Views\`. */
export const callsIn = (source: string): string[] =>
  [...source.matchAll(named)].map(([, call = '']) => (call.includes(' ') ? call : `GET ${call}`))

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

/** The schema of each call's answer. */
function answers(): ReadonlyMap<string, Schema> {
  const source = { modules, menu: [], counters: [], home: { office: '/', clients: '/', technicians: '/' } }
  const routes = [
    ...modules.flatMap(({ resources = [], routes: reads = [] }) => [...resources.flatMap(routesOf), ...reads]),
    ...metadataRoutes(source),
    ...formRoutes(modules)
  ]
  const commands = modules.flatMap(({ commands: all = [] }) => all)
  return new Map<string, Schema>([
    ...routes.map(({ method, url, answer }) => [`${method} ${url}`, answer as Schema] as const),
    ...commands.map(command => {
      const [answer] = Object.values(answerSchema(command))
      return [`${methodOf(command)} ${pathOf(command)}`, answer as Schema] as const
    })
  ])
}

const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name)
const orUnion = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** The TypeScript type of a schema; each member of an object on a line of its own, below `indent`. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return orUnion(schema.enum.map(value => JSON.stringify(value)))
  if (schema.anyOf) return orUnion(schema.anyOf.map(one => typeOf(one, indent)))
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return arrayType(typeOf(schema.items ?? {}, indent))
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

const arrayType = (item: string): string => (/^[a-z]+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`)

/** A map of values: `Type.Record`. */
type MapSchema = Schema & { readonly patternProperties?: Readonly<Record<string, Schema>> }

function objectType(schema: MapSchema, indent: string): string {
  const { properties = {}, required = [], patternProperties = {} } = schema
  const inner = `${indent}  `
  const [value = {}] = Object.values(patternProperties)
  const members = Object.entries(properties).map(([name, member]) => {
    const key = isIdentifier(name) ? name : JSON.stringify(name)
    return `${inner}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(member, inner)}`
  })
  return members.length === 0
    ? `Readonly<Record<string, ${typeOf(value, inner)}>>`
    : ['{', ...members, `${indent}}`].join('\n')
}

/** @throws Error if a source names a call that the server does not have */
export function answerTypes(): string {
  const known = answers()
  const calls = [...new Set(sourcesIn(join(import.meta.dirname, '../ui')).flatMap(callsIn))].sort()
  const lines = calls.map(call => {
    const schema = known.get(call)
    if (!schema) throw new Error(`The server has no call ${call}`)
    return [call, ofContract[call] ?? typeOf(schema, '  ')] as const
  })
  const block = (name: string, comment: string, entries: readonly (readonly [string, string])[]): string =>
    [
      `/** ${comment} */`,
      `export interface ${name} {`,
      ...entries.map(([call, type]) => `  '${call}': ${type}`),
      '}'
    ].join('\n')
  const reads = lines.filter(([call]) => call.startsWith('GET ')).map(([call, type]) => [call.slice(4), type] as const)
  const sent = lines.filter(([call]) => !call.startsWith('GET '))
  return `${head}
${block('Reads', 'What a GET of a path answers.', reads)}

${block('Sends', 'What a call that changes something answers.', sent)}
`
}
