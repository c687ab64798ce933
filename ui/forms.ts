/**
 * Forms that are not part of a page's metadata: those of the screens before the sign-in. Each is fetched once, without a token, and may
 * be fetched before it is drawn.
 */
import { useQuery } from '@tanstack/react-query'
import type { FormMetadata } from '../src/contract/form.ts'
import { dataOf, query, read } from './query.ts'

/** The form of the sign-in where nobody stays signed in: in the office, and over work that goes on. */
export const withoutRemember = (form: FormMetadata): FormMetadata => ({
  ...form,
  fields: form.fields.filter(({ name }) => name !== 'remember')
})

const fetching = new Map<string, Promise<FormMetadata>>()
const fetched = new Map<string, FormMetadata>()

/** The form with at least so many characters in the fields: more than everybody's bound, for this account. */
export function withLeast(form: FormMetadata, fields: readonly string[], least: number): FormMetadata {
  const properties = Object.fromEntries(
    Object.entries(form.schema.properties ?? {}).map(([name, schema]) => [
      name,
      fields.includes(name) ? { ...schema, minLength: Math.max(schema.minLength ?? 0, least) } : schema
    ])
  )
  return { ...form, schema: { ...form.schema, properties } }
}

/** Fetches the form of a command that anyone may send. Throws `ApiProblem`; after a failure the next call fetches it again. */
export function fetchForm(command: string): Promise<FormMetadata> {
  const known = fetching.get(command)
  if (known) return known
  const coming = (async () => {
    const { data } = await read('/api/ui/forms/:command', { command }, { open: true })
    fetched.set(command, data)
    return data
  })()
  fetching.set(command, coming)
  coming.catch(() => fetching.delete(command))
  return coming
}

export const useFormOf = (command: string) =>
  useQuery({
    queryKey: ['ui', 'form', command],
    queryFn: () => fetchForm(command),
    initialData: () => fetched.get(command),
    staleTime: Number.POSITIVE_INFINITY
  })

/** The form of a command as the signed-in person gets it, where it is not part of a page. It hardly ever changes. */
export const ownFormQuery = (command: string) => ({
  ...query('ui', '/api/ui/forms/:command', { command }),
  select: dataOf<FormMetadata>,
  staleTime: Number.POSITIVE_INFINITY
})
