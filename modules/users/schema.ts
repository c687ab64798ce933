import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Email, EnumOf, Id, Instant, Nullable, Phone, Text, Version } from '../../src/kernel/schema.ts'

export const UserRole = vocabulary('users.role', {
  ADMIN: { code: 1 },
  CLIENT_ADMIN: { code: 2, tone: 'info' },
  DRIVER: { code: 3 },
  CLIENT: { code: 4 },
  SERVICE_TECHNICAN: { code: 5 }
})

export const UserLanguage = vocabulary('users.language', {
  pl: { code: 1 },
  en: { code: 2 },
  de: { code: 3 },
  sk: { code: 4 },
  et: { code: 5 },
  cs: { code: 6 }
})

const required = (key: string) => ({ messages: { required: key } })

export const FirstName = Text(50, required('users.firstName.required'))
export const LastName = Text(50, required('users.lastName.required'))
/** The bounds that the documents name; the setting `passwordMin` may ask for more. */
export const NewPassword = Type.String({ minLength: 6, maxLength: 50 })

/** An account as lists, history and the own profile see it. */
export const AccountRow = Type.Object({
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
  /** Whether it is the caller's own account. */
  isOwn: Type.Boolean()
})

/** Who is signed in, as GET /api/Authorization/userinfo says it. */
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
  hasReceptionPlace: Type.Boolean()
})

/** What signing in and renewing give. */
export const Token = Type.Object({
  accessToken: Type.String(),
  expiresAt: Instant,
  role: Nullable(EnumOf(UserRole))
})

export const SignedOut = Type.Object({ signedOut: Type.Literal(true) })
/** The same for everyone, whether or not the account exists. */
export const Accepted = Type.Object({ accepted: Type.Literal(true) })
export const AccountId = Type.Object({ id: Id })

/** No shape of e-mail or password is asked here: what is wrong is told by the one sentence. */
export const Credentials = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 200 })
})

export const Forgotten = Type.Object({ email: Email })

export const PasswordChoice = Type.Object({
  password: NewPassword,
  passwordConfirm: Type.String({ ...NewPassword, sameAs: 'password', messages: { same: 'users.password.differ' } }),
  token: Type.String({ maxLength: 200 })
})

export const SignUp = Type.Object({
  email: Email,
  password: NewPassword,
  firstName: FirstName,
  lastName: LastName,
  phone: Phone
})

export const Profile = Type.Object({ firstName: FirstName, lastName: LastName, phone: Phone })
