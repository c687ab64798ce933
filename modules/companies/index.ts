import { importKinds } from '../../src/kernel/imports/kind.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { activate, deactivate, removeCompany } from './commands/activity.ts'
import { admit } from './commands/admit.ts'
import { editCompany } from './commands/edit-company.ts'
import { assignOrderType, setOrderTypes, verify } from './commands/order-types.ts'
import { verifyCompany } from './commands/verify-company.ts'
import { companyRoute } from './company-route.ts'
import { counters } from './counters.ts'
import { departmentCommands, departments } from './departments.ts'
import { companyEvents } from './events.ts'
import { accountExtensions } from './facts.ts'
import { clientImport } from './imports/clients.ts'
import { contactImport } from './imports/contacts.ts'
import { placeImport } from './imports/places.ts'
import { mapRoutes } from './map-routes.ts'
import { news } from './news.ts'
import { addTypesOfPlace, followTypesOfCompany } from './order-types/sets.ts'
import { pages } from './pages.ts'
import { activateUser, deactivateUser, removeUser } from './people/commands/activity.ts'
import { removeInvited, resendInvitation } from './people/commands/invitations.ts'
import { inviteUser } from './people/commands/invite.ts'
import { peoplePages } from './people/pages.ts'
import { companyUsers, joinedUsers } from './people/resource.ts'
import { peopleRoutes } from './people/routes.ts'
import { UserState } from './people/schema.ts'
import { activatePlace } from './places/commands/activate.ts'
import { deactivatePlace, removePlace, restorePlace } from './places/commands/activity.ts'
import { addPlace } from './places/commands/add.ts'
import { editPlace } from './places/commands/edit.ts'
import { setPlaceTypes } from './places/commands/order-types.ts'
import { stopArrivalMessages } from './places/contact-messages.ts'
import { becomeDefaultPlace, replaceDefaultPlace } from './places/defaults.ts'
import { findPositions, setPosition } from './places/find-positions.ts'
import { placePages } from './places/pages.ts'
import { places } from './places/resource.ts'
import { PlaceStatus, Weekday } from './places/schema.ts'
import {
  beforeCompanyRemoval,
  beforePlaceRemoval,
  clientPanelTabs,
  companySpecialPrices,
  openOrders,
  placeDistances,
  placePanelTabs
} from './points.ts'
import { LookUpState, lookUpRoute } from './registers/look-up-route.ts'
import { addClient } from './registration/commands/add-client.ts'
import { registerAccount } from './registration/commands/register-account.ts'
import { registerCompany } from './registration/commands/register-company.ts'
import { registerDepartment } from './registration/commands/register-department.ts'
import { registerPerson } from './registration/commands/register-person.ts'
import { reportRoutes } from './report.ts'
import { clients } from './resource.ts'
import { routes, termsRoute } from './routes.ts'
import { ClientType, Country, PaymentType, RegisterCheck } from './schema.ts'
import './security-events.ts'
import { sweep } from './sweep.ts'

/** Clients: companies, their departments and reception places. */
export const companies = defineModule({
  name: 'companies',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ClientType, Country, LookUpState, PaymentType, PlaceStatus, RegisterCheck, UserState, Weekday],
  resources: [clients, departments, places, companyUsers, joinedUsers],
  commands: [
    ...[verifyCompany, registerCompany, registerPerson, registerDepartment, registerAccount],
    ...[addClient, admit, verify, setOrderTypes, assignOrderType, activate, deactivate, editCompany, removeCompany],
    ...departmentCommands,
    ...[addPlace, activatePlace, setPlaceTypes, deactivatePlace, restorePlace, editPlace, removePlace],
    ...[inviteUser, activateUser, deactivateUser, resendInvitation, removeInvited, removeUser]
  ],
  systemCommands: [
    addTypesOfPlace,
    followTypesOfCompany,
    replaceDefaultPlace,
    becomeDefaultPlace,
    setPosition,
    stopArrivalMessages
  ],
  counters,
  events: companyEvents,
  pages: [...pages, ...placePages, ...peoplePages],
  routes: [companyRoute, lookUpRoute, ...routes, termsRoute, ...peopleRoutes, ...mapRoutes, ...reportRoutes],
  extends: [
    ...accountExtensions,
    ...news,
    ...[clientImport, placeImport, contactImport].map(kind => importKinds.fill(kind))
  ],
  extensionPoints: [
    beforeCompanyRemoval,
    beforePlaceRemoval,
    clientPanelTabs,
    companySpecialPrices,
    openOrders,
    placeDistances,
    placePanelTabs
  ],
  schedules: [
    { name: 'companies.sweep', every: '1h', run: ({ db, now }) => sweep(db, now()) },
    { name: 'companies.findPositions', every: '1h', run: findPositions }
  ]
})
