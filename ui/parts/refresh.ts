/** Keys under which the parts keep what they fetch. All begin with the resourceType, so that one hint of the hub refreshes them. */
import type { QueryClient } from '@tanstack/react-query'

/** The pages of a list; its query and page number follow. */
export const listKey = (resourceType: string, call: string) => [resourceType, 'list', call] as const

/** What a panel has loaded of one thing. */
export const detailKey = (resourceType: string, id: number, load: string) => [resourceType, id, load] as const

/** Asks again for everything on screen of a resourceType. */
export const refreshResource = (client: QueryClient, resourceType: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [resourceType] })
