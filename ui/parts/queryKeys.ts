/** The keys of queries. Each begins with the resource type, because a hint of the hub names the type that has changed. */
import type { QueryClient } from '@tanstack/react-query'

/** The beginning of a list's keys; the query and the page number follow. */
export const listKey = (resourceType: string, call: string) => [resourceType, 'list', call] as const

/** The key of what a panel loads of one item: that of `query` (ui/query.ts) for the same path. */
export const detailKey = (resourceType: string, id: number, load: string) => [resourceType, load, { id }] as const

/** Reloads all visible data of a resource type. */
export const refreshResource = (client: QueryClient, resourceType: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [resourceType] })
