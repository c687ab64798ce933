/** What a filter's call offers. It is asked once the filter is drawn, and kept for a while. */
import { useQuery } from '@tanstack/react-query'
import type { FilterMetadata, FilterOptions } from '../../../../src/contract/list.ts'
import { readRows } from '../../../query.ts'

export interface FilterOption {
  readonly value: string
  readonly label: string
}

type Source = Readonly<Record<string, unknown>>

export const optionsOf = ({ value, label }: FilterOptions, sources: readonly Source[]): FilterOption[] =>
  sources.map(source => ({
    value: String(source[value]),
    label: label
      .map(field => source[field])
      .filter(part => part !== null && part !== undefined && part !== '')
      .join(', ')
  }))

const none: readonly FilterOption[] = []

export function useFilterOptions({ options }: FilterMetadata): readonly FilterOption[] {
  const { data } = useQuery({
    queryKey: ['filter-options', options?.call],
    queryFn: async ({ signal }) => {
      if (!options) return none
      return optionsOf(options, (await readRows(options.call, {}, { signal })).data)
    },
    enabled: options !== undefined,
    staleTime: 5 * 60_000
  })
  return data ?? none
}
