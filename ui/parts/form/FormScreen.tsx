/** The form of a command as a screen: fields, rules and messages come from the server; title and buttons from the page. */
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useFormOf } from '../../forms.ts'
import type { Refusal, Values } from './formValues.ts'
import { screenRefusal } from './formValues.ts'
import { refusedBy } from './refusedBy.ts'
import { SchemaForm } from './SchemaForm.tsx'

interface FormScreenProps {
  /** A command that anyone may send. */
  readonly command: string
  /** Shown above the fields, even while they are being loaded. */
  readonly head: ReactNode
  /** The buttons, and what follows them. */
  readonly end: (submitting: boolean) => ReactNode
  /** The values that the form starts from. */
  readonly source?: Values | undefined
  /** Fields of the source that cannot be changed. */
  readonly fixed?: readonly string[]
  readonly closed?: boolean
  /** Changes the form before it is drawn. The same function each time, or the form is made anew. */
  readonly adapt?: ((form: FormMetadata) => FormMetadata) | undefined
  /** Values of an earlier visit, which replace those of the source. */
  readonly draft?: Values | undefined
  readonly onChange?: (values: Values) => void
  /** Throws the refusal. */
  readonly send: (body: Record<string, unknown>) => Promise<unknown>
}

export function FormScreen(props: FormScreenProps) {
  const { command, head, end, source, fixed, closed, draft, onChange, send, adapt } = props
  const { data, error, refetch } = useFormOf(command)
  const form = useMemo(() => {
    if (!data) return undefined
    const fields = data.fields.map(field => (fixed?.includes(field.name) ? { ...field, readOnly: true } : field))
    return adapt ? adapt({ ...data, fields }) : { ...data, fields }
  }, [data, fixed, adapt])
  if (!form) {
    return (
      <div className="stack">
        {head}
        {error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={3} />}
      </div>
    )
  }
  const submit = (body: Record<string, unknown>): Promise<Refusal | undefined> =>
    refusedBy(send(body), problem => screenRefusal(form, problem))
  return (
    <SchemaForm
      form={form}
      source={source}
      draft={draft}
      screen={end}
      closed={closed ?? false}
      onSubmit={submit}
      {...(onChange ? { onChange } : {})}
    >
      {head}
    </SchemaForm>
  )
}
