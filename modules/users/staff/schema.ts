import { Type } from '@sinclair/typebox'
import { roles } from '../../../src/contract/roles.ts'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Email, EnumOf, Id, Instant, Nullable, Phone, Version } from '../../../src/kernel/schema.ts'
import { UserRelation } from '../schema.ts'

/** The state of an administrator. `inactive`: deactivated by somebody; `invited`: without a password yet. */
export const StaffState = vocabulary('users.staffState', {
  active: { code: 0, tone: 'success' },
  inactive: { code: 1, tone: 'danger' },
  invited: { code: 3, tone: 'neutral' }
})

/** The roles that a person who has signed up as staff may get: the entries of the submenu. */
export const StaffRole = vocabulary('users.staffRole', {
  ADMIN: { code: roles.ADMIN },
  DRIVER: { code: roles.DRIVER },
  SERVICE_TECHNICAN: { code: roles.SERVICE_TECHNICAN }
})

const Name = Nullable(Type.String())
const person = { lastName: Name, firstName: Name, phone: Nullable(Phone), email: Type.String({ format: 'email' }) }

export const Administrator = Type.Object({
  id: Id,
  version: Version,
  ...person,
  state: EnumOf(StaffState),
  hasSecondFactor: Type.Boolean(),
  hasIdentity: Type.Boolean(),
  /** Its relation to the caller. */
  relation: EnumOf(UserRelation)
})

export const NotConfirmedUser = Type.Object({
  id: Id,
  version: Version,
  ...person,
  createdAt: Instant,
  /** The same data again, because the specification's list has them in this object. */
  userData: Type.Object({ id: Id, ...person })
})

/** Names and phone are optional, because the specification's form requires none; given values must be valid. */
const optionalPerson = {
  lastName: Type.Optional(Type.String({ maxLength: 50 })),
  firstName: Type.Optional(Type.String({ maxLength: 50 })),
  phone: Type.Optional(Phone)
}

/** Only the e-mail is required: it identifies the account and receives the invitation. */
export const NewAdministrator = Type.Object({ ...optionalPerson, email: Email })

export const Confirmation = Type.Object({
  ...optionalPerson,
  userId: Type.Optional(Id),
  roleId: EnumOf(StaffRole)
})
