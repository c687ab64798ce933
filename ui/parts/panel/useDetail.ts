import { useQuery } from '@tanstack/react-query'
import { ApiProblem, get } from '../../api.ts'
import { filledPath } from '../command/commandState.ts'
import { detailKey } from '../queryKeys.ts'

/** The answer of a panel's `load` for one item. Without `load` nothing is requested. */
export function useDetail<T>(resourceType: string, id: number, load: string | undefined) {
  return useQuery({
    queryKey: detailKey(resourceType, id, load ?? ''),
    // what it is, the metadata of the panel says
    queryFn: async ({ signal }) =>
      (await get(filledPath(load ?? '', { id }), undefined, { signal })) as { readonly data: T },
    enabled: load !== undefined
  })
}

/** Whether an error means that the item does not exist or that the person may not see it. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404
