/** The cover of a vehicle's sheets of one day: its stops in their order, and its load. */
import { useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { dayText, textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { decimalText } from '../../parts/values/numbers.ts'
import type { RouteSheets } from './routes.ts'
import { toPayText } from './toPay.ts'

export function RouteCover({ route: { sheets, stop, load } }: { readonly route: RouteSheets }) {
  const t = useText()
  const context = useFormatContext()
  const cash = useVocabulary('companies.paymentType')?.members.find(({ name }) => name === 'cash')?.code
  const [first] = sheets
  if (!first) return null
  const { details, orderInfo } = first
  return (
    <article className="print-sheet print-cover">
      <header>
        <p>{t('paper.cover')}</p>
        <h3>{t('paper.route', { route: stop.route })}</h3>
      </header>
      <dl>
        <div>
          <dt>{t('orders.order.realizationDate')}</dt>
          <dd>{details.realizationDate ? dayText(details.realizationDate) : '–'}</dd>
        </div>
        <div>
          <dt>{t('orders.order.vehicle')}</dt>
          <dd>{orderInfo.vehicle}</dd>
        </div>
        <div>
          <dt>{t('paper.driver')}</dt>
          <dd>{details.driver ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('paper.load')}</dt>
          <dd>{t('paper.loadOf', { count: sheets.length, load: decimalText(load, 2) })}</dd>
        </div>
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('orders.column.stop')}</th>
            <th scope="col">{t('orders.order.number')}</th>
            <th scope="col">{t('orders.order.receptionPlace')}</th>
            <th scope="col">{t('orders.order.orderTypeItemName')}</th>
            <th scope="col">{t('paper.taken')}</th>
          </tr>
        </thead>
        <tbody>
          {sheets.map(({ orderInfo: order, paymentType, details }) => {
            const { id, stop: at, orderTypeItemName, unit, additionalInfo } = details
            return (
              <tr key={id}>
                <td>{at?.sequence}</td>
                <td>{order.number}</td>
                <td>
                  <strong>{order.company}</strong>
                  <br />
                  {order.receptionPlace}
                  {order.receptionPlacePhone && (
                    <>, {textOf(context, { type: 'string', format: 'phone' }, order.receptionPlacePhone)}</>
                  )}
                  {additionalInfo && <em className="print-note">{additionalInfo}</em>}
                </td>
                <td>
                  {orderTypeItemName}: {textOf(context, { type: 'integer', unit }, order.quantity)}
                  {paymentType === cash && (
                    <strong className="print-cash">
                      {t('paper.cash', { amount: toPayText(t, context, details) })}
                    </strong>
                  )}
                </td>
                <td />
              </tr>
            )
          })}
        </tbody>
      </table>
    </article>
  )
}
