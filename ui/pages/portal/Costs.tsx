/** The costs of completed orders in this month and this year, net and gross. */
import { useId } from 'react'
import { useText } from '../../i18n.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import type { Cost, Overview } from './overview.ts'

const money = { type: 'number', format: 'money' } as const

export function Costs({ data }: { readonly data: Overview }) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="portal-head">
        <h2 id={id}>{t('orders.overview.cost')}</h2>
      </header>
      <div className="portal-costs">
        <CostCard title={t('orders.overview.cost.month')} cost={data.month} />
        <CostCard title={t('orders.overview.cost.year')} cost={data.year} />
      </div>
    </section>
  )
}

function CostCard({ title, cost }: { readonly title: string; readonly cost: Cost }) {
  const t = useText()
  const context = useFormatContext()
  const text = (amount: number): string => textOf(context, money, amount)
  return (
    <article className="card portal-cost">
      <h3>{title}</h3>
      <p className="portal-net tabular">{t('orders.overview.cost.net', { amount: text(cost.netOwed) })}</p>
      <p className="tabular">{t('orders.overview.cost.gross', { amount: text(cost.grossOwed) })}</p>
      <p className="portal-note">{t('orders.overview.cost.orders', { count: cost.orders })}</p>
      {cost.perTonne > 0 && (
        <p className="portal-note">{t('orders.overview.cost.perTonne', { count: cost.perTonne })}</p>
      )}
    </article>
  )
}
