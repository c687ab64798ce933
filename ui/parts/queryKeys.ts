/** The keys of queries. Each begins with the resource type, because a hint of the hub names the type that has changed. */
import type { QueryClient } from '@tanstack/react-query'

/** A list; its query and page number follow. */
export const listKey = (resourceType: string, call: string) => [resourceType, 'list', call] as const

/** What a panel loads of one item. */
export const detailKey = (resourceType: string, id: number, load: string) => [resourceType, id, load] as const

/** Loads everything of a resource type that is on screen again. */
export const refreshResource = (client: QueryClient, resourceType: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [resourceType] })
