import type { Knex } from 'knex'
import * as kernel from './001_kernel.ts'
import * as users from './002_users.ts'
import * as catalogue from './003_catalogue.ts'
import * as companies from './004_companies.ts'
import * as pricing from './005_pricing.ts'
import * as warehouse from './006_warehouse.ts'
import * as fleet from './007_fleet.ts'
import * as orders from './008_orders.ts'
import * as iot from './009_iot.ts'
import * as planning from './010_planning.ts'
import * as fleetArchive from './011_fleet_archive.ts'
import * as notifications from './012_notifications.ts'
import * as accounting from './013_accounting.ts'
import * as statistics from './014_statistics.ts'
import * as columnNames from './015_column_names.ts'
import * as identityChanges from './016_identity_changes.ts'
import * as comments from './017_comments.ts'
import * as sortIndexes from './018_sort_indexes.ts'
import * as registers from './019_registers.ts'
import * as unchangedRows from './020_unchanged_rows.ts'
import * as routeNumbers from './021_route_numbers.ts'
import * as companyLists from './022_company_lists.ts'
import * as files from './023_files.ts'
import * as documents from './024_documents.ts'
import * as receptionPlaces from './026_places.ts'
import * as clientUsers from './027_client_users.ts'
import * as registration from './028_registration.ts'
import * as priceLists from './029_price_lists.ts'
import * as clientOverview from './030_client_overview.ts'
import * as clientsByLife from './031_clients_by_life.ts'
import * as stock from './040_stock.ts'
import * as documentLists from './041_document_lists.ts'
import * as steadyStays from './045_steady_stays.ts'
import * as sensorAccounts from './046_sensor_accounts.ts'
import * as rejectedReadings from './047_rejected_readings.ts'
import * as readingsByMonth from './048_readings_by_month.ts'
import * as photos from './049_photos.ts'
import * as batteryForecast from './050_battery_forecast.ts'
import * as placeCustody from './051_place_custody.ts'
import * as fences from './052_fences.ts'
import * as retiredReadings from './054_retired_readings.ts'
import * as validators from './057_validators.ts'
import * as reportFiles from './059_report_files.ts'
import * as staff from './061_staff.ts'
import * as audit from './062_audit.ts'
import * as secondFactor from './063_second_factor.ts'
import * as externalSignIn from './064_external_sign_in.ts'
import * as preferences from './065_preferences.ts'
import * as registrationLimits from './066_registration_limits.ts'
import * as documentsOfOrders from './067_documents_of_orders.ts'
import * as foldedSearch from './068_folded_search.ts'
import * as reconciliation from './069_reconciliation.ts'
import * as savedViews from './070_saved_views.ts'
import * as containerHolders from './072_container_holders.ts'
import * as amountsByType from './073_amounts_by_type.ts'
import * as searchBesideTexts from './074_search_beside_texts.ts'
import * as routesByHand from './075_routes_by_hand.ts'
import * as tonnesByFinish from './076_tonnes_by_finish.ts'
import * as priceReasons from './077_price_reasons.ts'
import * as containerLists from './079_container_lists.ts'
import * as snapshotOfSubjects from './082_snapshot_of_subjects.ts'
import * as withdrawnStops from './083_withdrawn_stops.ts'
import * as companyStreets from './085_company_streets.ts'
import * as orderNumbers from './087_order_numbers.ts'
import * as notifiedDrivers from './088_notified_drivers.ts'
import * as documentsDownwards from './089_documents_downwards.ts'
import * as typesOfCompanies from './090_types_of_companies.ts'
import * as privatePersons from './091_private_persons.ts'
import * as phones from './092_phones.ts'
import * as closedPlaces from './093_closed_places.ts'
import * as joinedUsers from './094_joined_users.ts'
import * as secondWay from './095_second_way.ts'
import * as priceHistory from './100_price_history.ts'
import * as invoicesByHand from './101_invoices_by_hand.ts'
import * as provedMailboxes from './110_proved_mailboxes.ts'
import * as mailboxLimits from './111_mailbox_limits.ts'
import * as secondFactors from './112_second_factors.ts'
import * as securityEvents from './120_security_events.ts'
import * as auditOrigin from './121_audit_origin.ts'
import * as runtimeRole from './122_runtime_role.ts'
import * as strangerCalls from './123_stranger_calls.ts'
import * as documentsByTypedNumber from './130_documents_by_typed_number.ts'
import * as reservationsUsed from './131_reservations_used.ts'
import * as closedStores from './132_closed_stores.ts'
import * as containerNumbers from './133_container_numbers.ts'
import * as clientNews from './140_client_news.ts'
import * as oneSearchText from './150_one_search_text.ts'
import * as tiesByDirection from './151_ties_by_direction.ts'

