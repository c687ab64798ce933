/** The three lists of companies, one for each state, and the panel that they share. */
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, tabWhen } from '../../src/kernel/pages/tabs.ts'
import { activate, deactivate, removeCompany } from './commands/activity.ts'
import { admit } from './commands/admit.ts'
import { editCompany } from './commands/edit-company.ts'
import { assignOrderType, setOrderTypes, verify } from './commands/order-types.ts'
import { departmentsTab } from './departments.ts'
import { usersTab } from './people/pages.ts'
import { placesTab } from './places/pages.ts'
import { clientPanelTabs } from './points.ts'
import { addClient } from './registration/commands/add-client.ts'
import { register } from './registration/commands/register-company.ts'
import { clients } from './resource.ts'

const changes = [admit, verify, activate, editCompany, setOrderTypes, deactivate, removeCompany]

const panel = [
  detailsTab(
    clients,
    [
      ...(['name', 'shortName', 'clientType', 'taxNumber', 'regon'] as const),
      { key: 'bdoNumber', blank: 'companies.noBdoNumber' },
      'country',
      ...([
        'fullAddress',
        'paymentType',
        'arrivalMessages',
        'multiDepartment',
        'orderTypes',
        'createdAt',
        'deactivationReason',
        'registerCheck',
        'registerRequestId',
        'contactDomain',
        'secondWay'
      ] as const)
    ],
    { commands: changes }
  ),
  placesTab,
  usersTab,
  tabWhen(clients, { multiDepartment: [true] }, departmentsTab),
  historyTab(clients)
]

const name = { key: 'name', grow: 2 } as const
const taxNumber = { key: 'taxNumber', grow: 0.7 } as const
const address = { key: 'fullAddress', grow: 2, header: 'companies.company.address', under: 'name' } as const
const shared = { group: 'clients', selection: 'many', panel, panelPoint: clientPanelTabs } as const

export const unverifiedPage = definePage(clients, {
  ...shared,
  id: 'companies.unverified',
  route: '/clients/unverified',
  place: 1,
  fixed: { Verified: false },
  counted: true,
  columns: [
    name,
    taxNumber,
    { key: 'countryStr', header: 'companies.company.country', grow: 0.6, under: 'taxNumber' },
    address,
    'orderTypes',
    'registerCheck',
    { key: 'contactDomain', under: 'registerCheck' },
    'createdAt'
  ],
  commands: [addClient, register, admit, verify, editCompany, removeCompany]
})

/** Verified companies that are not active yet are in this list, too: they wait, and are counted. */
export const inactivePage = definePage(clients, {
  ...shared,
  id: 'companies.inactive',
  route: '/clients/inactive',
  place: 3,
  fixed: { Verified: true, IsActive: false },
  filters: ['AwaitsActivation'],
  quick: [{ name: 'awaitsActivation', filters: { AwaitsActivation: true } }],
  columns: [
    name,
    taxNumber,
    address,
    { key: 'deactivationReason', grow: 1.4, blank: 'companies.company.awaitsActivation' },
    'createdAt'
  ],
  commands: [admit, activate, editCompany, setOrderTypes, removeCompany, assignOrderType]
})

export const pages = [
  unverifiedPage,
  definePage(clients, {
    ...shared,
    id: 'companies.active',
    route: '/clients/active',
    goKey: 'k',
    place: 2,
    fixed: { Verified: true, IsActive: true },
    filters: ['WithoutBdo'],
    quick: [{ name: 'withoutBdo', filters: { WithoutBdo: true } }],
    columns: [name, taxNumber, address, 'orderTypes', 'createdAt', { key: 'arrivalMessages', beginsHidden: true }],
    commands: [addClient, editCompany, setOrderTypes, deactivate, removeCompany, assignOrderType]
  }),
  inactivePage
]
