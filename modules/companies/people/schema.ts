import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, Email, EnumOf, Id, Nullable, PhoneByCountry, StoredPhone, Version } from '../../../src/kernel/schema.ts'
import { FirstName, LastName, UserRelation, UserRole } from '../../users/schema.ts'
import { Country } from '../schema.ts'

/**
 * The state of a client's user. Active: can work. Inactive: was deactivated. Waiting: has asked to join and is not activated yet.
 * Invited: has not set a password yet.
 */
export const UserState = vocabulary('companies.userState', {
  active: { code: 0, tone: 'success' },
  inactive: { code: 1, tone: 'danger' },
  waiting: { code: 2, tone: 'danger' },
  invited: { code: 3, tone: 'neutral' }
})

export const CompanyUser = Type.Object({
  id: Id,
  version: Version,
  email: Type.String({ format: 'email', maxLength: 254 }),
  /** First and last name. */
  name: Nullable(Type.String()),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  phone: Nullable(StoredPhone),
  /** The same as `phone`. */
  phoneNumber: Nullable(Type.String()),
  companyId: Id,
  companyName: Type.String(),
  /** That of the company. */
  country: EnumOf(Country),
  departmentId: Nullable(Id),
  department: Nullable(Type.Object({ id: Id, city: Type.String(), street: Type.String() })),
  /** City and street of the department. */
  departmentName: Nullable(Type.String()),
  role: Nullable(EnumOf(UserRole)),
  isClientAdmin: Type.Boolean(),
  state: EnumOf(UserState),
  /** Whether the account is activated, and was not deactivated since. */
  isActivated: Type.Boolean(),
  /** The same as `isActivated`. */
  isActive: Type.Boolean(),
  isInvitationInProgress: Type.Boolean(),
  /** How the user is related to the caller: the caller, another user of a client, and so on. */
  relation: EnumOf(UserRelation),
  createdAt: Day
})

export const Invitation = Type.Object({
  companyId: Id,
  email: Email,
  firstName: FirstName,
  lastName: LastName,
  phone: Type.Optional(PhoneByCountry),
  departmentId: Type.Optional(Id)
})
