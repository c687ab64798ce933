/**
 * What somebody reads who may not work yet, or no longer, as a pure function of the profile. Whoever waits gets steps with whose turn each
 * is; a person whose account, company or places were deactivated gets none, because nothing is left to do here but to ask.
 */
import { roles } from '../../../src/contract/roles.ts'
import type { Profile } from '../../account.ts'

/** `mine`: the person's turn; `others`: that of the staff, or of somebody in the company. */
export type Turn = 'done' | 'mine' | 'others'

export interface Step {
  /** Message key. */
  readonly text: string
  readonly turn: Turn
  /** What the page offers for it. */
  readonly act?: 'details' | 'secondFactor' | 'place'
}

export interface Standing {
  readonly icon: 'pi-hourglass' | 'pi-ban'
  /** Message keys. */
  readonly title: string
  readonly text: string
  /** The reason that the text names. */
  readonly reason?: string
  /** The text is followed by the contact. */
  readonly asks?: true
  /** The company's orders are shown, to be read. */
  readonly orders?: true
  readonly steps: readonly Step[]
}

const shut = { icon: 'pi-ban', asks: true, steps: [] } as const
/** Nobody of the company may order; what it has ordered stays in sight. */
const shutCompany = { ...shut, orders: true } as const

/** Somebody has deactivated the account. One that was never confirmed has no role. */
const isShut = ({ role, isActivated }: Profile): boolean => role !== null && !isActivated

const isClient = ({ role }: Profile): boolean => role === roles.CLIENT_ADMIN || role === roles.CLIENT

const password: Step = { text: 'ui.inactive.step.password', turn: 'done' }

const step = (text: string, isDone: boolean, turn: Exclude<Turn, 'done'>, act?: Step['act']): Step => ({
  text,
  turn: isDone ? 'done' : turn,
  ...(act && !isDone && turn === 'mine' ? { act } : {})
})

/** The steps of one's own data: only those that are open, because nobody who has them looks for them here. */
const ownSteps = ({ firstName, lastName, phone, needsSecondFactor }: Profile): Step[] => [
  ...(firstName && lastName && phone ? [] : [step('ui.inactive.step.details', false, 'mine', 'details')]),
  ...(needsSecondFactor ? [step('users.beginSecondFactor.label', false, 'mine', 'secondFactor')] : [])
]

/** Of a client's company: its first place, and that the staff check both. */
function companySteps({ role, hasReceptionPlace, isCompanyActive, hasAllRequiredData }: Profile): Step[] {
  const adds = role === roles.CLIENT_ADMIN ? 'mine' : 'others'
  const toAdd = adds === 'mine' ? 'ui.inactive.step.place' : 'ui.inactive.step.placeByAdmin'
  const place = hasReceptionPlace ? 'ui.inactive.step.placeAdded' : toAdd
  const checks = isCompanyActive && hasReceptionPlace ? 'ui.inactive.step.checkPlace' : 'ui.inactive.step.check'
  return [step(place, hasReceptionPlace, adds, 'place'), step(checks, hasAllRequiredData, 'others')]
}

/** What the account waits for: somebody who lets it in, or the steps above. */
function waitingSteps(profile: Profile): Step[] {
  if (profile.role !== null)
    return [password, ...ownSteps(profile), ...(isClient(profile) ? companySteps(profile) : [])]
  const letsIn = profile.companyId === null ? 'ui.inactive.step.letInStaff' : 'ui.inactive.step.letIn'
  return [password, ...ownSteps(profile), step(letsIn, false, 'others')]
}

/** @param profile undefined while it is loading */
export function standingOf(profile: Profile | undefined): Standing {
  if (!profile) return { icon: 'pi-hourglass', title: 'ui.inactive.title', text: 'ui.inactive.waiting', steps: [] }
  const { companyDeactivationReason: reason, placesDeactivated } = profile
  if (isShut(profile)) return { ...shut, title: 'ui.inactive.deactivated.title', text: 'ui.inactive.deactivated' }
  if (reason !== null)
    return { ...shutCompany, title: 'ui.inactive.company.title', text: 'ui.inactive.company.text', reason }
  if (placesDeactivated) return { ...shutCompany, title: 'ui.inactive.places.title', text: 'ui.inactive.places.text' }
  const steps = waitingSteps(profile)
  const text = steps.some(({ turn }) => turn === 'mine') ? 'ui.inactive.mine' : 'ui.inactive.waiting'
  return { icon: 'pi-hourglass', title: 'ui.inactive.title', text, steps }
}
