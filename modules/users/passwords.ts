/** What a new password must be. Who is refused is told how to make a better one. */
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { costToGuess, enough } from './guessable/measure.ts'
import { knownWords } from './guessable/words.ts'
import type { Account } from './models.ts'
import { accountCompanyName } from './points.ts'

type Bounds = Pick<Services['settings'], 'passwordMin' | 'staffPasswordMin'>

/** The fewest characters of a password of the account: more of the staff, who see everybody's data. */
export const leastOf = (
  { passwordMin, staffPasswordMin }: Bounds,
  { companyId }: { readonly companyId: number | null }
): number => (companyId === null ? Math.max(staffPasswordMin, passwordMin) : passwordMin)

/** Names that somebody who guesses at this account knows. */
async function contextOf({ db, extensions, settings }: Services, account: Account) {
  const company = await queryOne<{ name: string | null }>(
    db,
    sql`select ${accountCompanyName.of(extensions)} as name from users.accounts a where a.id = ${account.id}`
  )
  const hosts = [settings.portalUrl, settings.adminUrl].map(url => new URL(url).hostname)
  return [account.email, account.firstName, account.lastName, company?.name, settings.businessName, ...hosts]
}

/** Refuses, at its field, a new password of the account that is too short or easy to guess. */
export async function requireStrong(
  services: Services,
  account: Account,
  password: string,
  field: string
): Promise<void> {
  const least = leastOf(services.settings, account)
  if ([...password].length < least) refuseField(field, 'check.minLength', { min: least })
  const words = await knownWords(await contextOf(services, account))
  const wanted = enough[account.companyId === null ? 'staff' : 'client']
  if (costToGuess(password, words) < wanted) refuseField(field, 'users.password.common')
}
