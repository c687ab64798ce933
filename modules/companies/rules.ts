/**
 * The states of a company: unverified → verified (with an order type) → active. An active company can be deactivated with a reason
 * and activated again. Buttons, commands and tests read this table.
 */
import type { When } from '../../src/contract/when.ts'
import type { RowOf } from '../../src/kernel/resources/resource.ts'
import type { clients } from './resource.ts'

type Company = RowOf<typeof clients>

/** The companies on which staff may use each command. The keys are the names of the commands without `companies.`. */
export const companyActions = {
  verify: { verified: [false] },
  activate: { verified: [true], active: [false] },
  deactivate: { active: [true] },
  assignOrderType: { verified: [true] },
  setOrderTypes: { verified: [true] },
  editCompany: {},
  removeCompany: {}
} as const satisfies Readonly<Record<string, When<Company>>>

export const may = (action: keyof typeof companyActions): When<Company> => companyActions[action]
