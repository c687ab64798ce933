/** Settings of accounts: who may ask for one, and what they are protected by. A part of the schema. */
import { Type } from '@sinclair/typebox'
import { oneOf } from './kinds.ts'

export const accountSettings = {
  staffSignUp: Type.Boolean({
    description:
      'Whether people may sign up as staff on the sign-in page of the back office; an administrator confirms or refuses each. ' +
      'By itself on outside production. Without it administrators add their colleagues.',
    default: false
  }),
  passwordMin: Type.Integer({
    description: 'Fewest characters of a new password.',
    default: 6,
    minimum: 6,
    maximum: 50
  }),
  secondFactor: oneOf(
    'Who must have a second factor (codes of an app). optional: whoever wants one; admins: administrators can do nothing until they have set one up.',
    ['optional', 'admins'],
    'optional'
  )
}
