/** Settings of accounts: who may ask for one, and what they are protected by. A part of the schema. */
import { Type } from '@sinclair/typebox'
import { oneOf } from './kinds.ts'

const acr = (area: string) =>
  Type.String({
    description: `Values of acr, separated by spaces, by which the identity provider of the ${area} says that it has asked for a second factor; it is asked to do so by them. Where its answer shows none (nor amr), the account’s own code is asked for. Empty: amr alone counts.`,
    default: '',
    pattern: '^([!-~]+( [!-~]+)*)?$',
    patternSays: 'values separated by single spaces',
    maxLength: 500
  })

export const accountSettings = {
  staffSignUp: Type.Boolean({
    description:
      'Whether people may sign up as staff on the sign-in page of the back office; an administrator confirms or refuses each. ' +
      'By itself on outside production. Without it administrators add their colleagues.',
    default: false
  }),
  passwordMin: Type.Integer({
    description: 'Fewest characters of a new password.',
    default: 8,
    minimum: 6,
    maximum: 50
  }),
  staffPasswordMin: Type.Integer({
    description:
      'Fewest characters of a new password of the staff, who see everybody’s data; PASSWORD_MIN where that is more.',
    default: 12,
    minimum: 6,
    maximum: 50
  }),
  secondFactor: oneOf(
    'Who must have a second factor (codes of an app). optional: whoever wants one; admins: administrators can do nothing until they have set one up. By itself admins in production.',
    ['optional', 'admins'],
    'optional'
  ),
  oidcOfficeAcr: acr('back office'),
  oidcPortalAcr: acr('portal')
}
