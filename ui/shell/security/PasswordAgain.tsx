/** Asks for the password again, before something that a stolen session must not do. */
import type { FormMetadata } from '../../../src/contract/form.ts'
import { UserName } from './credentials.tsx'
import { OwnForm, type OwnFormProps } from './OwnForm.tsx'

const form: FormMetadata = {
  name: 'users.passwordAgain',
  schema: {
    type: 'object',
    properties: { password: { type: 'string', minLength: 1, maxLength: 200 } },
    required: ['password']
  },
  fields: [{ name: 'password', label: 'users.password', control: 'password', autocomplete: 'current-password' }],
  derive: [],
  initial: {}
}

interface PasswordAgainProps extends Omit<OwnFormProps, 'form' | 'send'> {
  /** Sends the password. Throws if it is refused. */
  readonly send: (password: string) => Promise<unknown>
}

export const PasswordAgain = ({ send, children, ...rest }: PasswordAgainProps) => (
  <OwnForm form={form} send={({ password }) => send(String(password))} {...rest}>
    {children}
    <UserName />
  </OwnForm>
)
