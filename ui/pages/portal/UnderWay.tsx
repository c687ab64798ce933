/** The orders in progress: their number by status, each a link to the same list, and the next orders with what happens next. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useIntl, useLanguage, useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { Value, weekdayText } from '../../parts/values/formats.tsx'
import { LoadingOrders, OrderLine } from './OrderLine.tsx'
import { listPath, nextStep, type Order, type Overview } from './overview.ts'

const statusSchema = { type: 'integer', vocabulary: 'orders.status' } as const

export function UnderWay({ data }: { readonly data: Overview | undefined }) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id} aria-busy={!data}>
      <header className="portal-head">
        <h2 id={id}>{t('orders.overview.underWay')}</h2>
        {data && <Counts counts={data.counts} />}
      </header>
      {data ? <Orders data={data} /> : <LoadingOrders count={4} />}
    </section>
  )
}

/** The numbers by status. A status without orders has no link. */
function Counts({ counts }: Pick<Overview, 'counts'>) {
  const t = useText()
  const intl = useIntl()
  const members = useVocabulary('orders.status')?.members
  return (
    <ul className="portal-counts">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => {
          const member = members?.find(({ code }) => code === status)
          return (
            <li key={status}>
              <Link to={listPath} search={{ 'f.OrderStatus': status }} className="portal-count">
                {member && t(member.label)} <strong className="tabular">{intl.formatNumber(count)}</strong>
              </Link>
            </li>
          )
        })}
    </ul>
  )
}

function Orders({ data: { underWay, counts, today } }: { readonly data: Overview }) {
  const t = useText()
  if (underWay.length === 0) return <p className="portal-note">{t('orders.overview.underWay.none')}</p>
  const others = counts.reduce((sum, { count }) => sum + count, 0) - underWay.length
  return (
    <>
      <ul className="portal-orders">
        {underWay.map(order => (
          <li key={order.id} className="card portal-order">
            <OrderLine order={order} />
            <NextStep order={order} today={today} />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Link to={listPath} className="portal-more">
          {t('orders.overview.others', { count: others })}
          <i className="pi pi-arrow-right" aria-hidden />
        </Link>
      )}
    </>
  )
}

function NextStep({ order, today }: { readonly order: Order; readonly today: string }) {
  const t = useText()
  const language = useLanguage()
  const members = useVocabulary('orders.status')?.members
  const [key, day] = nextStep(members?.find(({ code }) => code === order.currentStatus)?.name, order, today)
  return (
    <p className="portal-next" data-planned={day !== undefined || undefined}>
      <Value schema={statusSchema} value={order.currentStatus} />
      <span>{t(key, { day: day ? weekdayText(language, day) : '' })}</span>
      {!day && order.wishedDate && (
        <span className="portal-wished">
          {t('orders.overview.wished', { day: weekdayText(language, order.wishedDate) })}
        </span>
      )}
    </p>
  )
}
