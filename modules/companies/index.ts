import { beginHourly } from '../../src/kernel/jobs/hourly.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { clients } from './clients.ts'
import { activate, deactivate } from './commands/activity.ts'
import { editCompany } from './commands/edit-company.ts'
import { assignOrderType, verify } from './commands/order-types.ts'
import { removeCompany } from './commands/remove-company.ts'
import { verifyCompany } from './commands/verify-company.ts'
import { accountExtensions } from './facts.ts'
import { mapRoutes } from './map-routes.ts'
import { pages } from './pages.ts'
import { activateUser, deactivateUser, removeUser } from './people/commands/activity.ts'
import { removeInvited, resendInvitation } from './people/commands/invitations.ts'
import { inviteUser } from './people/commands/invite.ts'
import { usersToVerify } from './people/counters.ts'
import { peoplePages } from './people/pages.ts'
import { companyUsers, joinedUsers } from './people/resource.ts'
import { peopleRoutes } from './people/routes.ts'
import { UserState } from './people/schema.ts'
import { places } from './places.ts'
import { beforeCompanyRemoval, clientPanelTabs } from './public.ts'
import { reportRoutes } from './report.ts'
import { routes } from './routes.ts'
import { Country, PaymentType } from './schema.ts'
import { sweep } from './sweep.ts'

/** Clients: companies, their departments and reception places. */
export const companies = defineModule({
  name: 'companies',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Country, PaymentType, UserState],
  resources: [clients, places, companyUsers, joinedUsers],
  commands: [
    ...[verifyCompany, verify, assignOrderType, activate, deactivate, editCompany, removeCompany],
    ...[inviteUser, activateUser, deactivateUser, resendInvitation, removeInvited, removeUser]
  ],
  counters: [usersToVerify],
  pages: [...pages, ...peoplePages],
  routes: [...routes, ...peopleRoutes, ...mapRoutes, ...reportRoutes],
  extends: accountExtensions,
  extensionPoints: [beforeCompanyRemoval, clientPanelTabs],
  start: services => beginHourly(services, 'companies: sweeping', ({ db, now }) => sweep(db, now()))
})
