import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { fetchProposals, proposalOf } from '../registry.ts'
import { FormRules } from './formRules.ts'

/** The rules of an open form, as the decorators of its `Form`. */
export function useFormRules(form: FormMetadata, rows: readonly { readonly id: number }[]) {
  const queries = useQueryClient()
  const [rules] = useState(() => new FormRules(queries, form, rows, proposalOf))
  const [decorators] = useState(() => [rules.decorate])
  useEffect(() => {
    rules.update(form, rows)
    void fetchProposals(form).then(hasSome => hasSome && rules.run())
  }, [rules, form, rows])
  return decorators
}
