/** The API of users for other modules: adding, changing and erasing people, invitations by e-mail, ending sessions. */

export { editUser } from './commands/edit-user.ts'
export { erasePerson } from './erase.ts'
export { throwEmailTaken } from './errors.ts'
export {
  accountsMatching,
  accountsNamed,
  hasActiveAccount,
  isSessionOpen,
  joinAccount,
  leftJoinAccount,
  personName,
  staffIds,
  toldOf
} from './fragments.ts'
export { requireClientAdmin } from './last-admins.ts'
export {
  activateAccount,
  addClient,
  addInvitedPerson,
  addPerson,
  addUninvited,
  administratorOf,
  changePerson,
  deactivateAccount,
  eraseCompanyAccounts,
  invite,
  inviteIntoCompany,
  isClientAdmin,
  type Person,
  removeUnused,
  takenEmails,
  touchAccount,
  type UninvitedPerson,
  withoutAccount,
  writeToOwner
} from './people.ts'
export {
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
export { endSession, endSessions, openLastingSession } from './sessions.ts'
