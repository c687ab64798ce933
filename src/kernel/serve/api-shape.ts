/** How a route or a command stands in the API's description: its path, query, body and answer. */
import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { isNullable, isText, type Schema } from '../../contract/schema.ts'
import { type AnyCommand, isEdit, pathOf } from '../commands/command.ts'
import { defined } from '../defined.ts'
import { viewSchema } from '../routes/resource-routes.ts'
import { ItemResponse, type Route } from '../routes/route.ts'
import { Id, Nullable } from '../schema.ts'

const pathSchema = (url: string): TObject | undefined => {
  const names = [...url.matchAll(/:(\w+)/g)].map(match => match[1] as string)
  if (names.length === 0) return undefined
  return Type.Object(Object.fromEntries(names.map(name => [name, Type.String({ maxLength: 100 })])))
}

/** `GET /api/Admin/Orders/:id/details` is called `getAdminOrdersIdDetails` in the API's description. */
const routeName = ({ method, url }: Pick<Route, 'method' | 'url'>): string =>
  `${method.toLowerCase()}${url
    .replace(/^\/api\//i, '')
    .split(/\W+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`

/** The answer to a call that already has the current version. */
const unchanged = { 304: { type: 'null', description: 'the answer is the one that the caller has' } }

/** @param tag the module of the route */
export const routeShape = (route: Route, tag: string) =>
  defined({
    summary: route.summary,
    operationId: routeName(route),
    tags: [tag],
    querystring: route.query,
    params: pathSchema(route.url),
    response: { [route.status ?? 200]: route.answer, ...(route.revalidated ? unchanged : {}) }
  })

/** The fields of a body: an optional text may also be null. */
const withNulls = ({ properties, required = [] }: TObject): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const isOptionalText = !required.includes(name) && isText(field as Schema) && !isNullable(field as Schema)
      return [name, isOptionalText ? Type.Optional(Nullable(field)) : field]
    })
  )

/** The schema of the body field that names the row: its id, or a field of the command's resource. */
const idSchemaOf = (command: AnyCommand, field: string | undefined): TSchema =>
  field && command.kind === 'rows' ? (command.resource.schema.properties[field] as TSchema) : Id

/** The body in the API's description, with the field that carries or repeats the row's id, and with the fields' other names. */
function describedBody(command: AnyCommand, schema: TObject): TObject {
  const { repeatsId, idFrom } = command.kind === 'rows' ? command.wire : {}
  const required = idFrom && 'body' in idFrom ? { [idFrom.body]: idSchemaOf(command, idFrom.field) } : {}
  const optional = repeatsId ? { [repeatsId]: Type.Optional(Id) } : {}
  const properties = { ...required, ...optional, ...withNulls(schema) }
  for (const [alias, name] of Object.entries(command.wire.aliases ?? {})) {
    const field = schema.properties[name] as TSchema
    const instead = `may be sent instead of \`${name}\``
    Object.assign(properties, {
      [name]: Type.Optional(field),
      [alias]: Type.Optional(Type.Unsafe({ ...field, description: instead }))
    })
  }
  return Type.Object(properties)
}

export function bodySchema(command: AnyCommand): TSchema | undefined {
  const forms = Object.values(command.access).flatMap(rule => rule?.form?.schema ?? [])
  const different = [...new Set(forms)].map(schema => describedBody(command, schema))
  if (different.length < 2) return different[0]
  return Type.Union(different)
}

/** A creation answers 201 with the created row, a command on rows answers the row, an action its own data. */
export function answerSchema(command: AnyCommand): Record<number, TSchema> {
  const { status } = command.wire
  if (command.kind === 'action') return { [status ?? 200]: ItemResponse(command.answer) }
  const row = viewSchema(command.resource, 'list')
  const { reveals } = command.wire
  const field = typeof reveals === 'string' ? reveals : 'secret'
  const revealed: TProperties = { [field]: Type.String({ description: 'given in this answer only' }) }
  if (command.kind === 'creation')
    return {
      [status ?? 201]: ItemResponse(command.wire.reveals ? Type.Object({ ...row.properties, ...revealed }) : row)
    }
  const data = command.wire.ids ? Type.Array(row) : row
  const success: TProperties = command.wire.success ? { success: Type.Literal(true) } : {}
  const secret = command.wire.reveals ? revealed : {}
  const unchanged = Type.Optional(Type.Literal(true, { description: 'nothing was different: no history, no version' }))
  return {
    [status ?? 200]: Type.Object({
      ...success,
      data,
      ...secret,
      ...defined({ unchanged: isEdit(command) ? unchanged : undefined })
    })
  }
}

/** The query of a command, where its row's id is sent there. */
const querySchema = (command: AnyCommand): TObject | undefined =>
  command.kind === 'rows' && command.wire.idFrom && 'query' in command.wire.idFrom
    ? Type.Object({ [command.wire.idFrom.query]: Id })
    : undefined

/** @param label what the command is called where it has no summary of its own */
export const commandShape = (command: AnyCommand, label: string, tag: string) =>
  defined({
    summary: command.wire.summary ?? label,
    operationId: command.name,
    tags: [tag],
    querystring: querySchema(command),
    params: pathSchema(pathOf(command)),
    response: answerSchema(command)
  })
