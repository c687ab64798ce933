import { places } from './places/resource.ts'
import { clients } from './resource.ts'

/** The resources for which higher modules define commands, such as setting special prices. */
export const companyResources = { clients, places } as const
