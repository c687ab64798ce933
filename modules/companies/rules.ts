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
  /** One act in place of verifying and activating, for whoever was never active: without a reason for being inactive. */
  admit: { active: [false], deactivationReason: [null] },
  verify: { verified: [false] },
  activate: { verified: [true], active: [false] },
  deactivate: { active: [true] },
  assignOrderType: { verified: [true] },
  setOrderTypes: { verified: [true] },
  editCompany: {},
  removeCompany: {}
} as const satisfies Readonly<Record<string, When<Company>>>

export const may = (action: keyof typeof companyActions): When<Company> => companyActions[action]

/** Where staff find a company: the list of its state, with its panel. */
export const pageOf = ({ id, verified, active }: { id: number; verified: boolean; active: boolean }): string => {
  const list = verified ? (active ? 'active' : 'inactive') : 'unverified'
  return `/clients/${list}?row=${id}&panel=${id}`
}
