/** Every edit that is sent twice changes nothing the second time: no version, no history, and its answer says so. */

import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { isEdit } from '../../src/kernel/commands/command.ts'
import { modules } from '../../src/modules.ts'
import { aFactor } from '../evidence/fixtures/statement.ts'
import { aRound, aSavedSet, aSavedView } from '../helper/account-factories.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aDocument } from '../helper/document-factories.ts'
import { aCompany, aContainer, anAccount, anItem, anOperator, anOrder, aStore, aVehicle } from '../helper/factories.ts'
import { aWebhook } from '../helper/integration-factories.ts'
import { aScale, aTransferCard, aWeighTicket } from '../helper/waste-factories.ts'
import { allForms } from '../ui/fixtures/forms.ts'

const filled = await allForms()
let test: SharedApp
let staff: Person

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

interface Edit {
  readonly id: number
  readonly method?: 'PATCH'
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
}

const db = () => test.services.db
const form = (name: string): Record<string, unknown> => filled[name] as Record<string, unknown>

async function aPriceFromTomorrow() {
  const [day, { id }] = [addDays(dayOf(test.clock.now), 1), await anItem(db())]
  return { specialPrices: [{ orderTypeItemId: id, value: 1000, dateFrom: day, dateTo: addDays(day, 364) }] }
}

