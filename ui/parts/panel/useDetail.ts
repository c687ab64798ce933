import { useQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'
import { filledPath } from '../command/commandState.ts'
import { detailKey } from '../queryKeys.ts'

/** What a panel's `load` returns for one item. Without `load` nothing is requested. */
export function useDetail<T>(resourceType: string, id: number, load: string | undefined) {
  return useQuery({
    queryKey: detailKey(resourceType, id, load ?? ''),
    queryFn: ({ signal }) => get<{ data: T }>(filledPath(load ?? '', { id }), undefined, { signal }),
    enabled: load !== undefined
  })
}
