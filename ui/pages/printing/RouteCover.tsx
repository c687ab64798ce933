/** The cover of a vehicle's sheets of one day: its stops in their order, and its load. */
import { useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { decimalText } from '../../parts/values/numbers.ts'
import { PaperHead } from './PaperHead.tsx'
import { cashOf, type Paper, type RouteSheets, type Sheet } from './routes.ts'
import { toPayText } from './toPay.ts'
import { wishText } from './wish.ts'

const phone = { type: 'string', format: 'phone' } as const
const money = { type: 'number', format: 'money' } as const

interface RouteCoverProps {
  readonly route: RouteSheets
  readonly paper: Paper
}

export function RouteCover({ route: { sheets, stop, load }, paper }: RouteCoverProps) {
  const t = useText()
  const context = useFormatContext()
  const cash = useVocabulary('companies.paymentType')?.members.find(({ name }) => name === 'cash')?.code
  const [first] = sheets
  if (!first) return null
  const { details, orderInfo } = first
  const { amount, unknown } = cashOf(sheets, cash)
  const cashTexts = [
    ...(amount > 0 ? [textOf(context, money, amount)] : []),
    ...(unknown > 0 ? [t('orders.order.sum.netOwed.blank', { count: unknown })] : [])
  ]
  return (
    <article className="print-sheet print-cover">
      <PaperHead business={paper.business} kind={t('paper.cover')} title={t('paper.route', { route: stop.route })} />
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
        <div>
          <dt>{t('paper.wasteCode')}</dt>
          <dd>{paper.wasteCode}</dd>
        </div>
        {cashTexts.length > 0 && (
          <div>
            <dt>{t('paper.cashAll')}</dt>
            <dd>
              <strong>{cashTexts.join(' + ')}</strong>
            </dd>
          </div>
        )}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('orders.column.stop')}</th>
            <th scope="col">{t('orders.order.receptionPlace')}</th>
            <th scope="col">{t('orders.order.orderTypeItemName')}</th>
          </tr>
        </thead>
        {sheets.map(sheet => (
          <Stop key={sheet.details.id} sheet={sheet} isCash={sheet.paymentType === cash} />
        ))}
      </table>
    </article>
  )
}

/** A stop, and under it the lines for what the driver writes down there. */
function Stop({ sheet, isCash }: { readonly sheet: Sheet; readonly isCash: boolean }) {
  const t = useText()
  const context = useFormatContext()
  const { orderInfo: order, details } = sheet
  const { stop, orderTypeItemName, unit, additionalInfo } = details
  const wish = wishText(t, context, details, false)
  const blanks = ['paper.taken', 'paper.blank.weight', 'paper.blank.kpo', ...(isCash ? ['paper.blank.cash'] : [])]
  return (
    <tbody>
      <tr>
        <td rowSpan={2}>{stop?.sequence}</td>
        <td>
          <span className="print-whole">{order.number}</span> <strong>{order.company}</strong>
          <br />
          {order.receptionPlace}
          {order.receptionPlacePhone && (
            <>
              , <span className="print-whole">{textOf(context, phone, order.receptionPlacePhone)}</span>
            </>
          )}
          {wish && <strong className="print-wish">{wish}</strong>}
          {additionalInfo && <em className="print-note">{additionalInfo}</em>}
        </td>
        <td>
          {orderTypeItemName}:{' '}
          <span className="print-whole">{textOf(context, { type: 'integer', unit }, order.quantity)}</span>
          {isCash && (
            <strong className="print-cash">{t('paper.cash', { amount: toPayText(t, context, details) })}</strong>
          )}
        </td>
      </tr>
      <tr>
        <td colSpan={2}>
          <div className="print-fill">
            {blanks.map(label => (
              <span key={label}>{t(label)}</span>
            ))}
          </div>
        </td>
      </tr>
    </tbody>
  )
}
