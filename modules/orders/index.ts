import { importKinds } from '../../src/kernel/imports/kind.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { accountingJobs } from './accounting/job.ts'
import { receiveInvoice } from './accounting/receive-invoice.ts'
import { accountingCommands } from './accounting/system-commands.ts'
import { callOff, settleCalledOff } from './called-off/commands.ts'
import { calledOffNotice } from './called-off/notice.ts'
import { calledOffRoutes } from './called-off/resource.ts'
import { clientOrders } from './client-panel.ts'
import { accept } from './commands/accept.ts'
import { setOptimaNumber, sync } from './commands/accounting.ts'
import { cancel } from './commands/cancel.ts'
import { correct } from './commands/correct.ts'
import { edit } from './commands/edit.ts'
import { finish } from './commands/finish.ts'
import { notifyDriver } from './commands/notify-driver.ts'
import { place } from './commands/place.ts'
import { placeForNewClient } from './commands/place-for-new-client.ts'
import { realize } from './commands/realize.ts'
import { reorder } from './commands/reorder.ts'
import { replan } from './commands/replan.ts'
import { restore } from './commands/restore.ts'
import { setDriver } from './commands/set-driver.ts'
import { setInvoiceNumber } from './commands/set-invoice-number.ts'
import { undo, undoInvoice } from './commands/undo.ts'
import { addComment, commentsRoute, settleComments } from './comments.ts'
import { counters } from './counters.ts'
import { orderEvents } from './events.ts'
import { finishProposalRoute } from './finish-proposal.ts'
import { orderImport } from './imports.ts'
import { kpoUseRoute } from './kpo-use.ts'
import { orderNews } from './news.ts'
import { markNotified } from './notify/delivered.ts'
import { noticeRoute } from './notify/preview.ts'
import { pages } from './pages.ts'
import { planningRoutes } from './planning/routes.ts'
import { cardOfOrder, collectionsTold, driverApp, orderPanelTabs, ownOrderPanelTabs, toldByDrivers } from './points.ts'
import { ordersOfShutCompany } from './portal/of-shut-company.ts'
import { overviewPage, portalRoutes } from './portal/overview.ts'
import { priceRoutes } from './price-route.ts'
import { printRoute } from './printing/sheets.ts'
import { reportRoutes } from './report/routes.ts'
import { ReportLanguage } from './report/schema.ts'
import { orders as resource } from './resource.ts'
import { DayPart, OptimaStatus, OrderStatus, StopState } from './schema.ts'
import { refreshSearchTexts } from './search-texts.ts'
import { sentMessagesRoute } from './sent-messages.ts'
import { openOrdersOfPlaces, orderOfDocument, vetoes } from './vetoes.ts'
import { weighedMass } from './weighed.ts'

/** Orders, from the client's request to the invoice. */
export const orders = defineModule({
  name: 'orders',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [OrderStatus, OptimaStatus, DayPart, ReportLanguage, StopState],
  resources: [resource, calledOffRoutes],
  commands: [
    place,
    placeForNewClient,
    edit,
    accept,
    cancel,
    realize,
    replan,
    reorder,
    setDriver,
    restore,
    undo,
    undoInvoice,
    notifyDriver,
    callOff,
    settleCalledOff,
    finish,
    correct,
    sync,
    setOptimaNumber,
    setInvoiceNumber,
    addComment,
    settleComments,
    receiveInvoice
  ],
  systemCommands: accountingCommands,
  pages: [...pages, overviewPage],
  routes: [
    commentsRoute,
    ...priceRoutes,
    finishProposalRoute,
    kpoUseRoute,
    ...portalRoutes,
    ordersOfShutCompany,
    ...planningRoutes,
    printRoute,
    sentMessagesRoute,
    noticeRoute,
    calledOffNotice,
    ...reportRoutes
  ],
  counters,
  events: orderEvents,
  jobs: accountingJobs,
  extensionPoints: [
    cardOfOrder,
    driverApp,
    orderPanelTabs,
    ownOrderPanelTabs,
    collectionsTold,
    toldByDrivers,
    weighedMass
  ],
  extends: [
    importKinds.fill(orderImport),
    ...vetoes,
    markNotified,
    openOrdersOfPlaces,
    orderNews,
    orderOfDocument,
    clientOrders
  ],
  schedules: [{ name: 'orders.searchTexts', every: '1s', run: ({ db }) => refreshSearchTexts(db) }]
})
