import type { TSchema } from '@sinclair/typebox'
import { environmentName } from './fault.ts'
import { wanted } from './parse.ts'
import { settingsSchema } from './schema.ts'

/** A setting as an operator meets it. `name` is the environment variable, `fallback` its default ('' for none). */
export interface SettingLine {
  name: string
  fallback: string
  check: string
  description: string
  secret: boolean
}

// Defaults that follow from other settings.
const following: Record<string, string> = {
  roles: 'all',
  portalUrl: 'http://localhost:PORT',
  adminUrl: 'http://admin.localhost:PORT',
  apiDocs: 'true outside production',
  staffSignUp: 'true outside production',
  secondFactor: 'optional; admins in production',
  demo: 'true with the embedded database, outside production'
}

/** Every setting in the order of the schema, for `npm run doctor` and the page. */
export function listSettings(): SettingLine[] {
  return Object.entries<TSchema>(settingsSchema.properties).map(([key, schema]) => ({
    name: environmentName(key),
    fallback: following[key] ?? String(schema.default),
    check: wanted(schema),
    description: schema.description ?? '',
    secret: schema.secret === true
  }))
}

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  const rows = listSettings().map(({ name, fallback, check, description, secret }) => {
    const words = `${description}${secret ? ' **Secret.**' : ''}`
    const cells = [`\`${name}\``, fallback && `\`${fallback}\``, words, check.replaceAll('<', '&lt;')]
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return `${head}\n${rows.join('\n')}\n\n${tail}\n`
}

const head = `# Settings

Each setting is an environment variable. An empty one counts as unset. At start all are checked, and every fault is
printed at once with how to mend it; \`npm run doctor\` does the same without starting.

This page is made from \`config/schema.ts\`: \`npx vitest run test/kernel/settings.test.ts -u\` writes it anew.

| Name | Default | What it does | What it takes |
| --- | --- | --- | --- |`

const tail = `**Secrets in files.** In place of a secret, its name with \`_FILE\` may be set to a file that holds it: \`TOKEN_SECRET_FILE=/run/secrets/token\`.
A line break at its end does not count.

## In production

With \`NODE_ENV=production\` the start is refused, naming the setting, when

- \`TOKEN_SECRET\` is missing, or it or \`ACCOUNTING_SECRET\` is shorter than 32 characters or easy to guess;
- \`DATABASE_URL\`, \`DATABASE_MIGRATE_URL\`, \`DATABASE_REPLICA_URL\`, \`MQTT_URL\` or \`MAIL_URL\` holds a password from the examples, one under 12 characters, or one that is easy to guess;
- an address of others is not encrypted (\`http://\`, \`mqtt://\`, a database without \`sslmode\`), and is neither on this machine nor in \`PLAIN_HOSTS\`;
- \`PORTAL_URL\` or \`ADMIN_URL\` is missing;
- \`MAIL_URL\` is missing or \`log:\`, or \`MAIL_FROM\` is missing;
- \`DEMO\` is on.

Mail by \`smtp://\` is then sent only after the server has switched to TLS. Elsewhere the start is refused when \`HOST\` opens the demo to a network and \`DEMO\`
was not set.`
