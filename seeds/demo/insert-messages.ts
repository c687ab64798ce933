/** The messages to drivers about their routes: one delivered SMS a route, for the newest routes. */
import type { Knex } from 'knex'
import { OrderType } from '../../modules/catalogue/schema.ts'
import { MessageChannel, MessageStatus, MessageType } from '../../modules/notifications/schema.ts'
import { timeZone } from '../../src/contract/days.ts'

/** Routes further back are too many to matter in a demo of a million orders. */
const newestRoutes = 5000

/** As the application writes it in Polish (modules/orders/notify/notice.ts), in plain letters. */
const body = `translate(format(e'Opony: %s %s\\n%s %s:\\n%s', cardinality(n.orders),
  case when cardinality(n.orders) = 1 then 'zamówienie' when cardinality(n.orders) between 2 and 4 then 'zamówienia' else 'zamówień' end,
  ('{pon.,wt.,śr.,czw.,pt.,sob.,niedz.}'::text[])[extract(isodow from n.day)::int], to_char(n.day, 'FMDD.MM'), n.stops),
  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', 'acelnoszzACELNOSZZ')`

/** One message lists the orders of a route whose driver has been notified, in the order of the route. */
export async function insertMessages(trx: Knex.Transaction, now: Date): Promise<void> {
  await trx.raw(
    `with notified as (
       select r.id as route_id, o.driver_id, r.day,
         least(?::timestamptz, (r.day - 1 + time '16:00') at time zone ?::text) as sent,
         string_agg(format('%s. %s, %s, %s: %s, tel. %s, %s: %s%s (%s)', q.sequence, p.city, p.street, p.postal_code, c.name,
           p.phone, i.name, o.quantity, case when o.order_type_id = ${OrderType.tonnage} then ' t' else '' end, o.number),
           e'\\n' order by q.sequence) as stops,
         array_agg(o.id) as orders
       from (select * from orders.routes order by day desc, id desc limit ?) r
         join orders.stops q on q.route_id = r.id
         join orders.orders o on o.id = q.order_id and o.notification_sent and o.driver_id is not null
         join companies.companies c on c.id = o.company_id
         join companies.reception_places p on p.id = o.reception_place_id
         join catalogue.order_type_items i on i.id = o.order_type_item_id
       group by r.id, r.day, o.driver_id
     ), messages as (
       insert into notifications.messages
         (account_id, channel, type, address, body, status, attempts, created_at, sent_date, delivered_at, gateway_id)
       select n.driver_id, ?::smallint, ?::smallint, a.phone, ${body}, ?::smallint, 1,
         n.sent, n.sent, n.sent, 'demo-' || n.route_id || '-' || n.driver_id
       from notified n join users.accounts a on a.id = n.driver_id
       order by n.sent
       returning id, gateway_id
     )
     insert into notifications.subjects (resource_type, subject_id, message_id)
       select 'orders.order', unnest(n.orders), m.id
       from notified n join messages m on m.gateway_id = 'demo-' || n.route_id || '-' || n.driver_id`,
    [now, timeZone, newestRoutes, MessageChannel.sms, MessageType.orderForDriver, MessageStatus.delivered]
  )
}
