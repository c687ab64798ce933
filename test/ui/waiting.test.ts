/** What somebody reads who may not work yet, or no longer: a table of profiles. */
import { describe, expect, it } from 'vitest'
import { roles } from '../../src/contract/roles.ts'
import type { Profile } from '../../ui/account.ts'
import { standingOf } from '../../ui/pages/waiting/standing.ts'

/** A client administrator who has just registered a company and set a password. */
const registered: Profile = {
  ...{ id: 1, email: 'ewa@example.com', firstName: 'Ewa', lastName: 'Lis', phone: '501502503', language: 1 },
  ...{ role: roles.CLIENT_ADMIN, companyId: 1, departmentId: 1, country: 1 },
  ...{ isActivated: true, hasAllRequiredData: false, hasReceptionPlace: false, isCompanyActive: false },
  ...{
    companyDeactivationReason: null,
    companyBdoNumber: '',
    companyAddress: null,
    placesDeactivated: false,
    needsSecondFactor: false
  }
}
const withPlace = { hasReceptionPlace: true }
const joiner = { role: null, isActivated: false, hasReceptionPlace: true }

/** Each step as `turn text`, with what the page offers for it. */
const stepsOf = (given: Partial<Profile>): string[] =>
  standingOf({ ...registered, ...given }).steps.map(({ turn, text, act }) =>
    [turn, text.replace('ui.inactive.step.', ''), ...(act ? [`(${act})`] : [])].join(' ')
  )

describe('who waits', () => {
  it.each<[string, Partial<Profile>, string, string[]]>([
    ['a new company', {}, 'mine', ['done password', 'mine place (place)', 'others check']],
    ['that has added its place', withPlace, 'waiting', ['done password', 'done placeAdded', 'others check']],
    [
      'that is active, its place is not yet',
      { ...withPlace, isCompanyActive: true },
      'waiting',
      ['done password', 'done placeAdded', 'others checkPlace']
    ],
    [
      'an ordinary user of a company without a place',
      { role: roles.CLIENT },
      'waiting',
      ['done password', 'others placeByAdmin', 'others check']
    ],
    [
      'without a phone',
      { ...withPlace, phone: null },
      'mine',
      ['done password', 'mine details (details)', 'done placeAdded', 'others check']
    ],
    ['who has asked to join a company', joiner, 'waiting', ['done password', 'others letIn']],
    [
      'who has signed up as staff',
      { ...joiner, companyId: null, hasReceptionPlace: false },
      'waiting',
      ['done password', 'others letInStaff']
    ],
    [
      'a technician without a phone',
      { role: roles.SERVICE_TECHNICAN, companyId: null, phone: '' },
      'mine',
      ['done password', 'mine details (details)']
    ],
    [
      'an administrator who is asked for a second factor',
      { role: roles.ADMIN, companyId: null, needsSecondFactor: true },
      'mine',
      ['done password', 'mine users.beginSecondFactor.label (secondFactor)']
    ]
  ])('%s: reads whose turn it is', (_who, given, text, steps) => {
    expect(stepsOf(given)).toEqual(steps)
    const standing = standingOf({ ...registered, ...given })
    expect([standing.title, standing.text]).toEqual(['ui.inactive.title', `ui.inactive.${text}`])
    expect(standing.asks).toBeUndefined()
  })
})

describe('who is shut out', () => {
  it.each<[string, Partial<Profile>, string, string | undefined]>([
    ['a deactivated account', { isActivated: false }, 'deactivated', undefined],
    [
      'of a deactivated company, also while data is missing',
      { companyDeactivationReason: 'Zaległości w płatnościach', phone: null },
      'company',
      'Zaległości w płatnościach'
    ],
    ['of a company whose places were all deactivated', { ...withPlace, placesDeactivated: true }, 'places', undefined]
  ])('%s: reads what has happened and whom to ask, with nothing to do', (_who, given, name, reason) => {
    const standing = standingOf({ ...registered, ...given })
    expect(standing).toMatchObject({ icon: 'pi-ban', title: `ui.inactive.${name}.title`, asks: true, steps: [] })
    expect(standing.reason).toBe(reason)
  })

  it('goes on reading the company’s orders where the company may not order, and none once the account is shut', () => {
    const ordersOf = (given: Partial<Profile>) => standingOf({ ...registered, ...given }).orders
    expect(ordersOf({ companyDeactivationReason: 'Inne' })).toBe(true)
    expect(ordersOf({ ...withPlace, placesDeactivated: true })).toBe(true)
    expect(ordersOf({ isActivated: false, companyDeactivationReason: 'Inne' })).toBeUndefined()
    expect(ordersOf({})).toBeUndefined()
  })

  it('a deactivated account of a deactivated company: that the account is', () => {
    const both = { isActivated: false, companyDeactivationReason: 'Inne' }
    expect(standingOf({ ...registered, ...both }).title).toBe('ui.inactive.deactivated.title')
  })
})
