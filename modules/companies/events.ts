/** Events of clients for other programs. */
import { becomes, defineEvent } from '../../src/kernel/history/events.ts'
import { places } from './places/resource.ts'
import { clients } from './resource.ts'

export const companyEvents = [
  defineEvent(clients, {
    type: 'company.activated',
    summary: 'A company became an active client',
    company: 'company.id',
    fields: [
      ...(['id', 'version', 'name', 'shortName', 'taxNumber', 'regon', 'bdoNumber', 'fullAddress', 'country'] as const),
      ...(['clientType', 'paymentType', 'orderTypes', 'verified', 'active'] as const)
    ],
    when: becomes('active', true)
  }),
  defineEvent(places, {
    type: 'place.activated',
    summary: 'A reception place became active',
    company: 'place.company_id',
    fields: [
      ...(['id', 'version', 'companyId', 'departmentId', 'city', 'street', 'postalCode', 'bdoNumber'] as const),
      ...(['isDefault', 'isActive', 'orderTypes', 'latitude', 'longitude'] as const)
    ],
    when: becomes('isActive', true)
  })
]
