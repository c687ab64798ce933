import { refuseField } from '../../src/kernel/commands/validation.ts'
import { isCommon } from './common-passwords.ts'

/** Refuses a new password that is shorter than `least` characters, or easy to guess. */
export function mustBeStrong(password: string, least: number, email: string): void {
  if ([...password].length < least) refuseField('password', 'check.minLength', { min: least })
  if (isCommon(password, email)) refuseField('password', 'users.password.common')
}
