/** An order as one printed page, for the driver, with lines for both signatures. */
import type { ReactNode } from 'react'
import { useText } from '../../i18n.ts'
import { dayText, textOf, useFormatContext } from '../../parts/values/formats.tsx'
import type { Sheet } from './routes.ts'
import { toPayText } from './toPay.ts'

const phone = { type: 'string', format: 'phone' } as const

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

export function OrderSheet({ sheet: { orderInfo, paymentType, details } }: { readonly sheet: Sheet }) {
  const t = useText()
  const context = useFormatContext()
  const label = (vocabulary: string, code: number): string => textOf(context, { type: 'integer', vocabulary }, code)
  const day = (value: string | null): string => (value ? dayText(value) : '')
  return (
    <article className="print-sheet">
      <header>
        <p>{t('paper.title')}</p>
        <h3>{orderInfo.number}</h3>
      </header>
      <dl>
        <Line label={t('orders.order.company')}>{orderInfo.company}</Line>
        <Line label={t('orders.order.receptionPlace')}>{orderInfo.receptionPlace}</Line>
        <Line label={t('orders.order.receptionPlacePhone')}>
          {textOf(context, phone, orderInfo.receptionPlacePhone)}
        </Line>
        <Line label={t('orders.order.acceptedDate')}>{day(orderInfo.acceptedDate)}</Line>
        <Line label={t('orders.order.realizationDate')}>{day(details.realizationDate)}</Line>
        <Line label={t('orders.order.vehicle')}>{orderInfo.vehicle ?? t('orders.noVehicle')}</Line>
        <Line label={t('paper.driver')}>{details.driver}</Line>
        {details.stop && (
          <Line label={t('orders.order.route')}>
            {t('paper.stop', { ...details.stop, stop: details.stop.sequence })}
          </Line>
        )}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('orders.order.type')}</th>
            <th scope="col">{t('orders.order.orderTypeItemName')}</th>
            <th scope="col">{t('orders.order.quantity')}</th>
            <th scope="col">{t('paper.taken')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{label('catalogue.orderType', orderInfo.type)}</td>
            <td>{details.orderTypeItemName}</td>
            <td>{textOf(context, { type: 'integer', unit: details.unit }, orderInfo.quantity)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <dl>
        <Line label={t('orders.order.paymentType')}>{label('companies.paymentType', paymentType)}</Line>
        <Line label={t('paper.total')}>
          <strong>{toPayText(t, context, details)}</strong>
        </Line>
      </dl>
      <section>
        <h4>{t('orders.order.additionalInfo')}</h4>
        <p>{details.additionalInfo || '–'}</p>
      </section>
      <footer>
        <p>{t('paper.signature.driver')}</p>
        <p>{t('paper.signature.client')}</p>
      </footer>
    </article>
  )
}
