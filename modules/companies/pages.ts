/** The three lists of companies, one for each state, and the panel that they share. */
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, tabWhen } from '../../src/kernel/pages/tabs.ts'
import { clients } from './clients.ts'
import { activate, deactivate } from './commands/activity.ts'
import { editCompany } from './commands/edit-company.ts'
import { assignOrderType, setOrderTypes, verify } from './commands/order-types.ts'
import { removeCompany } from './commands/remove-company.ts'
import { departmentsTab } from './departments/pages.ts'
import { usersTab } from './people/pages.ts'
import { placesTab } from './places/pages.ts'
import { clientPanelTabs } from './public.ts'
import { register } from './registration/register.ts'
import { companyReports } from './report.ts'

const changes = [verify, activate, deactivate, editCompany, setOrderTypes, removeCompany]

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

export const pages = [
  definePage(clients, {
    ...shared,
    id: 'companies.unverified',
    route: '/clients/unverified',
    place: 1,
    fixed: { Verified: false },
    counted: true,
    columns: [
      name,
      taxNumber,
      address,
      'orderTypes',
      'registerCheck',
      { key: 'contactDomain', under: 'registerCheck' },
      'createdAt'
    ],
    commands: [register, verify, editCompany, removeCompany]
  }),
  definePage(clients, {
    ...shared,
    id: 'companies.active',
    route: '/clients/active',
    goKey: 'k',
    place: 2,
    fixed: { Verified: true, IsActive: true },
    filters: ['WithoutBdo'],
    quick: [{ name: 'withoutBdo', filters: { WithoutBdo: true } }],
    columns: [name, taxNumber, address, 'orderTypes', 'createdAt'],
    commands: [editCompany, setOrderTypes, deactivate, removeCompany, assignOrderType, companyReports.active]
  }),
  // A company that is verified and not yet activated is in this list, too, without a reason.
  definePage(clients, {
    ...shared,
    id: 'companies.inactive',
    route: '/clients/inactive',
    place: 3,
    fixed: { Verified: true, IsActive: false },
    columns: [name, taxNumber, address, { key: 'deactivationReason', grow: 1.4 }, 'createdAt'],
    commands: [activate, editCompany, setOrderTypes, removeCompany, assignOrderType, companyReports.inactive]
  })
]
