import { accountsByCommand } from '../../src/kernel/access/accounts-by-command.ts'
import { accountNames, clientContacts, identify, staffContacts } from '../../src/kernel/access/identity.ts'
import { makeAdministrator } from '../../src/kernel/access/make-administrator.ts'
import { overHours } from '../../src/kernel/jobs/tries.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { accountsOfEmails } from '../../src/kernel/security/events.ts'
import { clientContactsOf } from './client-contacts.ts'
import { changePassword } from './commands/change-password.ts'
import { editUser } from './commands/edit-user.ts'
import { forgotPassword } from './commands/forgot-password.ts'
import { renew, signOut, signOutEverywhere } from './commands/session.ts'
import { setNewPassword } from './commands/set-new-password.ts'
import { signIn } from './commands/sign-in.ts'
import { signUp } from './commands/sign-up.ts'
import { completeExternalCode } from './external/code.ts'
import { beginExternal, completeExternal } from './external/commands.ts'
import { unlinkIdentities, unlinkOwnIdentities } from './external/identities.ts'
import { contactsOf, identifyAccount, idsOfEmails, namesOf } from './identify.ts'
import { type EmailOrder, emailJob, sendEmail } from './links.ts'
import { type NoticeOrder, noticeJob, sendNotice } from './notices.ts'
import {
  accountCompanyName,
  accountCountry,
  accountFacts,
  accountHasReceptionPlace,
  arePlacesDeactivated,
  companyAddress,
  companyBdoNumber,
  companyDeactivationReason,
  isCompanyActive,
  isDepartmentOf,
  ownDepartmentOnly,
  provenCompanyName
} from './points.ts'
import { programAccounts } from './programs.ts'
import { resume } from './remembered/resume.ts'
import { accounts } from './resource.ts'
import { routes } from './routes.ts'
import { UserLanguage, UserRelation, UserRole } from './schema.ts'
import { secondFactorCommands } from './second-factor/commands.ts'
import { renewFactorKeys } from './second-factor/renew-keys.ts'
import './security-events.ts'
import { endOwnSession, endSessionsOfUser } from './session-list.ts'
import { expireSignUps, signUpCommands } from './sign-ups.ts'
import { adminCommands, admins, adminsPage } from './staff/admins.ts'
import { accountsOfServer, commandsOfServer } from './staff/by-command.ts'
import { makeAdministrator as makeAdministratorOf, promoteAccount } from './staff/first-admin.ts'
import { notConfirmed, notConfirmedCommands, notConfirmedPage, staffSignUps } from './staff/not-confirmed.ts'
import { StaffRole, StaffState } from './staff/schema.ts'
import { sweep } from './sweep.ts'

/** Accounts, their sessions, and the links that set a password. */
export const users = defineModule({
  name: 'users',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [UserRole, UserLanguage, UserRelation, StaffState, StaffRole],
  resources: [accounts, admins, notConfirmed],
  commands: [
    ...[signIn, renew, signOut, signOutEverywhere, forgotPassword, setNewPassword, signUp, editUser],
    beginExternal,
    completeExternal,
    completeExternalCode,
    resume,
    endOwnSession,
    endSessionsOfUser,
    changePassword,
    unlinkOwnIdentities,
    unlinkIdentities,
    ...secondFactorCommands,
    ...adminCommands,
    ...notConfirmedCommands
  ],
  systemCommands: [...signUpCommands, promoteAccount, ...commandsOfServer],
  pages: [notConfirmedPage, adminsPage],
  counters: [staffSignUps],
  routes,
  jobs: [
    { name: emailJob, pauses: overHours, run: (services, order: EmailOrder) => sendEmail(services, order) },
    { name: noticeJob, pauses: overHours, run: (services, order: NoticeOrder) => sendNotice(services, order) }
  ],
  extensionPoints: [
    accountFacts,
    ownDepartmentOnly,
    provenCompanyName,
    accountCountry,
    accountHasReceptionPlace,
    accountCompanyName,
    companyBdoNumber,
    companyDeactivationReason,
    isCompanyActive,
    arePlacesDeactivated,
    companyAddress,
    isDepartmentOf
  ],
  extends: [
    identify.fill(identifyAccount),
    accountNames.fill(namesOf),
    staffContacts.fill(contactsOf),
    accountsOfEmails.fill(idsOfEmails),
    clientContacts.fill(clientContactsOf),
    makeAdministrator.fill(makeAdministratorOf),
    accountsByCommand.fill(accountsOfServer),
    programAccounts
  ],
  schedules: [
    { name: 'users.factorKeys', every: '1h', run: renewFactorKeys },
    { name: 'users.sweep', every: '1h', run: ({ db, now }) => sweep(db, now()) },
    { name: 'users.signUps', every: '1h', run: expireSignUps }
  ]
})
