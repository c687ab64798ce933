/** Asks for a code of the second factor. On a full screen the caller provides the buttons. */
import type { FormMetadata } from '../../../src/contract/form.ts'
import { OwnForm, type OwnFormProps } from './OwnForm.tsx'

const form: FormMetadata = {
  name: 'users.code',
  schema: {
    type: 'object',
    properties: { code: { type: 'string', minLength: 6, maxLength: 40 } },
    required: ['code']
  },
  fields: [{ name: 'code', label: 'users.code', help: 'users.code.help', autocomplete: 'one-time-code' }],
  derive: [],
  initial: {}
}

interface CodeFormProps extends Omit<OwnFormProps, 'form' | 'send'> {
  /** Sends the code. Throws if it is refused. */
  readonly send: (code: string) => Promise<unknown>
}

export const CodeForm = ({ send, ...rest }: CodeFormProps) => (
  <OwnForm form={form} send={({ code }) => send(String(code).trim())} {...rest} />
)
