import { Type } from '@sinclair/typebox'
import { languageNumbers } from '../../src/contract/languages.ts'
import { roles } from '../../src/contract/roles.ts'
import { membersOf, vocabulary } from '../../src/contract/vocabulary.ts'
import { Email, EnumOf, Id, Instant, Nullable, Phone, PhoneByCountry, Text, Version } from '../../src/kernel/schema.ts'
import { relations } from './rules.ts'

export const UserRole = vocabulary('users.role', {
  ...membersOf(roles),
  CLIENT_ADMIN: { code: roles.CLIENT_ADMIN, tone: 'info' }
})

export const UserLanguage = vocabulary('users.language', membersOf(languageNumbers))

const required = (key: string) => ({ messages: { required: key } })

export const FirstName = Text(50, required('users.firstName.required'))
export const LastName = Text(50, required('users.lastName.required'))
/** The bounds of the specification; the settings `passwordMin` and `staffPasswordMin` ask for more. */
export const NewPassword = Type.String({ minLength: 6, maxLength: 50 })
const maxPasswordLength = 128

/** The relation of an account to the person who looks at it. */
export const UserRelation = vocabulary('users.relation', membersOf(relations))

/** An account in lists, history and the profile. */
export const Account = Type.Object({
  id: Id,
  version: Version,
  email: Type.String(),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  /** null until confirmed. */
  role: Nullable(EnumOf(UserRole)),
  companyId: Nullable(Id),
  departmentId: Nullable(Id),
  isActivated: Type.Boolean(),
  isClientAdmin: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  /** Whether it is signed in to by an identity provider. */
  hasIdentity: Type.Boolean(),
  /** Its relation to the caller. */
  relation: EnumOf(UserRelation)
})

/** The signed-in person: the answer of GET /api/Authorization/userinfo. */
export const UserInfo = Type.Object({
  id: Id,
  email: Type.String(),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  language: EnumOf(UserLanguage),
  role: Nullable(EnumOf(UserRole)),
  isActivated: Type.Boolean(),
  hasAllRequiredData: Type.Boolean(),
  companyId: Nullable(Id),
  departmentId: Nullable(Id),
  country: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  hasReceptionPlace: Type.Boolean(),
  companyDeactivationReason: Nullable(Type.String({ description: 'null while the company is not deactivated' })),
  companyBdoNumber: Nullable(
    Type.String({ description: 'blank: a company of Poland has told none yet; null: none is expected, as abroad' })
  ),
  companyAddress: Nullable(
    Type.Object(
      { city: Nullable(Type.String()), street: Nullable(Type.String()), postalCode: Nullable(Type.String()) },
      { description: 'for client administrators; null for others' }
    )
  ),
  isCompanyActive: Type.Boolean({ description: 'the company is verified and active' }),
  placesDeactivated: Type.Boolean({ description: 'the company has places, none of which is active or waits' }),
  hasSecondFactor: Type.Boolean(),
  needsSecondFactor: Type.Boolean({
    description: 'the role is asked for one, and the account has none: until then it waits'
  })
})

/** The answer of signing in and of renewing a token. */
export const Token = Type.Object({
  accessToken: Type.String(),
  expiresAt: Instant,
  role: Nullable(EnumOf(UserRole))
})

export const SignedOut = Type.Object({ signedOut: Type.Literal(true) })
/** The same for everyone, whether or not the account exists. */
export const Accepted = Type.Object({ accepted: Type.Literal(true) })
export const AccountId = Type.Object({ id: Id })

/** The format of e-mail and password is not checked here: every failed sign-in has the same message. */
export const Credentials = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 200 }),
  code: Type.Optional(Type.String({ maxLength: 40, description: 'of the second factor, where the account has one' })),
  remember: Type.Optional(
    Type.Boolean({ description: 'clients on the portal: this browser stays signed in. Elsewhere it has no effect' })
  )
})

/** The answer of signing in. */
export const SignedIn = Type.Object({
  ...Token.properties,
  remembered: Type.Optional(
    Type.String({
      description: 'the secret by which the browser begins its next session, if it was asked to stay signed in'
    })
  )
})

export const Forgotten = Type.Object({ email: Email })

export const PasswordChoice = Type.Object({
  password: NewPassword,
  passwordConfirm: Type.String({ ...NewPassword, sameAs: 'password', messages: { same: 'users.password.differ' } }),
  token: Type.String({ maxLength: 200 })
})

/** By which the owner of an account says again who they are: the password, or a code of the second factor. */
export const OwnerProofGiven = Type.Object({
  password: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 40 }))
})

/** The specification has no such form: people who want a longer one may choose it here. */
export const OwnPassword = Type.Object({
  oldPassword: Type.String({ minLength: 1, maxLength: 200 }),
  newPassword: Type.String({ minLength: 6, maxLength: maxPasswordLength })
})

export const SignUp = Type.Object({
  email: Email,
  password: Type.Optional(
    Type.String({ maxLength: 200, description: 'not kept: the password is set by the link of the e-mail that lets in' })
  ),
  firstName: FirstName,
  lastName: LastName,
  phone: Phone
})

/**
 * One's own names and phone. If a client of the API sends the e-mail, it must be the present one. A member of the staff who changes the own
 * phone proves again to be its owner.
 */
export const Profile = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 254 })),
  firstName: FirstName,
  lastName: LastName,
  phone: PhoneByCountry,
  ...OwnerProofGiven.properties
})

/** The input of people who may change accounts of others. It contains only those rights that are to be changed. */
export const UserEdit = Type.Object({
  ...Profile.properties,
  isClientAdmin: Type.Optional(Type.Boolean()),
  departmentId: Type.Optional(Id)
})
