import { Type } from '@sinclair/typebox'

/** Six digits of the app, or a recovery code. */
export const Code = Type.String({ minLength: 6, maxLength: 40 })
/** Missing only for accounts that have no password. */
export const PasswordAgain = Type.Object({ password: Type.Optional(Type.String({ maxLength: 200 })) })
export const CodeGiven = Type.Object({ code: Code })

/** The data that an app needs to generate codes. */
export const NewFactor = Type.Object({
  secret: Type.String({ description: 'Base32, to be typed where nothing can be scanned' }),
  address: Type.String({ description: 'otpauth://…, which the QR code contains' }),
  qr: Type.Object({
    size: Type.Integer({ description: 'modules on a side' }),
    path: Type.String({ description: 'the dark modules, as a path of SVG' })
  })
})

export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

export const FactorState = Type.Object({
  isOn: Type.Boolean(),
  isRequired: Type.Boolean({ description: 'this installation asks the account’s role for it' }),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
  hasShortCodes: Type.Boolean({
    description: 'recovery codes of the earlier, shorter kind are left: new ones are safer'
  })
})

export const Done = Type.Object({ done: Type.Literal(true) })
