/** Asks for a code of the second factor. On a full screen the caller provides the buttons. */
import type { ReactNode } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { errorText } from '../../alerts.ts'
import { ApiProblem } from '../../api.ts'
import type { Refusal } from '../../parts/form/formValues.ts'
import { screenRefusal } from '../../parts/form/formValues.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'

const form: FormMetadata = {
  name: 'users.code',
  schema: {
    type: 'object',
    properties: { code: { type: 'string', minLength: 6, maxLength: 20 } },
    required: ['code']
  },
  fields: [{ name: 'code', label: 'users.code', help: 'users.code.help', autocomplete: 'one-time-code' }],
  derive: [],
  initial: {}
}

interface CodeFormProps {
  /** Sends the code. Throws if it is refused. */
  readonly send: (code: string) => Promise<unknown>
  readonly children?: ReactNode
  readonly submitLabel?: string
  readonly danger?: boolean
  readonly onCancel?: () => void
  readonly screen?: (submitting: boolean) => ReactNode
}

export function CodeForm({ send, children, ...rest }: CodeFormProps) {
  const submit = async ({ code }: Record<string, unknown>): Promise<Refusal | undefined> => {
    try {
      await send(String(code).trim())
      return undefined
    } catch (refused) {
      if (refused instanceof ApiProblem) return screenRefusal(form, refused.problem)
      return { fields: [], general: [errorText(refused)] }
    }
  }
  return (
    <SchemaForm form={form} onSubmit={submit} {...rest}>
      {children}
    </SchemaForm>
  )
}
