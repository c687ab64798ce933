/** An order as one printed page, for the driver, with lines for both signatures. */
import type { ReactNode } from 'react'
import { useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { PaperHead } from './PaperHead.tsx'
import type { Paper, Sheet } from './routes.ts'
import { toPayText } from './toPay.ts'
import { wishText } from './wish.ts'

const phone = { type: 'string', format: 'phone' } as const

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

interface OrderSheetProps {
  readonly sheet: Sheet
  readonly paper: Paper
}

export function OrderSheet({ sheet: { orderInfo, paymentType, details }, paper }: OrderSheetProps) {
  const t = useText()
  const context = useFormatContext()
  const label = (vocabulary: string, code: number): string => textOf(context, { type: 'integer', vocabulary }, code)
  const cash = useVocabulary('companies.paymentType')?.members.find(({ name }) => name === 'cash')?.code
  const isCash = paymentType === cash
  const wish = wishText(t, context, details, true)
  const day = (value: string | null): string => (value ? dayText(value) : '')
  return (
    <article className="print-sheet">
      <PaperHead business={paper.business} kind={t('paper.title')} title={orderInfo.number} />
      <dl>
        <Line label={t('orders.order.company')}>{orderInfo.company}</Line>
        <Line label={t('companies.company.taxNumber')}>{details.companyTaxNumber}</Line>
        <Line label={t('companies.company.bdoNumber')}>{details.bdoNumber}</Line>
        <Line label={t('orders.order.receptionPlace')}>{orderInfo.receptionPlace}</Line>
        <Line label={t('orders.order.receptionPlacePhone')}>
          {textOf(context, phone, orderInfo.receptionPlacePhone)}
        </Line>
        <Line label={t('orders.order.acceptedDate')}>{day(orderInfo.acceptedDate)}</Line>
        {wish && <Line label={t('paper.wish')}>{wish}</Line>}
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
            <th scope="col">{t('paper.wasteCode')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{label('catalogue.orderType', orderInfo.type)}</td>
            <td>{details.orderTypeItemName}</td>
            <td>{textOf(context, { type: 'integer', unit: details.unit }, orderInfo.quantity)}</td>
            <td className="print-whole">{paper.wasteCode}</td>
          </tr>
        </tbody>
      </table>
      <table className="print-blanks">
        <thead>
          <tr>
            <th scope="col">{t('paper.taken')}</th>
            <th scope="col">{t('paper.blank.weight')}</th>
            <th scope="col">{t('paper.blank.kpo')}</th>
            {isCash && <th scope="col">{t('paper.blank.cash')}</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td />
            <td />
            <td />
            {isCash && <td />}
          </tr>
        </tbody>
      </table>
      <dl>
        <Line label={t('orders.order.paymentType')}>{label('companies.paymentType', paymentType)}</Line>
        <Line label={t(isCash ? 'paper.cashDue' : 'paper.total')}>
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
