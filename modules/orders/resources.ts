import { orders } from './resource.ts'

/** The resource for which higher modules list rows of theirs, such as the cards of an order. */
export const orderResources = { orders } as const
