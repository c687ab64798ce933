/**
 * The life of a company, pure. Unverified → verified (by an order type) → active; an active one is deactivated with a reason
 * and activated again. Buttons, commands and tests read the table.
 */
import type { When } from '../../src/contract/when.ts'
import type { RowOf } from '../../src/kernel/resources/resource.ts'
import type { clients } from './clients.ts'

type Company = RowOf<typeof clients>

/** By the command's name without `companies.`: on which companies staff may do it. */
export const companyActions = {
  verify: { verified: [false] },
  activate: { verified: [true], active: [false] },
  deactivate: { active: [true] },
  assignOrderType: { verified: [true] },
  editCompany: {},
  removeCompany: {}
} as const satisfies Readonly<Record<string, When<Company>>>

export const may = (action: keyof typeof companyActions): When<Company> => companyActions[action]
