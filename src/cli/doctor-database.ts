/** What `npm run doctor -- --connect` says about the database: pure, so that each sentence is tested. */
import type { RoleState } from '../kernel/upgrade/rights.ts'

export interface DatabaseFinding {
  /** Otherwise a warning. */
  readonly isFault: boolean
  readonly text: string
}

const guide = 'Run deploy/postgres/roles.sql as a superuser (docs/operators.md, "Roles of the database").'

export function findings(
  { name, isSuperuser, mayChangeTables, ownsAudit }: RoleState,
  { isProduction, missing, isPlain }: { isProduction: boolean; missing: readonly string[]; isPlain: boolean }
): DatabaseFinding[] {
  const steps = missing.length === 1 ? 'a step' : `${missing.length} steps`
  return [
    ...(isSuperuser
      ? [
          {
            isFault: isProduction,
            text: `${name} is a superuser: whoever takes over the application has the whole server. ${guide}`
          }
        ]
      : []),
    ...(mayChangeTables && !isSuperuser
      ? [
          {
            isFault: false,
            text: `${name} may change tables, though the application only reads and writes rows. ${guide}`
          }
        ]
      : []),
    ...(ownsAudit && !isSuperuser
      ? [
          {
            isFault: false,
            text: `${name} owns the audit, so it could switch off what keeps entries from being changed. ${guide}`
          }
        ]
      : []),
    ...(isProduction && isPlain
      ? [{ isFault: false, text: 'The connection is not encrypted. Add ?sslmode=verify-full to DATABASE_URL.' }]
      : []),
    ...(missing.length > 0
      ? [{ isFault: true, text: `The database lacks ${steps} of this version. Run npm run migrate.` }]
      : [])
  ]
}
