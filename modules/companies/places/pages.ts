/** The lists of reception places, with their panels: all places, those that wait for verification, and a client's own. */
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { placePanelTabs } from '../points.ts'
import { activatePlace } from './commands/activate.ts'
import { deactivatePlace, removePlace, restorePlace } from './commands/activity.ts'
import { addPlace } from './commands/add.ts'
import { editPlace } from './commands/edit.ts'
import { setPlaceTypes } from './commands/order-types.ts'
import { places } from './resource.ts'

const changes = [activatePlace, restorePlace, editPlace, setPlaceTypes, deactivatePlace, removePlace]
const commands = [addPlace, ...changes]
/** Of a client. */
const ownChanges = [editPlace, deactivatePlace, removePlace]

const waiting = {
  name: 'waiting',
  icon: 'exclamation-triangle',
  tone: 'warning',
  when: { isApproved: [false] }
} as const

/** The default place is blue. A place that is not active is red. */
const tint = [
  { name: 'inactive', when: { isActive: [false] }, tone: 'danger' },
  { name: 'default', when: { isDefault: [true] }, tone: 'info' }
] as const

const looks = { marks: [waiting], tint }

const address = { key: 'address', grow: 2 } as const
const bdoNumber = { key: 'bdoNumber', blank: 'companies.noBdoNumber' } as const
const company = { key: 'companyName', grow: 2, under: 'address' } as const

const fields = [
  'address',
  'departmentCity',
  'phone',
  'email',
  bdoNumber,
  'orderTypes',
  { key: 'receiving', part: 'companies.receiving' },
  'isDefault',
  'status',
  'deactivationReason'
] as const
const staffFields = [
  'companyName',
  'clientType',
  'taxNumber',
  ...fields,
  'arrivalMessages',
  'latitude',
  'longitude',
  'elevation',
  'createdAt'
] as const

const panel = [detailsTab(places, staffFields, { commands: changes }), historyTab(places)]

const postalCode = { key: 'PostalCode', mask: '99-999', placeholder: '09-410' } as const

/** The places of a company, as a tab of its panel. */
export const placesTab = resourceTab('places', places, {
  ...looks,
  load: '/api/Admin/Companies/:id/reception-places',
  selection: 'many',
  sort: '-isDefault',
  columns: [address, 'phone', bdoNumber, 'orderTypes', 'status'],
  commands
})

export const waitingPlacesPage = definePage(places, {
  ...looks,
  id: 'companies.waitingPlaces',
  route: '/pickuppoints/inactive',
  group: 'clients',
  inMenu: false,
  access: ['ADMIN'],
  fixed: { IsActive: false },
  sort: 'createdAt',
  filters: [postalCode, 'Waiting'],
  quick: [{ name: 'waiting', filters: { Waiting: true } }],
  columns: [
    address,
    bdoNumber,
    { key: 'phone', under: 'bdoNumber' },
    company,
    'status',
    { key: 'deactivationReason', grow: 1.4 },
    'createdAt'
  ],
  commands: [activatePlace, restorePlace, editPlace, removePlace],
  panel,
  panelPoint: placePanelTabs
})

export const placePages = [
  definePage(places, {
    ...looks,
    id: 'companies.places',
    selection: 'many',
    route: '/clients/receptionPlaces',
    group: 'clients',
    place: 4,
    access: ['ADMIN'],
    filters: [postalCode],
    columns: [address, bdoNumber, { key: 'phone', under: 'bdoNumber' }, company, 'orderTypes', 'status'],
    commands,
    panel,
    panelPoint: placePanelTabs
  }),
  waitingPlacesPage,
  definePage(places, {
    ...looks,
    id: 'companies.clientPlaces',
    route: '/client/receptionPlaces',
    goKey: 'p',
    group: 'portal',
    icon: 'map-marker',
    place: 2,
    access: ['CLIENT_ADMIN', 'CLIENT'],
    columns: [address, 'phone', bdoNumber, 'orderTypes', 'status'],
    commands: [addPlace, ...ownChanges],
    panel: [detailsTab(places, [...fields, 'createdAt'], { commands: ownChanges }), historyTab(places)]
  })
]
