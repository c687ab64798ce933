import { Type } from '@sinclair/typebox'
import { roles } from '../../../src/contract/roles.ts'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Email, EnumOf, Id, Instant, Nullable, Phone, Version } from '../../../src/kernel/schema.ts'
import { UserRelation } from '../schema.ts'

/** Where an administrator stands: active may work, inactive was kept out by somebody, invited has set no password yet. */
export const StaffState = vocabulary('users.staffState', {
  active: { code: 0, tone: 'success' },
  inactive: { code: 1, tone: 'danger' },
  invited: { code: 3, tone: 'neutral' }
})

/** The roles that somebody who has signed up as staff may be given: the entries of the submenu. */
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
  /** What it is to the caller. */
  relation: EnumOf(UserRelation)
})

export const NotConfirmedUser = Type.Object({
  id: Id,
  version: Version,
  ...person,
  createdAt: Instant,
  /** The same again, as the specification's list wraps it. */
  userData: Type.Object({ id: Id, ...person })
})

/** The documents' form asks for nothing: names and phone may be missing, and what is given must be storable as such. */
const optionalPerson = {
  lastName: Type.Optional(Type.String({ maxLength: 50 })),
  firstName: Type.Optional(Type.String({ maxLength: 50 })),
  phone: Type.Optional(Phone)
}

/** An account is named by its e-mail, and the invitation goes there: it alone is required. */
export const NewAdministrator = Type.Object({ ...optionalPerson, email: Email })

export const Confirmation = Type.Object({
  ...optionalPerson,
  userId: Type.Optional(Id),
  roleId: EnumOf(StaffRole)
})
