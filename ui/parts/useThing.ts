import { useQuery } from '@tanstack/react-query'
import { get } from '../api.ts'
import { filledPath } from './commandState.ts'
import { thingKey } from './refresh.ts'

/** What a panel's `load` answers for one thing. Without `load`, nothing is asked. */
export function useThing<T>(noun: string, id: number, load: string | undefined) {
  return useQuery({
    queryKey: thingKey(noun, id, load ?? ''),
    queryFn: ({ signal }) => get<{ data: T }>(filledPath(load ?? '', { id }), undefined, { signal }),
    enabled: load !== undefined
  })
}