/** A thing of its own for each, and what its form would send. */
const edits: Readonly<Record<string, () => Promise<Edit>>> = {
  'catalogue.editItem': async () => {
    const { id } = await anItem(db(), { orderTypeId: 2 })
    return { id, url: `/api/Admin/OrderTypes/2/items/${id}`, body: form('catalogue.editItem for ADMIN') }
  },
  'catalogue.editReason': async () => {
    const [{ id }] = await db()('catalogue.dictionary_values').insert({ dictionary: 1, value: 'old' }).returning('id')
    return { id, url: `/api/Dictionaries/${id}/update-value`, body: { value: 'Awaria pojazdu' } }
  },
  'companies.editCompany': async () => {
    const { id } = await aCompany(db())
    const body = form('companies.editCompany for ADMIN')
    return { id, method: 'PATCH', url: `/api/Admin/Companies/${id}/update`, body }
  },
  'companies.editDepartment': async () => {
    const { departmentId: id } = await aCompany(db())
    return { id, url: `/api/Admin/Departments/${id}`, body: form('companies.editDepartment for ADMIN') }
  },
  'companies.editPlace': async () => {
    const { departmentId, placeId } = await aCompany(db())
    const id = placeId as number
    const url = `/api/Admin/Departments/${departmentId}/update-reception-place/${id}`
    const { isActive: _, ...body } = form('companies.editPlace for ADMIN')
    return { id, url, body }
  },
  'companies.setOrderTypes': async () => {
    const { id } = await aCompany(db())
    return { id, url: '/api/Admin/Companies/order-types', body: { companiesIds: [id], orderTypeIds: [1, 2] } }
  },
  'companies.setPlaceTypes': async () => {
    const { placeId: id = 0 } = await aCompany(db())
    return { id, url: '/api/Admin/reception-places/order-types', body: { ids: [id], orderTypeIds: [1, 2] } }
  },
  'evidence.editFactor': async () => {
    const { id } = await aFactor(db())
    const days = { firstDay: '2300-01-01', lastDay: null }
    const body = { name: 'Paliwo', basis: 2, process: 'R1', value: 2.5, source: 'LCA', year: 2026, ...days }
    return { id, url: `/api/Admin/EmissionFactors/${id}`, body }
  },
  'fleet.editDriver': async () => {
    const { id, email } = await anAccount(db(), { role: 'DRIVER', password: null })
    return { id, url: `/api/Admin/Users/drivers/${id}`, body: { ...form('fleet.editDriver for ADMIN'), email } }
  },
  'fleet.editOperator': async () => {
    const { id } = await anOperator(db())
    return { id, url: `/api/Admin/RecycleOperators/${id}`, body: form('fleet.editOperator for ADMIN') }
  },
  'fleet.editVehicle': async () => {
    const [vehicle, item] = [await aVehicle(db()), await anItem(db())]
    const orderTypeItems = [{ orderTypeItemId: item.id, isActive: true }]
    const ids = { registerNumber: vehicle.register_number, driverId: vehicle.driver_id }
    const body = { ...form('fleet.editVehicle for ADMIN'), ...ids, model: 'TGX', orderTypeItems }
    return { id: vehicle.id, url: `/api/Admin/Vehicles/${vehicle.id}`, body }
  },
  'integrations.editWebhook': async () => {
    const { id } = await aWebhook(db())
    return {
      id,
      url: `/api/Admin/Webhooks/${id}`,
      body: { url: 'https://93.184.216.34/hook', types: ['order.invoiced'] }
    }
  },
  'integrations.editMapping': async () => ({
    id: 1,
    url: '/api/Admin/AccountingMappings/1',
    body: form('integrations.editMapping for ADMIN')
  }),
  'iot.decideStop': async () => {
    const { id: containerId } = await aContainer(db())
    const { id } = await aRound(db(), staff.accountId, containerId)
    return { id, url: `/IoT/rounds/${id}/stop`, body: { ...form('iot.decideStop for ADMIN'), containerId } }
  },
  'iot.edit': async () => {
    const { id } = await aContainer(db())
    const { id: assignedStoreId } = await aStore(db(), { at: { latitude: 52, longitude: 18 } })
    return { id, url: `/IoT/container/${id}`, body: { ...form('iot.edit for ADMIN'), assignedStoreId } }
  },
  'iot.editStore': async () => {
    const { id } = await aStore(db(), { at: { latitude: 52, longitude: 19 } })
    return { id, url: `/api/Admin/Stores/internal/${id}`, body: form('iot.editStore for ADMIN') }
  },
  'orders.correct': async () => {
    const [company, item] = [await aCompany(db()), await anItem(db())]
    const { id } = await anOrder(db(), { company, itemId: item.id, status: 3 })
    return { id, url: `/api/Admin/Orders/${id}/correct`, body: { tonnage: 1.25, receivingDate: '2026-05-31' } }
  },
  'orders.edit': async () => {
    const [company, item] = [await aCompany(db()), await anItem(db())]
    const { id } = await anOrder(db(), { company, itemId: item.id })
    const terms = {
      receptionPlace: company.placeId,
      orderTypeItemId: item.id,
      quantity: 2,
      netPrice: 95.5,
      vatRate: 23
    }
    const body = { ...terms, additionalInfo: 'Brama od podwórza', paymentType: 0, kpo: 'KPO/1', tonnage: 1.5 }
    return { id, url: `/api/Admin/Orders/${id}`, body }
  },
  'orders.replan': async () => {
    const [company, item, vehicle] = [await aCompany(db()), await anItem(db()), await aVehicle(db())]
    const { id } = await anOrder(db(), { company, itemId: item.id, status: 2, realizationDate: '2026-06-01' })
    const body = { orderIds: [id], vehicleId: vehicle.id, orderRealizationDate: '2026-06-02' }
    return { id, url: '/api/Admin/Orders/change-plan', body }
  },
  'orders.setDriver': async () => {
    const [company, item, vehicle] = [await aCompany(db()), await anItem(db()), await aVehicle(db())]
    const { id } = await anOrder(db(), { company, itemId: item.id, status: 1 })
    await staff.put('/api/Admin/Orders/set-realization', {
      ...{ orderIds: [id], vehicleId: vehicle.id, orderRealizationDate: '2026-06-02' }
    })
    const { driver_id: driverId } = await aVehicle(db())
    return { id, url: '/api/Admin/Orders/set-driver', body: { orderIds: [id], driverId } }
  },
  'orders.setOptimaNumber': async () => {
    const [company, item] = [await aCompany(db()), await anItem(db())]
    const { id } = await anOrder(db(), { company, itemId: item.id, status: 3 })
    return { id, url: `/api/Admin/Orders/${id}/set-optima-number`, body: form('orders.setOptimaNumber for ADMIN') }
  },
  'pricing.editPrice': async () => {
    const { id } = await anItem(db())
    return { id, url: `/api/Admin/Prices/${id}`, body: form('pricing.editPrice for ADMIN') }
  },
  'pricing.setCompanyPrices': async () => {
    const { id } = await aCompany(db())
    return { id, url: `/api/Admin/Companies/${id}/special-prices`, body: await aPriceFromTomorrow() }
  },
  'pricing.setPlacePrices': async () => {
    const { placeId: id = 0 } = await aCompany(db())
    return { id, url: `/api/Admin/reception-places/${id}/special-prices`, body: await aPriceFromTomorrow() }
  },
  'reports.editSet': async () => {
    const { id } = await aSavedSet(db(), staff.accountId)
    return { id, url: `/api/Admin/Reports/sets/${id}`, body: form('reports.editSet for ADMIN') }
  },
  'users.editUser': async () => ({
    id: staff.accountId,
    url: `/api/Admin/Users/${staff.accountId}`,
    body: form('users.editUser for signedIn')
  }),
  'views.rename': async () => {
    const { id } = await aSavedView(db(), staff.accountId)
    return { id, url: `/api/Views/${id}/name`, body: form('views.rename for ADMIN') }
  },
  'views.replace': async () => {
    const { id } = await aSavedView(db(), staff.accountId)
    return { id, url: `/api/Views/${id}/state`, body: form('views.replace for ADMIN') }
  },
  'warehouse.editDocument': async () => {
    const company = await aCompany(db())
    const { id } = await aDocument(db(), { companyId: company.id, createdBy: staff.accountId, type: 2 })
    const body = {
      documentDate: '2026-05-05',
      receptionPlaceId: company.placeId,
      containersNumber: 2,
      description: 'x'
    }
    return { id, url: `/api/Admin/Documents/${id}`, body }
  },
  'waste.match': async () => {
    const [company, item, { id }] = [await aCompany(db()), await anItem(db()), await aTransferCard(db())]
    const order = await anOrder(db(), { company, itemId: item.id, status: 2 })
    return { id, url: `/api/Admin/TransferCards/${id}/match`, body: { orderId: order.id } }
  },
  'weights.correctTicket': async () => {
    const { id: storeId } = await aStore(db(), { at: { latitude: 52, longitude: 17 } })
    const [company, item, vehicle] = [await aCompany(db()), await anItem(db()), await aVehicle(db())]
    const { id: orderId } = await anOrder(db(), { company, itemId: item.id, status: 2 })
    const { id } = await aWeighTicket(db(), storeId)
    const masses = { gross: 13_400, tare: 8_000, orders: [{ orderId }] }
    return { id, url: `/api/Admin/WeighTickets/${id}`, body: { storeId, vehicleId: vehicle.id, ...masses } }
  },
  'weights.editScale': async () => {
    const { id: storeId } = await aStore(db(), { at: { latitude: 52, longitude: 16 } })
    const { id } = await aScale(db(), storeId)
    return { id, url: `/api/Admin/Scales/${id}`, body: { name: 'Waga zmieniona', storeId } }
  }
}

