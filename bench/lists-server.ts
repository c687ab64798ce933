/**
 * A process of the lists' bench (`lists-throughput.ts`): the application, and beside it a bare Fastify that answers with the statement
 * of one list, prepared as the application prepares it. Prints one line of JSON: where both listen.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { developmentSecret } from '../config/secret.ts'
import { readSettings } from '../config/settings.ts'
import { buildApp } from '../src/app.ts'

const [url = '', token = ''] = process.argv.slice(2)
// one account stands for many people
const settings = readSettings({ ...process.env, ROLES: 'web', MAX_CALLS_PER_ACCOUNT: '100000' })
const { app, services } = await buildApp({
  settings: { ...settings, tokenSecret: developmentSecret(settings.dataDir) },
  logger: { level: 'warn' }
})
const seen: { sql: string; bindings: unknown[] }[] = []
const note = (statement: { sql: string; bindings: unknown[] }): unknown => seen.push(statement)
services.db.on('query', note)
const headers = { authorization: `Bearer ${token}`, host: 'admin.localhost' }
const { statusCode, payload } = await app.inject({ method: 'GET', url, headers })
if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${payload}`)
services.db.off('query', note)
const { sql: text, bindings: values } = seen.findLast(({ sql }) => sql.includes('json_agg')) ?? {
  sql: '',
  bindings: []
}

// As many connections as the application has, with its settings.
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 12, options: '-c TimeZone=UTC' })
const bare = Fastify()
bare.get('/', async (_, reply) => {
  const { rows } = await pool.query<{ body: string }>({ name: 'list', text, values })
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body)
})

const addresses = {
  app: await app.listen({ port: 0, host: '127.0.0.1' }),
  bare: await bare.listen({ port: 0, host: '127.0.0.1' }),
  text,
  values
}
process.stdout.write(`${JSON.stringify(addresses)}\n`)
