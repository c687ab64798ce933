/** The last completed orders, each with a button to order the same again. The button opens the filled-in form. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { useText } from '../../i18n.ts'
import { useCommand } from '../../parts/command/runner.ts'
import { useFormatContext, weekdayText } from '../../parts/values/formats.tsx'
import { OrderLine } from './OrderLine.tsx'
import { listPath, type Order } from './overview.ts'
import { useOwedText } from './owedText.ts'

interface DoneProps {
  readonly orders: readonly Order[]
  readonly again: CommandMetadata | undefined
  readonly onAgain: (order: Order) => void
}

export function Done({ orders, again, onAgain }: DoneProps) {
  const t = useText()
  const context = useFormatContext()
  const owedText = useOwedText()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="portal-head">
        <h2 id={id}>{t('orders.overview.done')}</h2>
        <Link to={listPath} className="portal-more">
          {t('orders.overview.all')}
          <i className="pi pi-arrow-right" aria-hidden />
        </Link>
      </header>
      {orders.length === 0 && <p className="portal-note">{t('orders.overview.done.none')}</p>}
      {orders.length > 0 && (
        <ul className="portal-orders">
          {orders.map(order => (
            <li key={order.id} className="card portal-order">
              <OrderLine order={order} />
              <p className="portal-next">
                <span>{weekdayText(context.language, order.receivingDate ?? order.finishedAt ?? '')}</span>
                <span className="tabular">{owedText(order)}</span>
              </p>
              {again && <Again command={again} order={order} onAgain={onAgain} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface AgainProps {
  readonly command: CommandMetadata
  readonly order: Order
  readonly onAgain: (order: Order) => void
}

function Again({ command, order, onAgain }: AgainProps) {
  const t = useText()
  const { run } = useCommand()(command, [order])
  const label = t(`${command.name}.label`)
  return (
    <button
      type="button"
      className="button portal-again"
      aria-label={`${label}: ${order.number}`}
      onClick={() => {
        onAgain(order)
        run()
      }}
    >
      <i className={`pi pi-${command.icon}`} aria-hidden />
      {label}
    </button>
  )
}
