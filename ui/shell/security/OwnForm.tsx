/** A small form of the own account, within a dialog or as a screen. The caller sends what was typed. */
import type { ReactNode } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Refusal } from '../../parts/form/formValues.ts'
import { screenRefusal } from '../../parts/form/formValues.ts'
import { refusedBy } from '../../parts/form/refusedBy.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'

export interface OwnFormProps {
  /** Sends the values. Throws if they are refused. */
  readonly send: (values: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly form: FormMetadata
  readonly children?: ReactNode
  readonly submitLabel?: string
  readonly danger?: boolean
  readonly onCancel?: () => void
  /** On a full screen the caller draws the buttons. */
  readonly screen?: (submitting: boolean) => ReactNode
}

export function OwnForm({ send, children, ...rest }: OwnFormProps) {
  const submit = (values: Record<string, unknown>): Promise<Refusal | undefined> =>
    refusedBy(send(values), problem => screenRefusal(rest.form, problem))
  return (
    <SchemaForm onSubmit={submit} {...rest}>
      {children}
    </SchemaForm>
  )
}
