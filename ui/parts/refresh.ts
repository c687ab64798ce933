/** Keys under which the parts keep what they fetch. All begin with the noun, so that one hint of the hub refreshes them. */
import type { QueryClient } from '@tanstack/react-query'

/** The pages of a list; its query and page number follow. */
export const listKey = (noun: string, call: string) => [noun, 'list', call] as const

/** What a panel has loaded of one thing. */
export const thingKey = (noun: string, id: number, load: string) => [noun, id, load] as const

/** Asks again for everything on screen of a noun. */
export const refreshNoun = (client: QueryClient, noun: string): Promise<void> =>
  client.invalidateQueries({ queryKey: [noun] })