/** All steps in their order. Names carry no extension: the same under tsx, compiled Node and Deno. */
const steps: Record<string, Knex.Migration> = {
  '001_kernel': kernel,
  '002_users': users,
  '003_catalogue': catalogue,
  '004_companies': companies,
  '005_pricing': pricing,
  '006_warehouse': warehouse,
  '007_fleet': fleet,
  '008_orders': orders,
  '009_iot': iot,
  '010_planning': planning,
  '011_fleet_archive': fleetArchive,
  '012_notifications': notifications,
  '013_accounting': accounting,
  '014_statistics': statistics,
  '015_column_names': columnNames,
  '016_identity_changes': identityChanges,
  '017_comments': comments,
  '018_sort_indexes': sortIndexes,
  '019_registers': registers,
  '020_unchanged_rows': unchangedRows,
  '021_route_numbers': routeNumbers,
  '022_company_lists': companyLists,
  '023_files': files,
  '024_documents': documents,
  '026_places': receptionPlaces,
  '027_client_users': clientUsers,
  '028_registration': registration,
  '029_price_lists': priceLists,
  '030_client_overview': clientOverview,
  '031_clients_by_life': clientsByLife,
  '040_stock': stock,
  '041_document_lists': documentLists,
  '045_steady_stays': steadyStays,
  '046_sensor_accounts': sensorAccounts,
  '047_rejected_readings': rejectedReadings,
  '048_readings_by_month': readingsByMonth,
  '049_photos': photos,
  '050_battery_forecast': batteryForecast,
  '051_place_custody': placeCustody,
  '052_fences': fences,
  '054_retired_readings': retiredReadings,
  '057_validators': validators,
  '059_report_files': reportFiles,
  '061_staff': staff,
  '062_audit': audit,
  '063_second_factor': secondFactor,
  '064_external_sign_in': externalSignIn,
  '065_preferences': preferences,
  '066_registration_limits': registrationLimits,
  '067_documents_of_orders': documentsOfOrders,
  '068_folded_search': foldedSearch,
  '069_reconciliation': reconciliation,
  '070_saved_views': savedViews,
  '072_container_holders': containerHolders,
  '073_amounts_by_type': amountsByType,
  '074_search_beside_texts': searchBesideTexts,
  '075_routes_by_hand': routesByHand,
  '076_tonnes_by_finish': tonnesByFinish,
  '077_price_reasons': priceReasons,
  '079_container_lists': containerLists,
  '082_snapshot_of_subjects': snapshotOfSubjects,
  '083_withdrawn_stops': withdrawnStops,
  '085_company_streets': companyStreets,
  '087_order_numbers': orderNumbers,
  '088_notified_drivers': notifiedDrivers,
  '089_documents_downwards': documentsDownwards,
  '090_types_of_companies': typesOfCompanies,
  '091_private_persons': privatePersons,
  '092_phones': phones,
  '093_closed_places': closedPlaces,
  '094_joined_users': joinedUsers,
  '095_second_way': secondWay,
  '100_price_history': priceHistory,
  '101_invoices_by_hand': invoicesByHand,
  '110_proved_mailboxes': provedMailboxes,
  '111_mailbox_limits': mailboxLimits,
  '112_second_factors': secondFactors,
  '120_security_events': securityEvents,
  '121_audit_origin': auditOrigin,
  '122_runtime_role': runtimeRole,
  '123_stranger_calls': strangerCalls,
  '130_documents_by_typed_number': documentsByTypedNumber,
  '131_reservations_used': reservationsUsed,
  '132_closed_stores': closedStores,
  '133_container_numbers': containerNumbers,
  '140_client_news': clientNews,
  '150_one_search_text': oneSearchText,
  '151_ties_by_direction': tiesByDirection
}

export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(steps),
  getMigrationName: name => name,
  getMigration: async name => {
    const step = steps[name]
    if (!step) throw new Error(`There is no migration called ${name}`)
    return step
  }
}