/** These move their row to another state, or the route to another version, in which they are refused; a percentage is of the price before. */
const moves = [
  'companies.activate',
  'companies.activatePlace',
  'companies.admit',
  'companies.assignOrderType',
  'companies.deactivate',
  'companies.deactivatePlace',
  'companies.verify',
  'evidence.withdraw',
  'imports.setColumns',
  'orders.cancel',
  'orders.finish',
  'orders.realize',
  'orders.reorder',
  'orders.setInvoiceNumber',
  'pricing.changePercent',
  'pricing.withdrawPlanned',
  'validators.explain',
  'warehouse.linkOrder',
  'waste.confirmReceipt',
  'waste.reject',
  'weights.withdrawTicket'
]

describe('an edit that is sent twice', () => {
  it('is in the table, or moves its row on', () => {
    const names = modules
      .flatMap(module => module.commands ?? [])
      .filter(command => command.kind === 'rows' && isEdit(command))
      .filter(({ access }) => Object.values(access).some(rule => rule?.form))
      .map(({ name }) => name)
    expect(names.toSorted()).toEqual([...Object.keys(edits), ...moves].toSorted())
  })

  it.each(Object.entries(edits))('%s changes nothing the second time', async (name, make) => {
    const { id, method = 'PUT', url, body } = await make()
    const history = () => db()('kernel.changes').where({ subject_id: id, code: name })
    const first = await staff.call(method, url, body)
    expect([first.status, first.body.unchanged, await history()]).toMatchObject([200, undefined, [{ code: name }]])
    const [{ version }] = [first.body.data].flat()
    const again = await staff.call(method, url, body, { 'if-match': String(version) })
    expect([again.status, again.body]).toEqual([200, { data: first.body.data, unchanged: true }])
    expect(await history()).toHaveLength(1)
  })
})
