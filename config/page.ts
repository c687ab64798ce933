import type { TSchema } from '@sinclair/typebox'
import { environmentName, wanted } from './parse.ts'
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

const tail = `## In production

With \`NODE_ENV=production\` the start is refused, naming the setting, when

- \`TOKEN_SECRET\` is missing, shorter than 32 characters, or easy to guess;
- \`DATABASE_URL\`, \`MQTT_URL\` or \`MAIL_URL\` holds a password from the examples or one under 12 characters;
- \`PORTAL_URL\` or \`ADMIN_URL\` is missing, or mail is sent without \`MAIL_FROM\`;
- \`DEMO\` is on.`
