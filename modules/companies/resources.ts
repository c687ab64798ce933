import { clients } from './clients.ts'
import { places } from './places/resource.ts'

/** The resources that higher modules define commands of their own on, such as setting special prices. */
export const companyResources = { clients, places } as const
