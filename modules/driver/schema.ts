/** The vocabularies of the driver's app. Codes are stored, names are on the wire of the app (`contract.ts`). */
import { vocabulary } from '../../src/contract/vocabulary.ts'

/** Clients read none of these words. */
const forStaff = { onlyFor: ['ADMIN'] } as const

export const DeviceState = vocabulary(
  'driver.deviceState',
  {
    connected: { code: 0, tone: 'success' },
    /** The link was made, and nobody has opened it yet. */
    invited: { code: 1, tone: 'info' },
    linkExpired: { code: 2, tone: 'warning' },
    revoked: { code: 3, tone: 'neutral' }
  },
  forStaff
)

export const EventKind = vocabulary(
  'driver.eventKind',
  {
    arrived: { code: 0, tone: 'info' },
    loaded: { code: 1, tone: 'success' },
    weighed: { code: 2, tone: 'success' },
    signed: { code: 3, tone: 'success' },
    photo: { code: 4, tone: 'neutral' },
    card: { code: 5, tone: 'neutral' },
    failed: { code: 6, tone: 'danger' },
    unloaded: { code: 7, tone: 'success' },
    undone: { code: 8, tone: 'warning' }
  },
  forStaff
)

export const EventState = vocabulary(
  'driver.eventState',
  {
    /** It counts, and nobody had to decide. */
    applied: { code: 0, tone: 'success' },
    waiting: { code: 1, tone: 'warning' },
    accepted: { code: 2, tone: 'success' },
    rejected: { code: 3, tone: 'neutral' }
  },
  forStaff
)

/** What the office had done to the order before the event came. */
export const Conflict = vocabulary(
  'driver.conflict',
  {
    canceled: { code: 0, tone: 'danger' },
    finished: { code: 1, tone: 'warning' },
    unplanned: { code: 2, tone: 'warning' },
    otherDriver: { code: 3, tone: 'warning' }
  },
  forStaff
)

export const Failure = vocabulary(
  'driver.failure',
  {
    closed: { code: 0, tone: 'warning' },
    blocked: { code: 1, tone: 'warning' },
    none: { code: 2, tone: 'warning' },
    wrongWaste: { code: 3, tone: 'danger' },
    noCard: { code: 4, tone: 'danger' }
  },
  forStaff
)
