/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import { UserRelation } from '../../modules/users/schema.ts'
import type { Forms } from '../ui/fixtures/forms.ts'

const person = { firstName: 'Ewa', lastName: 'Kowalska', phone: '501502503' }

/** A client's user, of whom the rights are edited too. */
const clientUser = { ...person, relation: UserRelation.client, companyId: 1 }

export const forms: Forms = {
  'users.addAdmin for ADMIN': { ...person, email: 'new.admin@example.com' },
  'users.confirm for ADMIN': person,
  'users.changePassword for signedIn': { oldPassword: 'Correct-Horse-7', newPassword: 'Tygrys-lampa-39' },
  'users.beginSecondFactor for signedIn': { password: 'Correct-Horse-7' },
  'users.unlinkOwnIdentities for signedIn': { password: 'Correct-Horse-7' },
  'users.confirmSecondFactor for signedIn': { code: '123456' },
  'users.newRecoveryCodes for signedIn': { code: '123456' },
  'users.removeSecondFactor for signedIn': { code: '123456' },
  'users.endOwnSession for signedIn': { id: '0f8fad5b-d9cb-469f-a165-70867728950e' },
  'users.endSessions for ADMIN': {},
  'users.resume for anyone': { remembered: 'a.b' },
  'users.completeExternalCode for anyone': { ticket: 'a', binder: 'b', code: '123456' },
  'users.completeExternal for anyone': { state: 'a', code: 'b', binder: 'c' },
  'users.editUser for ADMIN': clientUser,
  'users.editUser for CLIENT_ADMIN': clientUser,
  'users.editUser for signedIn': person,
  'users.forgotPassword for anyone': { email: 'nobody@example.com' },
  'users.setNewPassword for anyone': {
    password: 'Correct-Horse-7',
    passwordConfirm: 'Correct-Horse-7',
    token: 'nobody was sent this'
  },
  'users.signIn for anyone': { email: 'nobody@example.com', password: 'Correct-Horse-7' },
  'users.signUp for anyone': { ...person, email: 'new@example.com' }
}
