import { defineModule } from '../../src/kernel/module.ts'
import { editProfile } from './commands/edit-profile.ts'
import { forgotPassword } from './commands/forgot-password.ts'
import { renew } from './commands/renew.ts'
import { setNewPassword } from './commands/set-new-password.ts'
import { signIn } from './commands/sign-in.ts'
import { signOut } from './commands/sign-out.ts'
import { signOutEverywhere } from './commands/sign-out-everywhere.ts'
import { signUp } from './commands/sign-up.ts'
import { identifyWith, namesOf } from './identify.ts'
import { type EmailOrder, emailJob, sendEmail } from './links.ts'
import { routes } from './routes.ts'
import { UserLanguage, UserRole } from './schema.ts'
import { beginSweeping } from './sweep.ts'

/** Accounts, their sessions, and the links that set a password. */
export const users = defineModule({
  name: 'users',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [UserRole, UserLanguage],
  commands: [signIn, renew, signOut, signOutEverywhere, forgotPassword, setNewPassword, signUp, editProfile],
  routes,
  jobs: [{ name: emailJob, retries: 5, run: (services, order: EmailOrder) => sendEmail(services, order) }],
  register({ registries }) {
    registries.identify = identifyWith(registries)
    registries.names = namesOf
  },
  start: beginSweeping
})
